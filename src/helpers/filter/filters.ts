import { roundHalfEven } from '../../core/rounding.ts';

/** A value on its way through filters, at a time in milliseconds since 1970. */
export interface Filtered {
  readonly at: number;
  readonly value: number | string;
}

/** One filter of a chain [history facts §7.8]. */
export interface Filter {
  /** The decimals that it rounds to, if any. */
  readonly precision: number | undefined;
  /** The filtered value; undefined if this one is skipped. Throws `NotANumber` for a text that it cannot filter. */
  take(next: Filtered): Filtered | undefined;
  /** Forgets all values, because the next ones have another unit. */
  reset(): void;
}

/** A filter of numbers got a text. */
export class NotANumber extends Error {
  override readonly name = 'NotANumber';
}

/** What a filter computes for a number; the next filter receives `value`. */
interface Numbers {
  filter(value: number, at: number): number;
  /** Takes the result, rounded. */
  store(filtered: number, raw: number): void;
  reset(): void;
}

function ofNumbers(precision: number | undefined, numbers: Numbers): Filter {
  return {
    precision,
    take: ({ at, value }) => {
      if (typeof value !== 'number') throw new NotANumber(value);
      const filtered = roundedTo(numbers.filter(value, at), precision);
      numbers.store(filtered, value);
      return { at, value: filtered };
    },
    reset: () => numbers.reset(),
  };
}

function roundedTo(value: number, precision: number | undefined): number {
  return precision === undefined ? value : roundHalfEven(value, precision);
}

/** Limits values to a range. */
export function rangeFilter(
  limits: { readonly lower: number | undefined; readonly upper: number | undefined },
  precision?: number,
): Filter {
  const { lower = Number.NEGATIVE_INFINITY, upper = Number.POSITIVE_INFINITY } = limits;
  return ofNumbers(precision, {
    filter: (value) => (value > upper ? upper : value < lower ? lower : value),
    store: () => {},
    reset: () => {},
  });
}

/** Replaces a value that is far from the median of the last ones by that median. */
export function outlierFilter(size: number, radius: number, precision?: number): Filter {
  let window: number[] = [];
  return ofNumbers(precision, {
    filter: (value) => {
      if (window.length < size) return value;
      const median = medianOf(window);
      return Math.abs(value - median) > radius ? median : value;
    },
    store: (_filtered, raw) => {
      window = size === 0 ? [] : [...window, raw].slice(-size);
    },
    reset: () => {
      window = [];
    },
  });
}

/** Mixes each value with the result before it. */
export function lowpassFilter(timeConstant: number, precision?: number): Filter {
  let last: number | undefined;
  // A constant of 0 would weigh infinitely: like 1, it does not mix at all.
  const weight = 1 / Math.max(timeConstant, 1);
  return ofNumbers(precision, {
    filter: (value) => (last === undefined ? value : (1 - weight) * last + weight * value),
    store: (filtered) => {
      last = filtered;
    },
    reset: () => {
      last = undefined;
    },
  });
}

/** The mean of a time window, weighted by how long each value held. */
export function movingAverageFilter(window: number, precision?: number): Filter {
  let values: { readonly at: number; readonly value: number }[] = [];
  let before: number | undefined;
  return ofNumbers(precision, {
    filter: (value, at) => {
      // Times before the last one, after a change of the clock, begin a new window.
      if (window === 0 || at < (values.at(-1)?.at ?? at)) [values, before] = [[], undefined];
      const start = at - window;
      while (values[0] !== undefined && values[0].at <= start) before = values.shift()?.value;
      values.push({ at, value });
      let sum = 0;
      let from = start;
      let held = before ?? values[0]?.value ?? value;
      for (const next of values) {
        sum += (next.at - from) * held;
        from = next.at;
        held = next.value;
      }
      return window === 0 ? value : sum / window;
    },
    store: () => {},
    reset: () => {
      values = [];
      before = undefined;
    },
  });
}

/** Lets one of every `size` values through, beginning with the first. */
export function throttleFilter(size: number, precision?: number): Filter {
  let count = 0;
  return {
    precision,
    take: (next) => {
      const isPassed = count === 0 || count >= size;
      count = isPassed ? 1 : count + 1;
      return isPassed ? rounded(next, precision) : undefined;
    },
    reset: () => {
      count = 0;
    },
  };
}

/** Lets a value through once a time has passed since the last one. */
export function timeThrottleFilter(interval: number, precision?: number): Filter {
  let last: number | undefined;
  return {
    precision,
    take: (next) => {
      // After the clock was set back, the last time is of no use.
      if (last !== undefined && last <= next.at && last > next.at - interval) return undefined;
      last = next.at;
      return rounded(next, precision);
    },
    reset: () => {
      last = undefined;
    },
  };
}

function rounded({ at, value }: Filtered, precision: number | undefined): Filtered {
  return { at, value: typeof value === 'number' ? roundedTo(value, precision) : value };
}

function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}
