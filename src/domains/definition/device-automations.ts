import type { Json } from '../../core/json.ts';
import type { State } from '../../core/state.ts';
import type { Values } from './values.ts';

/** A trigger or condition that an entity gives its device, by the name its domain has for it. */
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

/** An action that an entity gives its device. */
export interface DeviceAction {
  readonly type: string;
  readonly service: string;
  /** The keys of a configuration that are its own, which are the data of the call where `data` does not say otherwise. */
  readonly keys?: readonly string[];
  readonly data?: (given: Values) => Values;
  /** The fields of its form; undefined without a form. */
  fields?(state: State | undefined): readonly Json[];
  /** Whether an entity supports it; by default all do. */
  fits?(state: State | undefined): boolean;
}

/** Triggers or conditions whose names depend on the entity. */
export interface KindsByEntity {
  /** The kind of a name; undefined where there is none such. */
  named(type: string): DeviceKind | undefined;
  of(state: State | undefined): readonly DeviceKind[];
}

/** What the entities of a domain give their devices. */
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

/** A selection of a few words. */
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

/** The same kind without a form: nothing can be said beyond its name. */
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

/** A measured attribute comes between bounds in its unit, where the entity has it. */
export function measuredIn(type: string, attribute: string, unit: string): DeviceKind {
  return attributeIn(type, attribute, {
    duration: true,
    fields: () => [...bounds(unit), FOR],
    fits: (state) => state !== undefined && attribute in state.attributes,
  });
}

/** An action, with a form that has no fields unless others are given. */
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

/** Triggers of what is turned on and off. */
export const TURNED: readonly DeviceKind[] = [
  reaches('changed_states'),
  reaches('turned_on', 'on'),
  reaches('turned_off', 'off'),
];
export const ON_OFF_CONDITIONS: readonly DeviceKind[] = [stands('is_on', 'on'), stands('is_off', 'off')];
export const ON_OFF_ACTIONS = ['turn_off', 'turn_on', 'toggle'].map((type) => plainAction(type));
/** What is on or off and nothing else. */
export const ON_OFF_DEVICE: DeviceAutomations = {
  triggers: TURNED,
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
