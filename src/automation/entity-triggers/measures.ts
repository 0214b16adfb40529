import { domainOf } from '../../core/entity-id.ts';
import type { Json } from '../../core/json.ts';
import type { State } from '../../core/state.ts';
import type { AutomationContext } from '../config/automation-context.ts';
import { numberOf } from '../config/numeric-range.ts';
import type { ReadValue } from './shapes.ts';
import type { Measure, Reading } from './threshold.ts';

/** Values in one unit, told in a box. */
export function boxed(deviceClass: string, ...units: readonly string[]): Measure {
  const [only] = units;
  const unit: Readonly<Record<string, Json>> =
    units.length === 1 && only !== undefined ? { unit_of_measurement: only } : {};
  return { units, deviceClass, number: { mode: 'box', ...unit, step: 1 } };
}

/** Shares of a hundred. */
export function percent(deviceClass?: string): Measure {
  return {
    units: ['%'],
    ...(deviceClass === undefined ? {} : { deviceClass }),
    number: { min: 0, max: 100, step: 'any', mode: 'slider', unit_of_measurement: '%' },
  };
}

export const TEMPERATURE: Measure = boxed('temperature', '°C', '°F');
export const POWER: Measure = boxed('power', 'mW', 'W', 'kW', 'MW', 'GW', 'TW', 'BTU/h');
export const DEGREES: Measure = {
  units: ['°'],
  number: { min: -90, max: 90, step: 'any', mode: 'slider', unit_of_measurement: '°' },
};
/** What counters count, below nought too. */
export const COUNTED: Measure = {
  units: [],
  domains: ['counter', 'number'],
  number: { mode: 'box', step: 1 },
};
/** Numbers of things. */
export const COUNT: Measure = { units: [], number: { min: 0, mode: 'box', step: 1 } };

/** The state of a sensor with its unit; without one it has no value where there are several. */
export function sensorValue({ units }: Measure): ReadValue {
  return ({ state, attributes }) => {
    const { unit_of_measurement: unit } = attributes;
    if (units.length < 2) return reading(state);
    return typeof unit === 'string' ? reading(state, unit) : undefined;
  };
}

/** An attribute that is a number, in the unit of the measure or in the home's where it is a temperature. */
export function attributeValue(
  name: string,
  unit?: (state: State, setting: AutomationContext) => string,
): ReadValue {
  return (state, setting) => reading(state.attributes[name], unit?.(state, setting));
}

/** The unit of the temperatures of the home. */
export function homeTemperature(_state: State, { house }: AutomationContext): string {
  return house.home.units.temperature;
}

/** Where each domain has the temperature it measures. */
export const measuredTemperature: ReadValue = byDomain({
  sensor: sensorValue(TEMPERATURE),
  climate: attributeValue('current_temperature', homeTemperature),
  water_heater: attributeValue('current_temperature', homeTemperature),
  weather: attributeValue('temperature', ({ attributes }, setting) =>
    typeof attributes.temperature_unit === 'string'
      ? attributes.temperature_unit
      : setting.house.home.units.temperature,
  ),
});

/** Where each domain has the humidity it measures. */
export const measuredHumidity: ReadValue = byDomain({
  sensor: sensorValue(percent()),
  climate: attributeValue('current_humidity'),
  humidifier: attributeValue('current_humidity'),
  weather: attributeValue('humidity'),
});

/** An attribute that goes from 0 to `whole`, in percent. */
export function shareOf(name: string, whole: number): ReadValue {
  return (state, setting) => {
    const value = attributeValue(name)(state, setting);
    return value === undefined ? undefined : { number: (value.number / whole) * 100, unit: undefined };
  };
}

function byDomain(reads: Readonly<Record<string, ReadValue>>): ReadValue {
  return (state, setting) => {
    const domain = domainOf(state.entity_id);
    return Object.hasOwn(reads, domain) ? reads[domain]?.(state, setting) : undefined;
  };
}

function reading(value: unknown, unit?: string): Reading | undefined {
  if (value === undefined || value === null || typeof value === 'boolean') return undefined;
  const number = numberOf(value);
  return number === undefined || !Number.isFinite(number) ? undefined : { number, unit };
}
