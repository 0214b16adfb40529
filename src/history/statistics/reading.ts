import { isObject } from '../../core/coerce.ts';
import { parseFloatText } from '../../jinja/values/number-text.ts';
import type { Sample } from '../samples/sample.ts';

/** The state classes with statistics. */
const STATE_CLASSES = ['measurement', 'measurement_angle', 'total', 'total_increasing'] as const;

/** How a value behaves over time: instantaneous, an angle, or a meter. */
export type StateClass = (typeof STATE_CLASSES)[number];

/** The attributes of a sample that statistics depend on. */
export interface ReadingAttributes {
  /** Null if missing or not valid. */
  readonly stateClass: StateClass | null;
  /** Null if missing, undefined if it is an object or an array. */
  readonly deviceClass: string | null | undefined;
  /** Null if missing, undefined if it is an object or an array. */
  readonly unit: string | null | undefined;
  /** As written; null if missing. */
  readonly lastReset: unknown;
}

/** A sample with its attributes parsed. */
export interface Reading {
  readonly at: number;
  /** Earlier than `at` if only attributes changed. */
  readonly changedAt: number;
  readonly state: string | null;
  readonly attributes: ReadingAttributes;
}

const NONE: ReadingAttributes = { stateClass: null, deviceClass: null, unit: null, lastReset: null };

/** Parses the attributes of samples. Equal texts in a row, the usual case, are parsed once. */
export function readingsOf(samples: readonly Sample[]): Reading[] {
  let text: string | undefined;
  let attributes = NONE;
  return samples.map((sample) => {
    if (sample.attributes !== text) {
      text = sample.attributes;
      const parsed: unknown = JSON.parse(text);
      attributes = isObject(parsed) ? readingAttributes(parsed) : NONE;
    }
    return { at: sample.at, changedAt: sample.changedAt, state: sample.state, attributes };
  });
}

/** The attributes of a state that statistics depend on. */
export function readingAttributes(attributes: Readonly<Record<string, unknown>>): ReadingAttributes {
  return {
    stateClass: STATE_CLASSES.find((name) => name === attributes.state_class) ?? null,
    deviceClass: plainText(attributes.device_class),
    unit: plainText(attributes.unit_of_measurement),
    lastReset: attributes.last_reset ?? null,
  };
}

/** The finite number that a state stands for, as Python's `float` reads it; undefined for any other state. */
export function numberOfState(state: string | null): number | undefined {
  const number = state === null ? undefined : parseFloatText(state);
  return Number.isFinite(number) ? number : undefined;
}

function plainText(value: unknown): string | null | undefined {
  if (value === undefined || value === null) return null;
  return typeof value === 'object' ? undefined : String(value);
}
