import { type Bucket, BucketBuilder, combineBuckets } from './bucket-builder.ts';
import { numberOfState } from './reading.ts';
import { LONG_TERM_PERIOD, SHORT_TERM_PERIOD } from './statistic.ts';

/** What a roll-up or an envelope needs of a sample. */
export interface StateAt {
  readonly at: number;
  readonly state: string | null;
}

/** The input of `rollUp`. */
export interface RollUpInput {
  /** The newest sample before `from`; null if there is none. */
  readonly inForce: StateAt | null;
  /** The samples from `from` to before `to`, in order of time. */
  readonly samples: Iterable<StateAt>;
  /** Full periods: both are multiples of their length. */
  readonly from: number;
  readonly to: number;
}

/** The roll-ups of the periods in which the entity had a number. */
export interface RollUps {
  /** One for each 5 minutes. */
  readonly short: readonly Bucket[];
  /** One for each hour in UTC that the range has a part of. */
  readonly long: readonly Bucket[];
}

/**
 * Rolls up the numbers of an entity of any domain, with or without a state class, for plots. Unlike in statistics, a
 * state that is not a number interrupts the value before it, and the mean of an hour is weighted by time.
 */
export function rollUp({ inForce, samples, from, to }: RollUpInput): RollUps {
  const builder = new BucketBuilder({ from, to, width: SHORT_TERM_PERIOD });
  if (inForce !== null) builder.add(inForce.at, numberOfState(inForce.state));
  for (const { at, state } of samples) builder.add(at, numberOfState(state));
  const short = builder.finish();
  return { short, long: hoursOf(short) };
}

/** The roll-ups of hours, from those of their 5 minutes in order of time. */
export function hoursOf(short: readonly Bucket[]): Bucket[] {
  return combineBuckets(short, { from: 0, to: Number.MAX_SAFE_INTEGER, width: LONG_TERM_PERIOD });
}
