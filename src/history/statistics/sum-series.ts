import { lastResetTime } from './last-reset.ts';
import type { Reading, StateClass } from './reading.ts';
import type { StatisticValues } from './statistic.ts';
import type { WarningCollector } from './statistics-warning.ts';
import type { TimedValue } from './weighted-mean.ts';

/** The sum of a meter so far, and the reading it belongs to. */
export type SumValues = Pick<StatisticValues, 'state' | 'sum' | 'lastReset'>;

/** The value of a reading in the unit of the statistic. */
export interface ReadingValue extends TimedValue {
  readonly reading: Reading;
}

/** A smaller drop of a meter that only increases is an inaccuracy, not a reset. */
const DIP = 0.9;

/** The input of `continueSum`. */
export interface SumInput {
  /** The newest row before; null if there is none. */
  readonly before: SumValues | null;
  readonly values: readonly ReadingValue[];
  readonly stateClass: StateClass;
  readonly timeZone: string;
}

/**
 * Continues the sum of a meter [§5.5]. `zero` is what the meter showed when its current cycle began, so that
 * the sum of the cycle is the difference to it. Returns null if the meter has shown nothing usable yet.
 */
export function continueSum(input: SumInput, warnings: WarningCollector): SumValues | null {
  const { before, values, stateClass, timeZone } = input;
  const isIncreasing = stateClass === 'total_increasing';
  let sum = before?.sum ?? 0;
  let zero = before?.state ?? null;
  let shown = zero;
  let lastReset = before?.lastReset ?? null;
  let cycle = lastReset;
  for (const { value, at, reading } of values) {
    if (!isIncreasing) lastReset = resetOf(reading, timeZone, warnings);
    let isReset = !isIncreasing && lastReset !== null && lastReset !== cycle;
    if (!isReset && zero === null) isReset = lastReset === null || isIncreasing;
    else if (!isReset && isIncreasing && shown !== null) {
      if (value < shown && value >= DIP * shown)
        warnings.add({ kind: 'decreasing', value, before: shown, at });
      if (value < 0) {
        warnings.add({ kind: 'negative', value, at });
        continue;
      }
      isReset = value < DIP * shown;
    }
    if (isReset) {
      if (zero !== null && shown !== null) sum += shown - zero;
      // After a reset, all that the meter shows was consumed since; its first reading, however, is not
      // counted.
      zero = zero === null ? value : 0;
      cycle = lastReset;
    }
    shown = value;
  }
  return shown === null || zero === null ? null : { state: shown, sum: sum + (shown - zero), lastReset };
}

function resetOf({ attributes, at }: Reading, timeZone: string, warnings: WarningCollector): number | null {
  const { lastReset } = attributes;
  if (lastReset === null) return null;
  const time = lastResetTime(lastReset, timeZone);
  if (time === undefined) warnings.add({ kind: 'invalid_last_reset', lastReset, at });
  return time ?? null;
}
