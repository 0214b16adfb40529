import { locale } from '../app/preferences.ts';
import { homeZone } from '../state/home-zone.ts';

/** A time in the home's time zone and the app's language. */
export function timeText(moment: Date | string, options: Intl.DateTimeFormatOptions): string {
  const date = typeof moment === 'string' ? new Date(moment) : moment;
  if (Number.isNaN(date.getTime())) return String(moment);
  return new Intl.DateTimeFormat(locale(), { timeZone: homeZone(), ...options }).format(date);
}

/** A calendar date (`2026-11-21`), independent of time zones. */
export function dayText(day: string): string {
  return timeText(`${day}T00:00:00Z`, { dateStyle: 'medium', timeZone: 'UTC' });
}

/** A time range; parts common to both times are shown once. */
export function rangeText(from: string, to: string, options: Intl.DateTimeFormatOptions): string {
  const [start, end] = [new Date(from), new Date(to)];
  if (Number.isNaN(start.getTime())) return from;
  const format = new Intl.DateTimeFormat(locale(), { timeZone: homeZone(), ...options });
  return end.getTime() > start.getTime() ? format.formatRange(start, end) : format.format(start);
}
