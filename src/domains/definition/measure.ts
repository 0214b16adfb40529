import type { Json } from '../../core/json.ts';

/** The units of a value and its threshold. */
export interface Measure {
  /** The units one may write; the others of the same quantity are known too. None for bare numbers. */
  readonly units: readonly string[];
  /** The device class of entities usable as a bound; without one, the unit decides. */
  readonly deviceClass?: string;
  /** The domains, besides input_number, whose entities are usable as a bound if there is no class. */
  readonly domains?: readonly string[];
  /** Of the form. */
  readonly number: Json;
}

/** Values in one of the units, entered in a box. */
export function boxed(deviceClass: string, ...units: readonly string[]): Measure {
  const [only] = units;
  const unit: Readonly<Record<string, Json>> =
    units.length === 1 && only !== undefined ? { unit_of_measurement: only } : {};
  return { units, deviceClass, number: { mode: 'box', ...unit, step: 1 } };
}

/** Percentages. */
export function percent(deviceClass?: string): Measure {
  return {
    units: ['%'],
    ...(deviceClass === undefined ? {} : { deviceClass }),
    number: { min: 0, max: 100, step: 'any', mode: 'slider', unit_of_measurement: '%' },
  };
}

export const TEMPERATURE: Measure = boxed('temperature', '°C', '°F');
