import type { Json } from '../../core/json.ts';
import type { State } from '../../core/state.ts';
import type { Config } from '../config/fields.ts';

/** A trigger, condition or action of a device's entity, by the name its domain has for it. */
export interface DeviceKind {
  readonly type: string;
  /** The equivalent trigger or condition of the entity: `numeric` for ranges, otherwise a state. */
  readonly is: 'state' | 'numeric';
  /** The configuration keys specific to this kind. */
  readonly keys: readonly string[];
  /** The rest of the trigger or condition. */
  config(given: Config): Config;
  /** The fields of its form; undefined without a form. */
  fields?(state: State | undefined): readonly Json[];
  /** Whether an entity supports it; by default all do. */
  fits?(state: State | undefined): boolean;
}

/** The triggers and conditions of a domain's entities. */
export interface DeviceDomain {
  readonly triggers: readonly DeviceKind[];
  readonly conditions: readonly DeviceKind[];
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
export function words(state: State | undefined, attribute: string): readonly string[] {
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
