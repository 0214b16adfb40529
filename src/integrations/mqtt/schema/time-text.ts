import { offsetText } from '../../../core/time-zone.ts';

/** A parsed time: its fields, and the UTC offset if the text names one. */
export interface ReadMoment {
  /** The fields taken as UTC, in milliseconds since 1970. */
  readonly fields: number;
  /** Minutes ahead of UTC; undefined where the text names no zone. */
  readonly offset: number | undefined;
}

const MOMENT =
  /^(\d{4})-?(\d{1,2})-?(\d{1,2})(?:[T ](\d{1,2})(?::?(\d{2})(?::?(\d{2})(?:[.,](\d{1,9}))?)?)?\s?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/;

/** Reads a date, or a date and time in the forms of ISO 8601 people use; undefined for anything else. */
export function readMoment(text: string): ReadMoment | undefined {
  const match = MOMENT.exec(text.trim());
  if (match === null) return undefined;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone] = match;
  const micros = Number(fraction.padEnd(6, '0').slice(0, 6));
  const date = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const isReal =
    new Date(date).getUTCMonth() === Number(month) - 1 &&
    new Date(date).getUTCDate() === Number(day) &&
    Number(hour) < 24 &&
    Number(minute) < 60 &&
    Number(second) < 60;
  if (!isReal) return undefined;
  const time = ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000 + micros / 1000;
  return { fields: date + time, offset: offsetOf(zone) };
}

function offsetOf(zone: string | undefined): number | undefined {
  if (zone === undefined) return undefined;
  if (zone === 'Z') return 0;
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  return zone.startsWith('-') ? -minutes : minutes;
}

/** ISO 8601 with the original UTC offset. */
export function isoText(fields: number, offset: number | undefined): string {
  const whole = new Date(fields).toISOString();
  const time = whole.endsWith('.000Z') ? whole.slice(0, 19) : `${whole.slice(0, -1)}000`;
  return offset === undefined ? time : time + offsetText(offset * 60);
}
