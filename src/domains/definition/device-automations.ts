import type { Json } from '../../core/json.ts';
import type { State } from '../../core/state.ts';
import type { Values } from './values.ts';

/** A device trigger or condition of an entity, by the name its domain uses. */
export interface DeviceKind {
  readonly type: string;
  /** The equivalent trigger or condition of the entity: `numeric` for ranges, otherwise a state. */
  readonly is: 'state' | 'numeric';
  /** The configuration keys specific to this kind. */
  readonly keys: readonly string[];
  /** The rest of the trigger or condition. */
  config(given: Values): Values;
  /** The fields of its form; undefined without a form. */
  fields?(state: State | undefined): readonly Json[];
  /** Whether an entity supports it; by default all do. */
  fits?(state: State | undefined): boolean;
}

/** A device action of an entity. */
export interface DeviceAction {
  readonly type: string;
  readonly service: string;
  /** The configuration's own keys, which are the call's data unless `data` is given. */
  readonly keys?: readonly string[];
  readonly data?: (given: Values) => Values;
  /** The fields of its form; undefined without a form. */
  fields?(state: State | undefined): readonly Json[];
  /** Whether an entity supports it; by default all do. */
  fits?(state: State | undefined): boolean;
}

/** Triggers or conditions whose names depend on the entity. */
export interface KindsByEntity {
  /** The kind with a name; undefined if there is none. */
  named(type: string): DeviceKind | undefined;
  of(state: State | undefined): readonly DeviceKind[];
}

/** The device triggers, conditions and actions of a domain's entities. */
export interface DeviceAutomations {
  readonly triggers?: readonly DeviceKind[] | KindsByEntity;
  readonly conditions?: readonly DeviceKind[] | KindsByEntity;
  readonly actions?: readonly DeviceAction[];
}

export const FOR: Json = {
  type: 'positive_time_period_dict',
  name: 'for',
  required: false,
  optional: true,
};

/** A state is reached, optionally for some time. */
export function reaches(type: string, ...to: readonly string[]): DeviceKind {
  return {
    type,
    is: 'state',
    keys: ['for'],
    config: () => (to.length === 0 ? {} : { to: [...to] }),
    fields: () => [FOR],
  };
}

/** The entity is in a state. */
export function stands(type: string, ...states: readonly string[]): DeviceKind {
  return { type, is: 'state', keys: ['for'], config: () => ({ state: [...states] }), fields: () => [FOR] };
}

/** Bounds in the unit of the value. */
export function bounds(unit: string | undefined): readonly Json[] {
  return ['above', 'below'].map((name) => ({
    type: 'float',
    name,
    ...(unit === undefined ? {} : { description: { suffix: unit } }),
    required: false,
    optional: true,
  }));
}

/** Bounds between 0 and 100. */
export const POSITIONS: readonly Json[] = [
  ['above', 0],
  ['below', 100],
].map(([name, otherwise]) => ({
  type: 'integer',
  valueMin: 0,
  valueMax: 100,
  name: name ?? '',
  required: false,
  optional: true,
  default: otherwise ?? 0,
}));

/** A selection of a few values. */
export function choice(name: string, words: readonly string[], required = true): Json {
  const options = words.map((word) => [word, word]);
  return { type: 'select', options, name, required, ...(required ? {} : { optional: true }) };
}

/** A list of texts from an attribute. */
export function phrases(state: State | undefined, attribute: string): readonly string[] {
  const list = state?.attributes[attribute];
  return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : [];
}

/** Whether an entity supports a feature. */
export function hasFeature(state: State | undefined, mask: number): boolean {
  return (Number(state?.attributes.supported_features ?? 0) & mask) !== 0;
}

/** The same kind, limited to entities with a feature. */
export function needs(mask: number, kind: DeviceKind): DeviceKind {
  return { ...kind, fits: (state) => hasFeature(state, mask) };
}

/** The same kind without a form: it has no options. */
export function plain({ fields: _none, ...kind }: DeviceKind): DeviceKind {
  return kind;
}

/** An attribute that enters a range. */
export function attributeIn(
  type: string,
  attribute: string,
  { duration, ...more }: Pick<DeviceKind, 'fields' | 'fits'> & { readonly duration: boolean },
): DeviceKind {
  return {
    type,
    is: 'numeric',
    keys: ['above', 'below', ...(duration ? ['for'] : [])],
    config: (given) => ({
      attribute,
      // Without bounds, any value matches.
      ...(given.above === undefined && given.below === undefined ? { above: -1 } : {}),
    }),
    ...more,
  };
}

/** A trigger for a measured attribute between bounds, if the entity has the attribute. */
export function measuredIn(type: string, attribute: string, unit: string): DeviceKind {
  return attributeIn(type, attribute, {
    duration: true,
    fields: () => [...bounds(unit), FOR],
    fits: (state) => state !== undefined && attribute in state.attributes,
  });
}

/** An action, with a form that is empty unless fields are given. */
export function action(type: string, service: string, more: Partial<DeviceAction> = {}): DeviceAction {
  return { type, service, fields: () => [], ...more };
}

/** An action without a form. */
export function plainAction(type: string, service = type): DeviceAction {
  return { type, service };
}

/** The same actions for entities that can carry them out, but are not listed with their devices. */
export function unlisted(actions: readonly DeviceAction[]): readonly DeviceAction[] {
  return actions.map((one) => ({ ...one, fits: () => false }));
}

/** Triggers of entities that turn on and off. */
export const ON_OFF_EVENTS: readonly DeviceKind[] = [
  reaches('changed_states'),
  reaches('turned_on', 'on'),
  reaches('turned_off', 'off'),
];
export const ON_OFF_CONDITIONS: readonly DeviceKind[] = [stands('is_on', 'on'), stands('is_off', 'off')];
export const ON_OFF_ACTIONS = ['turn_off', 'turn_on', 'toggle'].map((type) => plainAction(type));
/** Device automations of entities that are only on or off. */
export const ON_OFF_DEVICE: DeviceAutomations = {
  triggers: ON_OFF_EVENTS,
  conditions: ON_OFF_CONDITIONS,
  actions: ON_OFF_ACTIONS,
};
/** `set_value` of numbers and texts. */
export const SET_NUMBER = [setValue('float')];
export const SET_TEXT = [setValue('string')];

function setValue(type: 'float' | 'string'): DeviceAction {
  return action('set_value', 'set_value', {
    keys: ['value'],
    fields: () => [{ type, name: 'value', required: true }],
  });
}
