import { dateText, offsetText } from '../../core/time-zone.ts';
import type { Value } from '../values/context.ts';
import { TemplateFailure, typeError } from '../values/failure.ts';
import { type BinaryOperator, type Key, PyObject } from '../values/py-object.ts';
import { type Fields, fieldsOf, timeText } from './clock-fields.ts';
import { strftime } from './strftime.ts';
import { floorDivide, Timedelta } from './timedelta.ts';
import { UTC, type Zone } from './zone.ts';

const SECOND = 1_000_000n;
const DAY = 86_400n * SECOND;

function checkRange(wall: bigint): bigint {
  if (wall < -62_135_596_800n * SECOND || wall >= 253_402_300_800n * SECOND) {
    throw new TemplateFailure('OverflowError', 'date value out of range');
  }
  return wall;
}

/** A date and time: the wall clock fields, and the time zone if known. */
export class Datetime extends PyObject {
  /** Microseconds since 1970 in local time. */
  readonly wall: bigint;
  readonly zone: Zone | undefined;
  readonly fold: number;

  constructor(wall: bigint, zone: Zone | undefined, fold = 0) {
    super();
    this.wall = checkRange(wall);
    this.zone = zone;
    this.fold = fold;
  }

  /** The local time of an instant, in microseconds since 1970, in a zone. */
  static at(instant: bigint, zone: Zone): Datetime {
    const seconds = Number(floorDivide(instant, SECOND));
    const offset = zone.offsetAt(seconds);
    const wall = instant + BigInt(offset) * SECOND;
    const fold = zone.offsetOfWall(seconds + offset, 0) === offset ? 0 : 1;
    return new Datetime(wall, zone, fold);
  }

  override get typeName(): string {
    return 'datetime';
  }

  get fields(): Fields {
    return fieldsOf(this.wall);
  }

  /** The offset from UTC in seconds; `undefined` without a zone. */
  get offset(): number | undefined {
    return this.zone?.offsetOfWall(Number(floorDivide(this.wall, SECOND)), this.fold);
  }

  /** Microseconds since 1970; without a zone, the operating system's is used. */
  get instant(): bigint {
    const { offset } = this;
    if (offset !== undefined) return this.wall - BigInt(offset) * SECOND;
    const { year, month, day, hour, minute, second, micro } = this.fields;
    const date = new Date(2000, month - 1, day, hour, minute, second);
    date.setFullYear(year, month - 1, day);
    return BigInt(date.getTime()) * 1000n + BigInt(micro);
  }

  inZone(zone: Zone): Datetime {
    return Datetime.at(this.instant, zone);
  }

  override attribute(name: string): Value {
    if (name === 'tzinfo') return this.zone ?? null;
    if (name === 'fold') return this.fold;
    if (name === 'microsecond') return this.fields.micro;
    return fieldOf(this.fields, name);
  }

  iso(separator = 'T', spec = 'auto'): string {
    const { fields, offset } = this;
    return `${dateText(fields)}${separator}${timeText(fields, spec)}${offset === undefined ? '' : offsetText(offset)}`;
  }

  override text(): string {
    return this.iso(' ');
  }

  override repr(): string {
    const { year, month, day, hour, minute, second, micro } = this.fields;
    const numbers = [
      year,
      month,
      day,
      hour,
      minute,
      ...(second !== 0 || micro !== 0 ? [second] : []),
      ...(micro !== 0 ? [micro] : []),
    ];
    const fold = this.fold === 0 ? '' : ', fold=1';
    const zone = this.zone === undefined ? '' : `, tzinfo=${this.zone.repr()}`;
    return `datetime.datetime(${numbers.join(', ')}${fold}${zone})`;
  }

  override format(spec: string): string {
    return spec === '' ? this.text() : this.strftime(spec);
  }

  strftime(format: string): string {
    const { zone, offset, wall } = this;
    const name = zone?.nameAt(Number(floorDivide(wall, SECOND)) - (offset ?? 0));
    return strftime(format, { ...this.fields, offset, name, instant: () => this.instant });
  }

  override equals(other: Value): boolean {
    return other instanceof Datetime && this.difference(other) === 0n;
  }

  /** Microseconds from the other to this; `undefined` if only one has a zone. */
  private difference(other: Datetime): bigint | undefined {
    if (this.zone === other.zone || (this.zone?.key !== undefined && this.zone.key === other.zone?.key))
      return this.wall - other.wall;
    if (this.zone === undefined || other.zone === undefined) return undefined;
    return this.instant - other.instant;
  }

  override hash(): Key {
    return `\0D${this.zone === undefined ? `n${this.wall}` : this.instant}`;
  }

  override order(other: Value): number | undefined {
    if (!(other instanceof Datetime)) return undefined;
    const difference = this.difference(other);
    if (difference === undefined) throw typeError("can't compare offset-naive and offset-aware datetimes");
    return Number(difference);
  }

  override binary(operator: BinaryOperator, other: Value, reflected: boolean): Value {
    if (other instanceof Timedelta && operator === '+')
      return new Datetime(this.wall + other.micros, this.zone);
    if (reflected || operator !== '-') return undefined;
    if (other instanceof Timedelta) return new Datetime(this.wall - other.micros, this.zone);
    if (!(other instanceof Datetime)) return undefined;
    const difference = this.difference(other);
    if (difference === undefined) throw typeError("can't subtract offset-naive and offset-aware datetimes");
    return new Timedelta(difference);
  }

  override json(): Value {
    return this.zone === undefined || this.zone === UTC || this.offset !== undefined ? this.iso() : undefined;
  }
}

function fieldOf(fields: Fields, name: string): Value {
  switch (name) {
    case 'year':
      return fields.year;
    case 'month':
      return fields.month;
    case 'day':
      return fields.day;
    case 'hour':
      return fields.hour;
    case 'minute':
      return fields.minute;
    case 'second':
      return fields.second;
    default:
      return undefined;
  }
}

/** A date without a time. */
export class PyDate extends PyObject {
  readonly wall: bigint;

  constructor(wall: bigint) {
    super();
    this.wall = checkRange(floorDivide(wall, DAY) * DAY);
  }

  override get typeName(): string {
    return 'date';
  }

  get fields(): Fields {
    return fieldsOf(this.wall);
  }

  override attribute(name: string): Value {
    return /^(?:year|month|day)$/.test(name) ? fieldOf(this.fields, name) : undefined;
  }

  override text(): string {
    return dateText(this.fields);
  }

  override repr(): string {
    const { year, month, day } = this.fields;
    return `datetime.date(${year}, ${month}, ${day})`;
  }

  override format(spec: string): string {
    return spec === '' ? this.text() : strftime(spec, this.fields);
  }

  override equals(other: Value): boolean {
    return other instanceof PyDate && other.wall === this.wall;
  }

  override hash(): Key {
    return `\0a${this.wall}`;
  }

  override order(other: Value): number | undefined {
    return other instanceof PyDate ? Number(this.wall - other.wall) : undefined;
  }

  override binary(operator: BinaryOperator, other: Value, reflected: boolean): Value {
    const days = other instanceof Timedelta ? BigInt(other.parts().days) * DAY : undefined;
    if (operator === '+' && days !== undefined) return new PyDate(this.wall + days);
    if (operator !== '-' || reflected) return undefined;
    if (days !== undefined) return new PyDate(this.wall - days);
    return other instanceof PyDate ? new Timedelta(this.wall - other.wall) : undefined;
  }

  override json(): Value {
    return this.text();
  }
}
