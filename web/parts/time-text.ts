import { locale } from '../app/preferences.ts';
import { homeZone } from '../state/home-zone.ts';

/** Making a format takes many times as long as using it; there are as many as ways to show a time. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** A time in the home's time zone and the app's language. */
export function timeText(moment: Date | string, options: Intl.DateTimeFormatOptions): string {
  const date = typeof moment === 'string' ? new Date(moment) : moment;
  if (Number.isNaN(date.getTime())) return String(moment);
  return formatOf(options).format(date);
}

/** A calendar date (`2026-11-21`), independent of time zones. */
export function dayText(day: string): string {
  return timeText(`${day}T00:00:00Z`, { dateStyle: 'medium', timeZone: 'UTC' });
}

/** A time range; parts common to both times are shown once. */
export function rangeText(from: string, to: string, options: Intl.DateTimeFormatOptions): string {
  const [start, end] = [new Date(from), new Date(to)];
  if (Number.isNaN(start.getTime())) return from;
  const format = formatOf(options);
  return end.getTime() > start.getTime() ? format.formatRange(start, end) : format.format(start);
}

function formatOf(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const own = { timeZone: homeZone(), ...options };
  const key = `${locale()} ${JSON.stringify(own)}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale(), own);
  formats.set(key, format);
  return format;
}
