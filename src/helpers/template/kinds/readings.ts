import type { Value } from '../../../jinja/values/context.ts';
import { finiteNumber } from '../../../jinja/values/plain.ts';
import type { Reading } from '../template-kind.ts';
import { booleanOf, isUnknown, textOf } from '../values.ts';

interface Place {
  readonly key: string;
  readonly template: string | undefined;
  /** The name of the value, if it differs from the key. */
  readonly reports?: string;
  readonly isMain?: boolean;
}

/** A boolean; unknown values are null. */
export function booleanReading({ reports, ...place }: Place): Reading {
  const name = reports ?? place.key;
  return {
    ...place,
    reports: [name],
    read: (value) => ({ [name]: isUnknown(value) ? null : booleanOf(value) }),
  };
}

/** A number, optionally within limits. */
export function numberReading(
  { reports, ...place }: Place,
  limits: readonly [number, number] | null = null,
): Reading {
  const name = reports ?? place.key;
  return {
    ...place,
    reports: [name],
    read: (value) => {
      if (isUnknown(value)) return { [name]: null };
      const number = finiteNumber(value);
      if (number === undefined) return 'a number';
      if (limits !== null && (number < limits[0] || number > limits[1]))
        return `a number from ${limits[0]} to ${limits[1]}`;
      return { [name]: number };
    },
  };
}

/** Text, unchanged. */
export function textReading({ reports, ...place }: Place): Reading {
  const name = reports ?? place.key;
  return { ...place, reports: [name], read: (value) => ({ [name]: textOf(value) }) };
}

/** One of the given words, in any case. */
export function wordReading({ reports, ...place }: Place, words: readonly string[]): Reading {
  const name = reports ?? place.key;
  return {
    ...place,
    reports: [name],
    read: (value) => {
      if (isUnknown(value)) return { [name]: null };
      const word = wordOf(value);
      return words.includes(word) ? { [name]: word } : `one of ${words.join(', ')}`;
    },
  };
}

/** A value as a word: booleans as `true` and `false`. */
export function wordOf(value: Value): string {
  return (textOf(value) ?? '').trim().toLowerCase();
}
