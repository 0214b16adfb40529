import { domainOf } from '../../core/entity-id.ts';
import type { State } from '../../core/state.ts';
import type { EntityValue } from '../../domains/definition/entity-triggers.ts';
import { boxed, type Measure } from '../../domains/definition/measure.ts';
import { domainsByName } from '../../domains/index.ts';
import type { AutomationContext } from '../config/automation-context.ts';
import { numberOf } from '../config/numeric-range.ts';
import type { ReadValue } from './shapes.ts';
import type { Reading } from './threshold.ts';

export const POWER: Measure = boxed('power', 'mW', 'W', 'kW', 'MW', 'GW', 'TW', 'BTU/h');
export const DEGREES: Measure = {
  units: ['°'],
  number: { min: -90, max: 90, step: 'any', mode: 'slider', unit_of_measurement: '°' },
};

/** Reads a sensor's state and unit; a missing unit is only allowed if the measure has a single one. */
export function sensorValue({ units }: Measure): ReadValue {
  return ({ state, attributes }) => {
    const { unit_of_measurement: unit } = attributes;
    if (units.length < 2) return reading(state);
    return typeof unit === 'string' ? reading(state, unit) : undefined;
  };
}

/** Reads a numeric attribute, in the unit of the measure, or the home's for temperatures. */
export function attributeValue(
  name: string,
  unit?: (state: State, setting: AutomationContext) => string,
): ReadValue {
  return (state, setting) => reading(state.attributes[name], unit?.(state, setting));
}

/** Returns the function that reads the value of an entity. */
export function readerOf({ attribute, unitAttribute = '', whole, measure }: EntityValue): ReadValue {
  if (attribute === undefined) return sensorValue(measure);
  if (whole !== undefined) return shareOf(attribute, whole);
  if (measure.deviceClass !== 'temperature') return attributeValue(attribute);
  return attributeValue(attribute, ({ attributes: { [unitAttribute]: unit } }, { home }) =>
    typeof unit === 'string' ? unit : home.home.units.temperature,
  );
}

/** Reads the quantity that sensors of a class and entities of other domains measure. */
export function measuredBy(quantity: 'temperature' | 'humidity', measure: Measure): ReadValue {
  const reads = new Map([['sensor', sensorValue(measure)]]);
  for (const [name, { entityTriggers }] of domainsByName) {
    const value = entityTriggers?.measures?.[quantity];
    if (value !== undefined) reads.set(name, readerOf(value));
  }
  return (state, setting) => reads.get(domainOf(state.entity_id))?.(state, setting);
}

/** An attribute between 0 and `whole`, in percent. */
function shareOf(name: string, whole: number): ReadValue {
  return (state, setting) => {
    const value = attributeValue(name)(state, setting);
    return value === undefined ? undefined : { number: (value.number / whole) * 100, unit: undefined };
  };
}

function reading(value: unknown, unit?: string): Reading | undefined {
  if (value === undefined || value === null || typeof value === 'boolean') return undefined;
  const number = numberOf(value);
  return number === undefined || !Number.isFinite(number) ? undefined : { number, unit };
}
