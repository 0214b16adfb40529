import { abbreviationAt, hasClock, offsetAt, offsetOfWall, offsetText } from '../../core/time-zone.ts';
import type { RenderContext, Value } from '../values/context.ts';
import { TemplateFailure, valueError } from '../values/failure.ts';
import { PyObject } from '../values/py-object.ts';
import { Timedelta } from './timedelta.ts';

/** A time zone: the offset of its local time from UTC, in seconds. */
export class Zone extends PyObject {
  /** The IANA name, or undefined for a fixed offset. */
  readonly key: string | undefined;
  private readonly fixed: number;

  constructor(key: string | undefined, fixed: number) {
    super();
    this.key = key;
    this.fixed = fixed;
  }

  override get typeName(): string {
    return this.key === undefined ? 'timezone' : 'ZoneInfo';
  }

  /** The offset at an instant (seconds since 1970). */
  offsetAt(instant: number): number {
    return this.key === undefined ? this.fixed : offsetAt(instant * 1000, this.key) / 1000;
  }

  /**
   * The offset of a wall clock time; `fold` 1 means the second of two. A time in a gap uses the offset before
   * it, as in Python.
   */
  offsetOfWall(wall: number, fold: number): number {
    return this.key === undefined ? this.fixed : offsetOfWall(wall * 1000, this.key, fold) / 1000;
  }

  /** The daylight saving part of the offset. */
  summerAt(instant: number): number {
    if (this.key === undefined) return 0;
    const year = new Date(instant * 1000).getUTCFullYear();
    const [winter, summer] = [0, 6].map((month) => this.offsetAt(Date.UTC(year, month, 1) / 1000));
    return this.offsetAt(instant) - Math.min(winter ?? 0, summer ?? 0);
  }

  /** `CEST`, `UTC`, `UTC+02:00`. */
  nameAt(instant: number): string {
    if (this.key === undefined) return this.fixed === 0 ? 'UTC' : `UTC${offsetText(this.fixed)}`;
    if (this.key === 'UTC') return 'UTC';
    const name = abbreviationAt(instant * 1000, this.key);
    if (name !== undefined) return name;
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

export const UTC = new Zone(undefined, 0);

/** More than a home needs: a zone name can be spelled in many ways. */
const MAX_ZONES = 200;
const zones = new Map<string, Zone>();

/** The zone of an IANA name. Throws `ValueError` for an unknown one. */
export function zoneOf(name: string): Zone {
  let zone = zones.get(name);
  if (zone === undefined) {
    if (!hasClock(name)) throw valueError(`Invalid time zone: ${name}`);
    zone = new Zone(name, 0);
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
