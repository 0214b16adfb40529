import { offsetText } from '../../core/time-zone.ts';
import { TemplateFailure } from '../values/failure.ts';
import { LIMITS } from '../values/limits.ts';
import { spend } from '../values/work-meter.ts';
import type { Fields } from './clock-fields.ts';

/** The time that a format refers to. */
export interface Moment extends Fields {
  readonly offset?: number | undefined;
  readonly name?: string | undefined;
  readonly instant?: () => bigint;
}

export const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

type Day = Pick<Moment, 'year' | 'month' | 'day'>;

/** Days since 1970-01-01. */
export function dayNumber({ year, month, day }: Day): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getTime() / 86_400_000;
}

/** 0 is Sunday. */
export function weekday(day: Day): number {
  return (((dayNumber(day) + 4) % 7) + 7) % 7;
}

/** 1 for the first of January. */
export function dayOfYear(day: Day): number {
  return dayNumber(day) - dayNumber({ year: day.year, month: 1, day: 1 }) + 1;
}

/** Year, week and day (1 is Monday) of ISO 8601. */
export function isoCalendar(day: Day): readonly [year: number, week: number, weekday: number] {
  const isoDay = weekday(day) || 7;
  const thursday = dayNumber(day) - isoDay + 4;
  const date = new Date(thursday * 86_400_000);
  const year = date.getUTCFullYear();
  return [year, Math.floor((thursday - dayNumber({ year, month: 1, day: 1 })) / 7) + 1, isoDay];
}

interface Part {
  readonly value: number | string;
  readonly width?: number;
  readonly fill?: string;
}

const number = (value: number, width: number, fill = '0'): Part => ({ value, width, fill });

function part(letter: string, moment: Moment): Part | undefined {
  const dayName = DAYS[weekday(moment)] ?? '';
  const monthName = MONTHS[moment.month - 1] ?? '';
  const hour12 = moment.hour % 12 || 12;
  const text = (value: string): Part => ({ value });
  const all = (format: string): Part => text(strftime(format, moment));
  switch (letter) {
    case 'a':
      return text(dayName.slice(0, 3));
    case 'A':
      return text(dayName);
    case 'b':
    case 'h':
      return text(monthName.slice(0, 3));
    case 'B':
      return text(monthName);
    case 'c':
      return all('%a %b %e %H:%M:%S %Y');
    case 'C':
      return number(Math.floor(moment.year / 100), 2);
    case 'd':
      return number(moment.day, 2);
    case 'D':
    case 'x':
      return all('%m/%d/%y');
    case 'e':
      return number(moment.day, 2, ' ');
    case 'f':
      return number(moment.micro, 6);
    case 'F':
      return all('%Y-%m-%d');
    case 'g':
      return number(isoCalendar(moment)[0] % 100, 2);
    case 'G':
      return number(isoCalendar(moment)[0], 4);
    case 'H':
      return number(moment.hour, 2);
    case 'I':
      return number(hour12, 2);
    case 'j':
      return number(dayOfYear(moment), 3);
    case 'k':
      return number(moment.hour, 2, ' ');
    case 'l':
      return number(hour12, 2, ' ');
    case 'm':
      return number(moment.month, 2);
    case 'M':
      return number(moment.minute, 2);
    case 'n':
      return text('\n');
    case 'p':
      return text(moment.hour < 12 ? 'AM' : 'PM');
    case 'P':
      return text(moment.hour < 12 ? 'am' : 'pm');
    case 'r':
      return all('%I:%M:%S %p');
    case 'R':
      return all('%H:%M');
    case 's':
      return text(String((moment.instant?.() ?? BigInt(dayNumber(moment)) * 86_400_000_000n) / 1_000_000n));
    case 'S':
      return number(moment.second, 2);
    case 't':
      return text('\t');
    case 'T':
    case 'X':
      return all('%H:%M:%S');
    case 'u':
      return number(weekday(moment) || 7, 1);
    case 'U':
      return number(Math.floor((dayOfYear(moment) + 6 - weekday(moment)) / 7), 2);
    case 'V':
      return number(isoCalendar(moment)[1], 2);
    case 'w':
      return number(weekday(moment), 1);
    case 'W':
      return number(Math.floor((dayOfYear(moment) + 6 - ((weekday(moment) + 6) % 7)) / 7), 2);
    case 'y':
      return number(moment.year % 100, 2);
    case 'Y':
      return number(moment.year, 4);
    case 'z':
      return text(moment.offset === undefined ? '' : offsetText(moment.offset, ''));
    case 'Z':
      return text(moment.name ?? '');
    case '%':
      return text('%');
    default:
      return undefined;
  }
}

/** Python's `strftime` on a GNU system in the C locale: with its flags `-`, `_`, `0`, `^`, `#` and widths. */
export function strftime(format: string, moment: Moment): string {
  let room = LIMITS.text - format.length;
  const within = (text: string): string => {
    room -= text.length;
    if (room < 0) throw new TemplateFailure('MemoryError', 'text too long');
    return text;
  };
  const replacement = ([whole, flags = '', width = '', letter = '']: RegExpMatchArray): string => {
    spend(8 + ((flags.length + Number(width)) >> 4));
    if (letter === ':z') return moment.offset === undefined ? '' : offsetText(moment.offset);
    const found = part(letter, moment);
    if (found === undefined) return whole;
    let text = String(found.value);
    const size = width === '' ? (found.width ?? 0) : Number(width);
    const fill = flags.includes('_') ? ' ' : flags.includes('0') ? '0' : (found.fill ?? ' ');
    if (!flags.includes('-'))
      text = text.padStart(size, found.width === undefined && !flags.includes('0') ? ' ' : fill);
    if (flags.includes('^')) return within(text.toUpperCase());
    if (flags.includes('#'))
      return within(letter === 'Z' || letter === 'p' ? text.toLowerCase() : text.toUpperCase());
    return within(text);
  };
  let result = '';
  let at = 0;
  for (const match of format.matchAll(DIRECTIVE)) {
    result += format.slice(at, match.index) + replacement(match);
    at = match.index + match[0].length;
  }
  return result + format.slice(at);
}

const DIRECTIVE = /%([-_0^#]*)(\d{0,3})[EO]?(:?z|[A-Za-z%])/g;
