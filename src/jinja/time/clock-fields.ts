import type { LocalTime } from '../../core/time-zone.ts';
import { valueError } from '../values/failure.ts';
import { floorDivide } from './timedelta.ts';

const SECOND = 1_000_000n;

/** The parts of a date and a time. */
export interface Fields extends LocalTime {
  readonly micro: number;
}

/** The fields as microseconds since 1970 in local time. Throws `ValueError` for an invalid date or time. */
export function wallOf(fields: Fields): bigint {
  const { year, month, day, hour, minute, second, micro } = fields;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (!(year >= 1 && year <= 9999)) throw valueError(`year ${year} is out of range`);
  if (!(month >= 1 && month <= 12)) throw valueError('month must be in 1..12');
  if (day < 1 || date.getUTCDate() !== day || date.getUTCMonth() !== month - 1) {
    throw valueError('day is out of range for month');
  }
  if (!(hour >= 0 && hour <= 23)) throw valueError('hour must be in 0..23');
  if (!(minute >= 0 && minute <= 59)) throw valueError('minute must be in 0..59');
  if (!(second >= 0 && second <= 59)) throw valueError('second must be in 0..59');
  if (!(micro >= 0 && micro <= 999_999)) throw valueError('microsecond must be in 0..999999');
  const seconds = date.getTime() / 1000 + hour * 3600 + minute * 60 + second;
  return BigInt(seconds) * SECOND + BigInt(micro);
}

/** The fields of microseconds since 1970 in local time. */
export function fieldsOf(wall: bigint): Fields {
  const seconds = floorDivide(wall, SECOND);
  const date = new Date(Number(seconds) * 1000);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    micro: Number(wall - seconds * SECOND),
  };
}

const two = (value: number): string => String(value).padStart(2, '0');

const SPECS: Readonly<Record<string, number>> = {
  hours: 0,
  minutes: 1,
  seconds: 2,
  milliseconds: 3,
  microseconds: 6,
};

/** `07:08:09.123456`, down to the given unit; `auto` omits zero microseconds. */
export function timeText({ hour, minute, second, micro }: Fields, spec = 'auto'): string {
  const level = spec === 'auto' ? (micro === 0 ? 2 : 6) : SPECS[spec];
  if (level === undefined) throw valueError('Unknown timespec value');
  const clock = [hour, minute, second]
    .slice(0, Math.min(level, 2) + 1)
    .map(two)
    .join(':');
  return level < 3 ? clock : `${clock}.${String(micro).padStart(6, '0').slice(0, level)}`;
}
