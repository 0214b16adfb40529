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

const DAY = 86_400_000;

/** A zone's UTC offset in minutes at a wall time: the first of two; the one before for a skipped time. */
export function offsetOfZone(wall: number, zone: string): number {
  const before = wallOffset(wall - DAY, zone);
  const after = wallOffset(wall + DAY, zone);
  const isAt = (offset: number): boolean => wallOffset(wall - offset * 60_000, zone) === offset;
  return isAt(before) || !isAt(after) ? before : after;
}

function wallOffset(point: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(point);
  const of = (type: string): number => Number(parts.find((part) => part.type === type)?.value);
  const wall = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'));
  return Math.round((wall - Math.floor(point / 60_000) * 60_000) / 60_000);
}

/** ISO 8601 with the original UTC offset. */
export function isoText(fields: number, offset: number | undefined): string {
  const whole = new Date(fields).toISOString();
  const time = whole.endsWith('.000Z') ? whole.slice(0, 19) : `${whole.slice(0, -1)}000`;
  if (offset === undefined) return time;
  const size = Math.abs(offset);
  const hours = String(Math.floor(size / 60)).padStart(2, '0');
  return `${time}${offset < 0 ? '-' : '+'}${hours}:${String(size % 60).padStart(2, '0')}`;
}
