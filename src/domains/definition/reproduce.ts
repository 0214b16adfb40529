import type { Values } from './values.ts';

/** A state saved in a scene, or the current one. */
export interface SavedState {
  readonly state: string;
  readonly attributes: Values;
}

/** A call of a service of the entity's own domain. */
export interface ServiceStep {
  readonly service: string;
  readonly fields: Values;
}

/** Returns the steps from one state to another; undefined for an unreachable state. */
export type Reproduce = (present: SavedState, requested: SavedState) => readonly ServiceStep[] | undefined;

/** One step. */
export function step(service: string, fields: Values = {}): ServiceStep {
  return { service, fields };
}

/** An attribute's value in the desired state if it has one and differs from the current one. */
export function requestedChange(present: SavedState, requested: SavedState, name: string): unknown {
  const value = requested.attributes[name];
  if (value === undefined || value === null) return undefined;
  return isEqual(present.attributes[name], value) ? undefined : value;
}

/** Steps for attributes that change: attribute, service, and the field if it is named differently. */
export function attributeSteps(
  present: SavedState,
  requested: SavedState,
  rows: readonly (readonly [attribute: string, service: string, field?: string])[],
): ServiceStep[] {
  return rows.flatMap(([attribute, service, field = attribute]) => {
    const value = requestedChange(present, requested, attribute);
    return value === undefined ? [] : [step(service, { [field]: value })];
  });
}

/** Whether the present entity has the feature of this bit. */
export function hasFeature(present: SavedState, bit: number): boolean {
  const { supported_features: bits } = present.attributes;
  return typeof bits === 'number' && (bits & bit) !== 0;
}

/** On or off. */
export const onOrOff: Reproduce = (present, { state }) => {
  if (state !== 'on' && state !== 'off') return undefined;
  return present.state === state ? [] : [step(`turn_${state}`)];
};

/** One service for each state. */
export function byState(services: Readonly<Record<string, string>>): Reproduce {
  return (present, { state }) => {
    const service = Object.hasOwn(services, state) ? services[state] : undefined;
    if (service === undefined) return undefined;
    return present.state === state ? [] : [step(service)];
  };
}

/** A number that is set by `set_value`. */
export const reproduceNumber: Reproduce = (present, { state }) => {
  const value = Number(state);
  if (state.trim() === '' || !Number.isFinite(value)) return undefined;
  return Number(present.state) === value ? [] : [step('set_value', { value })];
};

/** A text that is set by `set_value`. */
export const reproduceText: Reproduce = (present, { state }) =>
  present.state === state ? [] : [step('set_value', { value: state })];

function isEqual(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
