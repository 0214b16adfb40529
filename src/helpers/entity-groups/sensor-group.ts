import { z } from 'zod';
import { isDecimal } from '../../core/coerce.ts';
import { schemaError } from '../../core/schema-error.ts';
import type { State } from '../../core/state.ts';
import { convert, isUnitOf } from '../../core/units.ts';
import { booleanSchema } from '../../domains/definition/field.ts';
import { floatText } from '../../domains/definition/number-text.ts';
import { quantityOfClass } from '../../domains/sensor/reading-units.ts';
import { sensorDomain } from '../../domains/sensor/sensor.ts';
import { type Combined, type GroupKind, meanOf, memberValues } from './group-kind.ts';

/** A member's value in the group's unit. */
interface Reading {
  readonly id: string;
  readonly value: number;
  readonly at: number;
}

/** Combines at least one reading. */
type Rule = (readings: readonly Reading[]) => Reading | number | null;

const valuesOf = (readings: readonly Reading[]): number[] => readings.map(({ value }) => value);
const best = (readings: readonly Reading[], isBetter: (one: Reading, than: Reading) => boolean): Reading =>
  readings.reduce((found, one) => (isBetter(one, found) ? one : found));

/** Rules that select one reading also identify its member. */
const RULES = {
  min: (readings) => best(readings, (one, than) => one.value < than.value),
  max: (readings) => best(readings, (one, than) => one.value > than.value),
  last: (readings) => best(readings, (one, than) => one.at >= than.at),
  first_available: (readings) => readings[0] ?? null,
  mean: (readings) => meanOf(valuesOf(readings)),
  median: (readings) => median(valuesOf(readings)),
  range: (readings) => Math.max(...valuesOf(readings)) - Math.min(...valuesOf(readings)),
  product: (readings) => valuesOf(readings).reduce((product, value) => product * value, 1),
  sum: (readings) => valuesOf(readings).reduce((sum, value) => sum + value, 0),
  stdev: (readings) => deviation(valuesOf(readings)),
} satisfies Readonly<Record<string, Rule>>;

type RuleName = keyof typeof RULES;
const STATE_CLASSES = ['measurement', 'measurement_angle', 'total', 'total_increasing'];

/** Sensors as one: their minimum, mean, sum … */
export const sensorGroup: GroupKind = {
  domain: sensorDomain,
  memberDomains: ['sensor', 'number', 'input_number'],
  options: {
    type: z.enum(
      Object.keys(RULES) as RuleName[],
      schemaError('expects_one_of', { words: Object.keys(RULES).join(', ') }),
    ),
    ignore_non_numeric: booleanSchema.default(false),
    unit_of_measurement: z.string().optional(),
    device_class: z.enum(sensorDomain.deviceClasses, schemaError('expects_device_class')).optional(),
    state_class: z.enum(STATE_CLASSES, schemaError('expects_state_class')).optional(),
  },
  combine: (members, settings) => {
    const type = settings.type as RuleName;
    const deviceClass = (settings.device_class as string | undefined) ?? shared(members, 'device_class');
    const stateClass = settings.state_class ?? shared(members, 'state_class');
    const unit = (settings.unit_of_measurement as string | undefined) ?? unitOf(members, deviceClass);
    const readings = readingsOf(members, unit, deviceClass);
    // Values in unrelated units cannot be combined.
    const comparable = unit !== undefined || memberValues(members, 'unit_of_measurement').length === 0;
    const complete =
      (comparable && readings.length === settings.entities.length) || settings.ignore_non_numeric === true;
    const answer = complete && readings.length > 0 ? RULES[type](readings) : null;
    return {
      ...shownAs(answer, type),
      capabilities: stateClass === undefined ? {} : { state_class: stateClass },
      deviceClass,
      unit,
      icon: deviceClass === undefined ? 'mdi:calculator' : undefined,
    };
  },
};

function shownAs(answer: Reading | number | null, type: RuleName): Pick<Combined, 'values' | 'extra'> {
  const value = typeof answer === 'number' ? answer : (answer?.value ?? null);
  if (value === null || !Number.isFinite(value)) return { values: { value: null }, extra: {} };
  const text = floatText(Number(value.toPrecision(15)));
  const of = typeof answer === 'number' || answer === null ? {} : { [`${type}_entity_id`]: answer.id };
  return { values: { value: text }, extra: of };
}

/** The value that all members share; otherwise undefined. */
function shared(members: readonly State[], name: string): string | undefined {
  const values = memberValues<string>(members, name);
  return values.length === members.length && new Set(values).size === 1 ? values[0] : undefined;
}

/** The unit of all members or, if the class's units are convertible, that of the first. */
function unitOf(members: readonly State[], deviceClass: string | undefined): string | undefined {
  const alike = shared(members, 'unit_of_measurement');
  if (alike !== undefined) return alike;
  const quantity = quantityOfClass(deviceClass);
  const units = memberValues<string>(members, 'unit_of_measurement');
  if (quantity === undefined || units.length < members.length) return undefined;
  return units.every((unit) => isUnitOf(quantity, unit)) ? units[0] : undefined;
}

/** The members with a numeric state, in the group's unit; those that cannot be converted are left out. */
function readingsOf(
  members: readonly State[],
  unit: string | undefined,
  deviceClass: string | undefined,
): Reading[] {
  const quantity = quantityOfClass(deviceClass);
  const inUnit = (value: number, own: unknown): number | undefined => {
    if (unit === undefined || own === unit) return value;
    const isMeant =
      quantity !== undefined &&
      typeof own === 'string' &&
      isUnitOf(quantity, unit) &&
      isUnitOf(quantity, own);
    return isMeant ? convert(value, own, unit) : undefined;
  };
  return members.flatMap(({ entity_id: id, state, attributes, last_updated: at }): Reading[] => {
    const value = isDecimal(state) ? inUnit(Number(state), attributes.unit_of_measurement) : undefined;
    return value === undefined ? [] : [{ id, value, at }];
  });
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return meanOf(sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1));
}

/** The sample standard deviation; null for fewer than two values. */
function deviation(values: readonly number[]): number | null {
  if (values.length < 2) return null;
  const mean = meanOf(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
}
