import type { Value } from '../values/context.ts';
import { type Key, PyObject } from '../values/py-object.ts';
import { type Fields, timeText, wallOf } from './clock-fields.ts';
import { strftime } from './strftime.ts';
import type { Zone } from './zone.ts';

/** A time of day without a date. */
export class PyTime extends PyObject {
  readonly fields: Fields;
  readonly zone: Zone | undefined;

  constructor(fields: Fields, zone: Zone | undefined) {
    super();
    this.fields = { ...fields, year: 1900, month: 1, day: 1 };
    this.zone = zone;
  }

  override get typeName(): string {
    return 'time';
  }

  private get micros(): bigint {
    return wallOf({ ...this.fields, year: 1970 });
  }

  override attribute(name: string): Value {
    if (name === 'tzinfo') return this.zone ?? null;
    if (name === 'microsecond') return this.fields.micro;
    return /^(?:hour|minute|second)$/.test(name) ? this.fields[name as 'hour'] : undefined;
  }

  override text(): string {
    return timeText(this.fields);
  }

  override repr(): string {
    const { hour, minute, second, micro } = this.fields;
    const numbers = [
      hour,
      minute,
      ...(second !== 0 || micro !== 0 ? [second] : []),
      ...(micro !== 0 ? [micro] : []),
    ];
    return `datetime.time(${numbers.join(', ')}${this.zone === undefined ? '' : `, tzinfo=${this.zone.repr()}`})`;
  }

  override format(spec: string): string {
    return spec === '' ? this.text() : strftime(spec, this.fields);
  }

  override equals(other: Value): boolean {
    return other instanceof PyTime && other.micros === this.micros;
  }

  override hash(): Key {
    return `\0m${this.micros}`;
  }

  override order(other: Value): number | undefined {
    return other instanceof PyTime ? Number(this.micros - other.micros) : undefined;
  }

  override json(): Value {
    return this.text();
  }
}
