import type { StatisticPeriod } from '../../core/statistics-query.ts';
import { daysLater, type LocalTime, localTimeOf, pointOf, weekdayOf } from '../../core/time-zone.ts';

/** A period by real instants: a day has 23 to 25 hours. */
export interface PeriodBounds {
  readonly start: number;
  readonly end: number;
}

export type LocalPeriod = Exclude<StatisticPeriod, '5minute' | 'hour'>;

const MIDNIGHT = { hour: 0, minute: 0, second: 0 };

/** Days, weeks from Monday, months or years in a time zone. */
export class LocalPeriods {
  private readonly period: LocalPeriod;
  private readonly timeZone: string;
  private readonly known = new Map<number, PeriodBounds>();

  constructor(period: LocalPeriod, timeZone: string) {
    this.period = period;
    this.timeZone = timeZone;
  }

  /** The period that contains a time. */
  at(time: number): PeriodBounds {
    const known = this.known.get(time);
    if (known !== undefined) return known;
    const first = firstDay(this.period, localTimeOf(time, this.timeZone));
    const bounds = { start: this.midnight(first), end: this.midnight(nextDay(this.period, first)) };
    this.known.set(time, bounds);
    return bounds;
  }

  private midnight(day: LocalTime): number {
    return pointOf(day, this.timeZone);
  }
}

function firstDay(period: LocalPeriod, local: LocalTime): LocalTime {
  if (period === 'year') return { year: local.year, month: 1, day: 1, ...MIDNIGHT };
  if (period === 'month') return { ...local, day: 1, ...MIDNIGHT };
  if (period === 'day') return { ...local, ...MIDNIGHT };
  return daysLater(local, -weekdayOf(local));
}

function nextDay(period: LocalPeriod, first: LocalTime): LocalTime {
  if (period === 'year') return { ...first, year: first.year + 1 };
  if (period === 'month')
    return first.month === 12
      ? { ...first, year: first.year + 1, month: 1 }
      : { ...first, month: first.month + 1 };
  return daysLater(first, period === 'day' ? 1 : 7);
}
