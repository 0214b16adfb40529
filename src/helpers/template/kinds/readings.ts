import type { Value } from '../../../jinja/values/context.ts';
import type { Reading } from '../template-kind.ts';
import { booleanOf, isUnknown, numberOf, textOf } from '../values.ts';

interface Place {
  readonly key: string;
  readonly template: string | undefined;
  /** The value it tells, where that has another name than the key. */
  readonly tells?: string;
  readonly isMain?: boolean;
}

/** A truth value; what is unknown is null. */
export function booleanReading({ tells, ...place }: Place): Reading {
  const name = tells ?? place.key;
  return {
    ...place,
    tells: [name],
    read: (value) => ({ [name]: isUnknown(value) ? null : booleanOf(value) }),
  };
}

/** A number, within limits where there are some. */
export function numberReading(
  { tells, ...place }: Place,
  limits: readonly [number, number] | null = null,
): Reading {
  const name = tells ?? place.key;
  return {
    ...place,
    tells: [name],
    read: (value) => {
      if (isUnknown(value)) return { [name]: null };
      const number = numberOf(value);
      if (number === undefined) return 'a number';
      if (limits !== null && (number < limits[0] || number > limits[1]))
        return `a number from ${limits[0]} to ${limits[1]}`;
      return { [name]: number };
    },
  };
}

/** Text as it is. */
export function textReading({ tells, ...place }: Place): Reading {
  const name = tells ?? place.key;
  return { ...place, tells: [name], read: (value) => ({ [name]: textOf(value) }) };
}

/** One of some words, in any case. */
export function wordReading({ tells, ...place }: Place, words: readonly string[]): Reading {
  const name = tells ?? place.key;
  return {
    ...place,
    tells: [name],
    read: (value) => {
      if (isUnknown(value)) return { [name]: null };
      const word = wordOf(value);
      return words.includes(word) ? { [name]: word } : `one of ${words.join(', ')}`;
    },
  };
}

/** A value as a word: truth values as `true` and `false`. */
export function wordOf(value: Value): string {
  return (textOf(value) ?? '').trim().toLowerCase();
}
