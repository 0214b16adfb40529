import { language } from '../app/preferences.ts';
import { homeZone } from '../state/home-zone.ts';

/** A point in time as the clocks of the home show it, in the app's language. */
export function timeText(moment: Date | string, options: Intl.DateTimeFormatOptions): string {
  const date = typeof moment === 'string' ? new Date(moment) : moment;
  if (Number.isNaN(date.getTime())) return String(moment);
  return new Intl.DateTimeFormat(language(), { timeZone: homeZone(), ...options }).format(date);
}

/** A day of the calendar (`2026-11-21`), which is the same day everywhere. */
export function dayText(day: string): string {
  return timeText(`${day}T00:00:00Z`, { dateStyle: 'medium', timeZone: 'UTC' });
}
