import { fault } from '../../core/errors.ts';

/** A pattern such as `0 0 1 * *`: when the five fields match the clocks of the home. */
export interface CronPattern {
  readonly minutes: ReadonlySet<number>;
  readonly hours: ReadonlySet<number>;
  readonly months: ReadonlySet<number>;
  /** Whether it names neither minute nor hour by itself: then it runs in repeated hours twice. */
  readonly isFrequent: boolean;
  /** Whether a day of a month matches; `weekday` 0 is Sunday. */
  matchesDay(date: CalendarDay): boolean;
}

/** A day, with what patterns may ask of it. */
export interface CalendarDay {
  readonly day: number;
  /** 0 is Sunday. */
  readonly weekday: number;
  readonly daysInMonth: number;
}

interface Range {
  readonly min: number;
  readonly max: number;
  readonly names?: readonly string[];
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const MINUTES: Range = { min: 0, max: 59 };
const HOURS: Range = { min: 0, max: 23 };
const DAYS: Range = { min: 1, max: 31 };
const MONTH_RANGE: Range = { min: 1, max: 12, names: ['', ...MONTHS] };
const WEEKDAY_RANGE: Range = { min: 0, max: 7, names: WEEKDAYS };
const MAX_LENGTH = 1000;

/** Reads a pattern of five fields. Throws `invalid_format` for any other text. */
export function readCronPattern(text: string): CronPattern {
  const fields = text.trim().split(/\s+/);
  const [minute, hour, day, month, weekday] = fields;
  const isComplete = fields.length === 5 && text.length <= MAX_LENGTH;
  const read =
    isComplete && minute && hour && day && month && weekday
      ? {
          minutes: valuesOf(minute, MINUTES),
          hours: valuesOf(hour, HOURS),
          months: valuesOf(month, MONTH_RANGE),
          days: daysOf(day),
          weekdays: weekdaysOf(weekday),
        }
      : undefined;
  if (
    read?.minutes === undefined ||
    read.hours === undefined ||
    read.months === undefined ||
    read.days === undefined ||
    read.weekdays === undefined
  )
    throw fault('invalid_format', 'invalid_cron_pattern', { pattern: text.slice(0, 100) });
  const { minutes, hours, months, days, weekdays } = read;
  // As in cron: with both restricted, one of them is enough.
  const isEither = !(day?.startsWith('*') || weekday?.startsWith('*'));
  return {
    ...{ minutes, hours, months },
    isFrequent: minute?.startsWith('*') === true || hour?.startsWith('*') === true,
    matchesDay: (date) => (isEither ? days(date) || weekdays(date) : days(date) && weekdays(date)),
  };
}

type DayTest = (date: CalendarDay) => boolean;

/** Days of the month; `L` is the last one. */
function daysOf(field: string): DayTest | undefined {
  const parts = field.split(',');
  const isLast = parts.some((part) => part.toLowerCase() === 'l');
  const others = parts.filter((part) => part.toLowerCase() !== 'l');
  const days = others.length === 0 ? new Set<number>() : valuesOf(others.join(','), DAYS);
  if (days === undefined) return undefined;
  return ({ day, daysInMonth }) => days.has(day) || (isLast && day === daysInMonth);
}

/** Days of the week; `5#2` is the second Friday, `5L` the last one. */
function weekdaysOf(field: string): DayTest | undefined {
  const tests: DayTest[] = [];
  for (const part of field.split(',')) {
    const special = /^(\w+?)(?:#([1-5])|(l))$/i.exec(part);
    const [, name = '', nth] = special ?? [];
    const named = special === null ? undefined : numberOf(name, WEEKDAY_RANGE);
    if (named !== undefined) {
      tests.push(({ weekday, day, daysInMonth }) => {
        const isPlace = nth === undefined ? day > daysInMonth - 7 : Math.ceil(day / 7) === Number(nth);
        return weekday === named % 7 && isPlace;
      });
      continue;
    }
    const values = valuesOf(part, WEEKDAY_RANGE);
    if (values === undefined) return undefined;
    const days = new Set([...values].map((value) => value % 7));
    tests.push(({ weekday }) => days.has(weekday));
  }
  return (date) => tests.some((test) => test(date));
}

/** The values of a list of `*`, numbers, names and ranges, each with an optional step. */
function valuesOf(field: string, range: Range): ReadonlySet<number> | undefined {
  const values = new Set<number>();
  for (const part of field.split(',')) {
    const [span = '', step = '1', ...more] = part.split('/');
    const stride = /^\d+$/.test(step) ? Number(step) : 0;
    const ends = endsOf(span, range, part.includes('/'));
    if (ends === undefined || stride === 0 || more.length > 0) return undefined;
    for (let value = ends.from; value <= ends.to; value += stride) values.add(value);
  }
  return values;
}

function endsOf(
  span: string,
  range: Range,
  hasStep: boolean,
): { readonly from: number; readonly to: number } | undefined {
  if (span === '*') return { from: range.min, to: range.max };
  const [first = '', last, ...more] = span.split('-');
  const from = numberOf(first, range);
  const to = last === undefined ? (hasStep ? range.max : from) : numberOf(last, range);
  if (from === undefined || to === undefined || to < from || more.length > 0) return undefined;
  return { from, to };
}

function numberOf(text: string, { min, max, names = [] }: Range): number | undefined {
  const number = /^\d{1,2}$/.test(text) ? Number(text) : names.indexOf(text.toLowerCase() || '?');
  return number >= min && number <= max ? number : undefined;
}
