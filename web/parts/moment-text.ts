import { isSameDay } from '../state/home-zone.ts';
import { dayText, timeText } from './time-text.ts';

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
const CLOCK = /^(\d{4}-\d\d-\d\d)?[ T]?(\d\d:\d\d(?::\d\d)?)?$/;

/** A date, a time or both, without a zone, in local notation; seconds only if there are any. */
export function clockText(state: string): string | undefined {
  const [whole, day, time] = CLOCK.exec(state) ?? [];
  if (whole === undefined || whole === '') return undefined;
  if (time === undefined) return day === undefined ? undefined : dayText(day);
  const timeStyle = /:00$|^\d\d:\d\d$/.test(time) ? 'short' : 'medium';
  const dateStyle = day === undefined ? {} : ({ dateStyle: 'medium' } as const);
  return timeText(`${day ?? '1970-01-01'}T${time}Z`, { ...dateStyle, timeStyle, timeZone: 'UTC' });
}

/** A time in the home's time zone; without the date if it is today. */
export function momentText(state: string): string {
  if (!MOMENT.test(state)) return state === 'unknown' ? '–' : state;
  const date = new Date(state);
  if (Number.isNaN(date.getTime())) return state;
  const isToday = isSameDay(date, new Date());
  return timeText(date, isToday ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' });
}
