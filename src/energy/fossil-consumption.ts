import { localTimeOf, pointOf } from '../core/time-zone.ts';

/** A row of a statistic; times are in milliseconds since 1970. */
export interface ConsumptionRow {
  readonly start: number;
  /** Kilowatt-hours used since the row before. */
  readonly change?: number | null;
  /** The share of fossil energy in percent. */
  readonly mean?: number | null;
}

/** The periods of an answer; rows of five minutes are summed as they are. */
export type FossilPeriod = '5minute' | 'hour' | 'day' | 'month';

/** What to compute. */
export interface FossilInput {
  /** The rows of each meter. */
  readonly energy: readonly (readonly ConsumptionRow[])[];
  /** The rows of the share of fossil energy; where there is none, all of it is fossil. */
  readonly share: readonly ConsumptionRow[];
  readonly period: FossilPeriod;
  readonly timeZone: string;
}

const ALL = 100;

/** Kilowatt-hours from fossil sources by the start of their period; periods without energy are left out. */
export function fossilConsumption({ energy, share, period, timeZone }: FossilInput): Map<number, number> {
  const shares = new Map(share.map(({ start, mean }) => [start, mean ?? ALL]));
  const used = new Map<number, number>();
  for (const rows of energy)
    for (const { start, change } of rows)
      if (typeof change === 'number') used.set(start, (used.get(start) ?? 0) + change);
  const sums = new Map<number, number>();
  for (const [start, change] of [...used].sort(([a], [b]) => a - b)) {
    const first = periodStart(start, period, timeZone);
    sums.set(first, (sums.get(first) ?? 0) + (change * (shares.get(start) ?? ALL)) / ALL);
  }
  return sums;
}

function periodStart(at: number, period: FossilPeriod, timeZone: string): number {
  if (period === '5minute' || period === 'hour') return at;
  const local = localTimeOf(at, timeZone);
  const day = period === 'month' ? 1 : local.day;
  return pointOf({ ...local, day, hour: 0, minute: 0, second: 0 }, timeZone);
}
