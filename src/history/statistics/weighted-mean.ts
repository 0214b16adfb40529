import type { MeanType } from './statistic.ts';

/** A number in force from a time on. */
export interface TimedValue {
  readonly at: number;
  readonly value: number;
}

/** The mean of a period, with the length of the summed vector if the values are angles. */
export interface WeightedMean {
  readonly mean: number | null;
  readonly meanWeight: number | null;
}

const NO_MEAN: WeightedMean = { mean: null, meanWeight: null };
const RADIANS = Math.PI / 180;

/**
 * The time-weighted mean of a period: each value counts until the next one, the last one until the end. The time before
 * the first value does not count; a value from before the period counts from its start.
 */
export function weightedMean(
  type: MeanType,
  values: readonly TimedValue[],
  { start, end }: { readonly start: number; readonly end: number },
): WeightedMean {
  const first = values[0];
  if (first === undefined || type === 0) return NO_MEAN;
  const seconds = (i: number): number => {
    const from = Math.max(values[i]?.at ?? end, start);
    return (Math.max(values[i + 1]?.at ?? end, start) - from) / 1000;
  };
  if (type === 2) return circularMean(values.map(({ value }, i) => ({ angle: value, weight: seconds(i) })));
  let total = 0;
  for (const [i, { value }] of values.entries()) total += value * seconds(i);
  return { mean: total / ((end - Math.max(first.at, start)) / 1000), meanWeight: null };
}

/** The direction, in degrees from 0 to below 360, and the length of the sum of vectors. */
export function circularMean(
  vectors: readonly { readonly angle: number; readonly weight: number }[],
): WeightedMean {
  if (vectors.length === 0) return NO_MEAN;
  let [sin, cos] = [0, 0];
  for (const { angle, weight } of vectors) {
    sin += Math.sin(angle * RADIANS) * weight;
    cos += Math.cos(angle * RADIANS) * weight;
  }
  // The second remainder is for angles just below 0, which 360 rounds up to itself.
  const mean = (((Math.atan2(sin, cos) / RADIANS) % 360) + 360) % 360;
  return { mean, meanWeight: Math.hypot(sin, cos) };
}
