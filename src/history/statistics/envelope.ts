import { type Bucket, BucketBuilder, type BucketRange, combineBuckets } from './bucket-builder.ts';
import { numberOfState } from './reading.ts';
import type { StateAt } from './roll-up.ts';

/**
 * At most `points` equally long spans from `from` to `to`, as a plot draws them; spans without a number are left out.
 * `samples` are in order of time; the last one before `from` is the one in force at the beginning.
 */
export function envelope(samples: Iterable<StateAt>, from: number, to: number, points: number): Bucket[] {
  if (!(to > from) || points < 1) return [];
  const builder = new BucketBuilder(envelopeRange(from, to, points));
  for (const { at, state } of samples) builder.add(at, numberOfState(state));
  return builder.finish();
}

/** The envelope of roll-ups, in order of time; their periods should not be longer than the spans. */
export function envelopeOfRollUps(
  rollUps: Iterable<Bucket>,
  from: number,
  to: number,
  points: number,
): Bucket[] {
  return to > from && points >= 1 ? combineBuckets(rollUps, envelopeRange(from, to, points)) : [];
}

/** The spans of an envelope, for a `BucketBuilder` that samples are read into in chunks. */
export function envelopeRange(from: number, to: number, points: number): BucketRange {
  return { from, to, width: Math.max(1, Math.ceil((to - from) / Math.floor(points))) };
}
