import { language } from '../app/preferences.ts';
import { say } from '../texts/say.ts';
import { timeText } from './time-text.ts';

const UNITS = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3600 },
  { unit: 'minute', seconds: 60 },
] as const;
const MONTH = 30 * 86_400;

/** A relative time: "2 hours ago", "in 7 days"; a date if it is more than a month away. */
export function when(time: string): string {
  const seconds = (Date.parse(time) - Date.now()) / 1000;
  if (Math.abs(seconds) > MONTH) return timeText(time, { dateStyle: 'medium' });
  const step = UNITS.find((one) => Math.abs(seconds) >= one.seconds);
  if (step === undefined) return say('use.now');
  const format = new Intl.RelativeTimeFormat(language(), { numeric: 'auto' });
  return format.format(Math.round(seconds / step.seconds), step.unit);
}
