import { decimalOf } from '../../core/coerce.ts';
import { fault } from '../../core/errors.ts';
import { pointOf } from '../../core/time-zone.ts';
import type { RenderText } from '../entries/entry-kind.ts';
import { floorSecond, type Period } from './matching-blocks.ts';

/** Two templates of its start and end, or one of them and its length in milliseconds. */
export interface PeriodSettings {
  readonly start: string | undefined;
  readonly end: string | undefined;
  readonly duration: number;
}

/** The first and last time that JavaScript can represent. */
const MAX_TIME = 8.64e15;
const ISO = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?)?\s*(Z|[-+]\d\d(?::?\d\d)?)?$/i;

/** The period as the templates give it now. Throws for texts that are no time. */
export function renderPeriod(settings: PeriodSettings, render: RenderText, timeZone: string): Period {
  const { duration } = settings;
  const time = (template: string | undefined): number | undefined =>
    template === undefined ? undefined : timeOf(render(template), timeZone);
  const [start, end] = [time(settings.start), time(settings.end)];
  const first = start ?? (end ?? 0) - duration;
  return { start: floorSecond(first), end: floorSecond(end ?? first + duration) };
}

/** A time in ISO 8601, in the time zone of the home unless it names another one, or seconds since 1970. */
function timeOf(rendered: string, timeZone: string): number {
  const text = rendered.trim();
  const seconds = decimalOf(text);
  const at = seconds === undefined ? isoTimeOf(text, timeZone) : seconds * 1000;
  if (at === undefined || !(Math.abs(at) <= MAX_TIME))
    throw fault('invalid_format', 'invalid_datetime', { text: text.slice(0, 100), key: 'template' });
  return at;
}

function isoTimeOf(text: string, timeZone: string): number | undefined {
  const found = ISO.exec(text);
  if (found === null) return undefined;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = found
    .slice(1, 7)
    .map((part) => (part === undefined ? undefined : Number(part)));
  if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 23 || minute > 59 || second > 59)
    return undefined;
  const zone = found[7];
  if (zone === undefined) return pointOf({ year, month, day, hour, minute, second }, timeZone);
  const [sign, hours, minutes] = [zone.startsWith('-') ? -1 : 1, zone.slice(1, 3), zone.slice(-2)];
  const offset = /^z$/i.test(zone)
    ? 0
    : sign * (Number(hours) * 60 + (zone.length > 3 ? Number(minutes) : 0));
  return Date.UTC(year, month - 1, day, hour, minute, second) - offset * 60_000;
}
