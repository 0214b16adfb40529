import { locale } from '../../app/preferences.ts';
import { formatted, HUGE } from '../../parts/number-text.ts';
import { homeZone, wallTime } from '../../state/home-zone.ts';
import type { Period } from './energy-period.ts';

/** An amount with its unit, with about three digits. */
export function amount(value: number, unit = 'kWh'): string {
  const digits = unit === 'W' || Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  // Without a sign for what rounds to nothing.
  const shown = Math.abs(value) < 0.5 * 10 ** -digits ? 0 : value;
  const options =
    Math.abs(value) >= HUGE
      ? ({ notation: 'scientific' } as const)
      : { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return `${formatted(options).format(shown)} ${unit}`;
}

/** An amount of money; a currency that is not known is a unit. */
export function money(value: number, currency: string): string {
  try {
    return new Intl.NumberFormat(locale(), { style: 'currency', currency }).format(value);
  } catch {
    return amount(value, currency);
  }
}

/** The name of a period, such as “23 November 2026”. */
export function periodName({ span, from, to }: Period): string {
  const write = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale(), { timeZone: homeZone(), ...options });
  if (span === 'year') return write({ year: 'numeric' }).format(from);
  // A month that begins on another day than the first is named by its days.
  if (span === 'month' && wallTime(from).slice(8, 10) === '01')
    return write({ month: 'long', year: 'numeric' }).format(from);
  const day = write({ day: 'numeric', month: 'long', year: 'numeric' });
  return span === 'day' ? day.format(from) : day.formatRange(from, new Date(to.getTime() - 1));
}

const HOUR = 3_600_000;

/** Whether the clocks of the home show an hour twice, on the day on which they are set back. */
function isRepeated(at: number): boolean {
  const hour = wallTime(new Date(at));
  return [at - HOUR, at + HOUR].some((other) => wallTime(new Date(other)) === hour);
}

/** The name of a bar: an hour, a day or a month. */
export function barName({ span }: Period, at: number, isLong = false): string {
  const options: Intl.DateTimeFormatOptions =
    span === 'day'
      ? isLong
        ? { hour: '2-digit', minute: '2-digit', ...(isRepeated(at) ? { timeZoneName: 'short' } : {}) }
        : { hour: '2-digit', hourCycle: 'h23' }
      : span === 'year'
        ? { month: isLong ? 'long' : 'short' }
        : span === 'week'
          ? { weekday: isLong ? 'long' : 'short' }
          : isLong
            ? { day: 'numeric', month: 'long' }
            : { day: 'numeric' };
  const parts = new Intl.DateTimeFormat(locale(), { timeZone: homeZone(), ...options }).formatToParts(at);
  // Some languages add a word to the hour, for which an axis has no space.
  const hour = parts.find(({ type }) => type === 'hour');
  return span === 'day' && !isLong && hour !== undefined
    ? hour.value
    : parts.map(({ value }) => value).join('');
}
