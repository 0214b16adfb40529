import { wallClock } from '../../core/local-time.ts';
import type { RenderContext, Value } from '../values/context.ts';
import { TemplateFailure, valueError } from '../values/failure.ts';
import { PyObject } from '../values/py-object.ts';
import { Timedelta } from './timedelta.ts';

/** A time zone: the offset of its local time from UTC, in seconds. */
export class Zone extends PyObject {
  /** The IANA name, or undefined for a fixed offset. */
  readonly key: string | undefined;
  private readonly fixed: number;
  private readonly clock: Intl.DateTimeFormat | undefined;

  constructor(key: string | undefined, fixed: number) {
    super();
    this.key = key;
    this.fixed = fixed;
    this.clock = key === undefined ? undefined : wallClock(key);
  }

  override get typeName(): string {
    return this.key === undefined ? 'timezone' : 'ZoneInfo';
  }

  /** The offset at an instant (seconds since 1970). */
  offsetAt(instant: number): number {
    if (this.clock === undefined) return this.fixed;
    const part: Record<string, string> = {};
    for (const { type, value } of this.clock.formatToParts(instant * 1000)) part[type] = value;
    const year = part.era === 'BC' ? 1 - Number(part.year) : Number(part.year);
    const wall = Date.UTC(
      2000,
      Number(part.month) - 1,
      Number(part.day),
      Number(part.hour),
      Number(part.minute),
      Number(part.second),
    );
    const date = new Date(wall);
    date.setUTCFullYear(year, Number(part.month) - 1, Number(part.day));
    return date.getTime() / 1000 - Math.floor(instant);
  }

  /**
   * The offset of a wall clock time; `fold` 1 means the second of two. A time in a gap uses the offset before
   * it, as in Python.
   */
  offsetOfWall(wall: number, fold: number): number {
    if (this.clock === undefined) return this.fixed;
    const before = this.offsetAt(wall - 86_400);
    const after = this.offsetAt(wall + 86_400);
    if (before === after) return this.offsetAt(wall - before);
    const fits = [before, after].filter((offset) => this.offsetAt(wall - offset) === offset);
    if (fits.length === 2) return fold === 0 ? before : after;
    if (fits.length === 1) return fits[0] ?? before;
    return fold === 0 ? before : after;
  }

  /** The daylight saving part of the offset. */
  summerAt(instant: number): number {
    if (this.clock === undefined) return 0;
    const year = new Date(instant * 1000).getUTCFullYear();
    const [winter, summer] = [0, 6].map((month) => this.offsetAt(Date.UTC(year, month, 1) / 1000));
    return this.offsetAt(instant) - Math.min(winter ?? 0, summer ?? 0);
  }

  /** `CEST`, `UTC`, `UTC+02:00`. */
  nameAt(instant: number): string {
    if (this.key === undefined) return this.fixed === 0 ? 'UTC' : `UTC${offsetText(this.fixed)}`;
    if (this.key === 'UTC') return 'UTC';
    for (const locale of ['en-GB', 'en-US', 'en-AU', 'en-CA', 'en-NZ', 'en-ZA', 'en-IN']) {
      const parts = new Intl.DateTimeFormat(locale, {
        timeZone: this.key,
        timeZoneName: 'short',
      }).formatToParts(instant * 1000);
      const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
      if (/^[A-Z]{3,5}$/.test(name)) return name;
    }
    return offsetText(this.offsetAt(instant)).replace(':', '').replace(/00$/, '');
  }

  override text(): string {
    return this.key ?? this.nameAt(0);
  }

  override repr(): string {
    if (this.key !== undefined) return `zoneinfo.ZoneInfo(key='${this.key}')`;
    if (this.fixed === 0) return 'datetime.timezone.utc';
    return `datetime.timezone(${new Timedelta(BigInt(this.fixed) * 1_000_000n).repr()})`;
  }

  override attribute(name: string): Value {
    return name === 'key' ? this.key : undefined;
  }

  override equals(other: Value): boolean {
    return other instanceof Zone && other.key === this.key && other.fixed === this.fixed;
  }
}

/** `+02:00`, with seconds if not zero. */
export function offsetText(offset: number, separator = ':'): string {
  const total = Math.abs(offset);
  const two = (value: number): string => String(value).padStart(2, '0');
  const parts = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60].map(two);
  return `${offset < 0 ? '-' : '+'}${(parts[2] === '00' ? parts.slice(0, 2) : parts).join(separator)}`;
}

export const UTC = new Zone(undefined, 0);

/** More than a home needs: a zone name can be spelled in many ways, and each zone is expensive. */
const MAX_ZONES = 200;
const zones = new Map<string, Zone>();

/** The zone of an IANA name. Throws `ValueError` for an unknown one. */
export function zoneOf(name: string): Zone {
  let zone = zones.get(name);
  if (zone === undefined) {
    try {
      zone = new Zone(name, 0);
    } catch {
      throw valueError(`Invalid time zone: ${name}`);
    }
    if (zones.size >= MAX_ZONES) zones.clear();
    zones.set(name, zone);
  }
  return zone;
}

/** A zone with a fixed offset from UTC in seconds; throws `ValueError` for a day or more. */
export function fixedZone(offset: number): Zone {
  if (Math.abs(offset) >= 86_400) {
    throw new TemplateFailure('ValueError', 'offset must be strictly between -24 and 24 hours');
  }
  return offset === 0 ? UTC : new Zone(undefined, offset);
}

/** The local time zone. */
export function localZone(context: RenderContext): Zone {
  return zoneOf(context.environment.timeZone());
}
