import { momentOf, wallTime } from '../../state/home-zone.ts';

export const SPANS = ['day', 'week', 'month', 'year'] as const;
/** How much time the page shows. */
export type Span = (typeof SPANS)[number];

/** A shown period of the home's calendar. */
export interface Period {
  readonly span: Span;
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
  /** The beginnings of its bars, and its end. */
  readonly bounds: readonly number[];
  /** The rows to ask for: fine enough to tell what solar energy was used for. */
  readonly rows: 'hour' | 'day';
}

const HOUR = 3_600_000;

/** Where periods of the home begin. */
export interface PeriodStarts {
  /** 1 for Monday. */
  readonly firstWeekday: number;
  /** The day of the month. */
  readonly billingDay: number;
}

/** The period that contains a moment. */
export function periodAt(span: Span, moment: Date, { firstWeekday, billingDay }: PeriodStarts): Period {
  const day = wallTime(moment).slice(0, 10);
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const first =
    span === 'day'
      ? day
      : span === 'week'
        ? moved(day, -((weekday(day) - firstWeekday + 7) % 7))
        : span === 'month'
          ? dateOf(year, date < billingDay ? month - 1 : month, billingDay)
          : dateOf(year, 1);
  return periodFrom(span, first);
}

/** The period some steps later, or earlier if negative. */
export function periodBeside({ span, from }: Period, steps: number): Period {
  const day = wallTime(from).slice(0, 10);
  if (span === 'day' || span === 'week')
    return periodFrom(span, moved(day, steps * (span === 'day' ? 1 : 7)));
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return periodFrom(span, span === 'month' ? dateOf(year, month + steps, date) : dateOf(year + steps, 1));
}

/** The index of the bar that a time falls into; -1 outside of the period. */
export function barAt({ bounds }: Pick<Period, 'bounds'>, at: number): number {
  if (at < (bounds[0] ?? 0)) return -1;
  const next = bounds.findIndex((bound) => bound > at);
  return next < 0 ? -1 : next - 1;
}

/** The first day of the week where the home is, 1 for Monday up to 7. */
export function firstWeekdayOf(language: string, country: string | null): number {
  try {
    const locale = new Intl.Locale(
      country === null ? language : `${language.split('-')[0]}-${country}`,
    ) as Intl.Locale & { weekInfo?: { firstDay: number }; getWeekInfo?: () => { firstDay: number } };
    return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1;
  } catch {
    return 1;
  }
}

function periodFrom(span: Span, first: string): Period {
  const [year = 0, month = 1, date = 1] = first.split('-').map(Number);
  const last =
    span === 'day'
      ? moved(first, 1)
      : span === 'week'
        ? moved(first, 7)
        : span === 'month'
          ? dateOf(year, month + 1, date)
          : dateOf(year + 1, 1);
  const [from, to] = [midnight(first), midnight(last)];
  const bounds: number[] = [];
  if (span === 'day') for (let at = from.getTime(); at < to.getTime(); at += HOUR) bounds.push(at);
  else if (span === 'year')
    for (let one = 1; one <= 12; one += 1) bounds.push(midnight(dateOf(year, one)).getTime());
  else for (let day = first; day < last; day = moved(day, 1)) bounds.push(midnight(day).getTime());
  bounds.push(to.getTime());
  return { span, from, to, bounds, rows: span === 'year' ? 'day' : 'hour' };
}

function midnight(day: string): Date {
  return momentOf(day) ?? new Date(Number.NaN);
}

function moved(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** A day of a month, which may be beyond the year. */
function dateOf(year: number, month: number, day = 1): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}

/** 1 for Monday up to 7. */
function weekday(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
}
