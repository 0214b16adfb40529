import type { Property } from './ical.ts';

/** A day (`2026-11-28`), or a time with an offset (`2026-11-28T12:00:00+01:00`). */
export type When = string;

/** A point in time of iCalendar as a day or a time; undefined for what is neither. */
export function whenOf(property: Property | undefined): When | undefined {
  const read = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z?))?$/.exec(property?.value ?? '');
  if (property === undefined || read === null) return undefined;
  const [, year, month, day, hour, minute, second, zulu] = read;
  const date = `${year}-${month}-${day}`;
  if (Number.isNaN(Date.parse(date))) return undefined;
  if (hour === undefined) return date;
  const wall = `${date}T${hour}:${minute}:${second}`;
  if (Number.isNaN(Date.parse(`${wall}Z`))) return undefined;
  if (zulu === 'Z') return `${wall}+00:00`;
  // A time without a zone is that of whoever looks at it.
  return `${wall}${offsetAt(wall, property.parameters.TZID)}`;
}

/** Moves a day or time by a duration of iCalendar, such as `PT1H30M` or `P1D`. */
export function later(when: When, duration: string): When | undefined {
  const read = /^([+-]?)P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(duration);
  if (read === null) return undefined;
  const [, sign, ...parts] = read;
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0));
  const length = (((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60 + seconds;
  return moved(when, sign === '-' ? -length : length);
}

/** The day after a day. */
export function nextDay(day: When): When {
  return moved(day, 86_400) ?? day;
}

export function isDay(when: When): boolean {
  return when.length === 10;
}

/** A time as iCalendar writes it in universal time, or a day. */
export function written(when: When): Pick<Property, 'parameters' | 'value'> {
  if (isDay(when)) return { parameters: { VALUE: 'DATE' }, value: when.replaceAll('-', '') };
  const time = new Date(when).toISOString().replace(/[-:]|\.\d{3}/g, '');
  return { parameters: {}, value: time };
}

function moved(when: When, seconds: number): When | undefined {
  const at = Date.parse(when) + seconds * 1000;
  if (!Number.isFinite(at) || Math.abs(at) > 8e15) return undefined;
  const text = new Date(at).toISOString();
  return isDay(when) ? text.slice(0, 10) : text.replace('.000Z', '+00:00');
}

/** The offset of a zone at a time on its clocks; that of this process for an unknown zone. */
function offsetAt(wall: string, zone: string | undefined): string {
  const guess = Date.parse(`${wall}Z`);
  // The offset is that of the time itself, which is found in two steps around a change of the clocks.
  const first = guess - minutesAt(guess, zone) * 60_000;
  const minutes = minutesAt(first, zone);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
}

function minutesAt(time: number, zone: string | undefined): number {
  const format = formatOf(zone) ?? formatOf(undefined);
  const parts = Object.fromEntries(
    (format?.formatToParts(time) ?? []).map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  const wall = Date.UTC(year, month - 1, day, hour % 24, minute, second);
  return Math.round((wall - Math.floor(time / 1000) * 1000) / 60_000);
}

const formats = new Map<string, Intl.DateTimeFormat | undefined>();
const MAX_FORMATS = 200;

function formatOf(zone: string | undefined): Intl.DateTimeFormat | undefined {
  const key = zone ?? '';
  if (formats.has(key) || formats.size >= MAX_FORMATS) return formats.get(key);
  try {
    const options = {
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    } as const;
    formats.set(
      key,
      new Intl.DateTimeFormat('en-US', {
        ...options,
        hourCycle: 'h23',
        ...(zone === undefined ? {} : { timeZone: zone }),
      }),
    );
  } catch {
    formats.set(key, undefined);
  }
  return formats.get(key);
}
