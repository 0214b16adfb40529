import type { Value } from './context.ts';
import { TemplateFailure, typeError } from './failure.ts';
import { LIMITS } from './limits.ts';
import { intOf } from './number.ts';
import { repr, stringRepr, typeName } from './printing.ts';
import { type BinaryOperator, END, type Key, type Pull, PyObject } from './py-object.ts';
import { findText } from './text-search.ts';
import { equals, PySet, Tuple } from './values.ts';
import { itemsWeight, spend, spendText, textWeight } from './work-meter.ts';

/** The result of `map`, `select`, `zip` and the like: items evaluated on demand, once. */
export class Lazy extends PyObject {
  private readonly next: Pull;
  private readonly label: string;

  constructor(label: string, next: Pull) {
    super();
    this.label = label;
    this.next = next;
  }

  override get typeName(): string {
    return this.label.startsWith('<') ? 'generator' : this.label;
  }

  override pull(): Pull {
    return this.next;
  }

  override repr(): string {
    return this.label.startsWith('<') ? this.label : `<${this.label} object at 0x7f0000000000>`;
  }
}

/** The generator of a filter. */
export function generator(name: string, next: Pull): Lazy {
  return new Lazy(`<generator object ${name} at 0x7f0000000000>`, next);
}

/** `namespace(…)`: the only object whose members a template may assign. */
export class Namespace extends PyObject {
  private readonly members = new Map<string, Value>();
  private printing = false;

  override get typeName(): string {
    return 'Namespace';
  }

  set(name: string, value: Value): void {
    this.members.set(name, value);
  }

  override attribute(name: string): Value {
    return this.members.get(name);
  }

  override item(key: Value): Value {
    return typeof key === 'string' ? this.members.get(key) : undefined;
  }

  override repr(): string {
    if (this.printing) return '<Namespace {...}>';
    this.printing = true;
    try {
      const members = Array.from(this.members, ([name, value]) => `${repr(name)}: ${repr(value)}`);
      return `<Namespace {${members.join(', ')}}>`;
    } finally {
      this.printing = false;
    }
  }
}

/** `range(…)`. */
export class Range extends PyObject {
  readonly start: number;
  readonly stop: number;
  readonly step: number;
  readonly count: number;

  constructor(start: number, stop: number, step: number) {
    super();
    this.start = start;
    this.stop = stop;
    this.step = step;
    this.count = Math.max(0, Math.ceil((stop - start) / step));
  }

  override weight(): number {
    return this.count >> 3;
  }

  override get typeName(): string {
    return 'range';
  }

  override size(): number {
    return this.count;
  }

  at(index: number): number {
    return this.start + index * this.step;
  }

  override item(key: Value): Value {
    const index = intOf(key);
    if (typeof index !== 'number') return undefined;
    const at = index < 0 ? index + this.count : index;
    return at >= 0 && at < this.count ? this.at(at) : undefined;
  }

  override attribute(name: string): Value {
    return name === 'start'
      ? this.start
      : name === 'stop'
        ? this.stop
        : name === 'step'
          ? this.step
          : undefined;
  }

  override pull(): Pull {
    let index = 0;
    return () => (index < this.count ? this.at(index++) : END);
  }

  override contains(value: Value): boolean | undefined {
    if (typeof value !== 'number') return undefined;
    const index = (value - this.start) / this.step;
    return Number.isInteger(index) && index >= 0 && index < this.count;
  }

  override equals(other: Value): boolean {
    if (!(other instanceof Range) || other.count !== this.count) return false;
    if (this.count === 0) return true;
    return this.start === other.start && (this.count === 1 || this.step === other.step);
  }

  override hash(): Key {
    return `\0r${this.count}:${this.start}:${this.count > 1 ? this.step : 0}`;
  }

  override repr(): string {
    return `range(${this.start}, ${this.stop}${this.step === 1 ? '' : `, ${this.step}`})`;
  }
}

function index(value: Value): number {
  const whole = intOf(value);
  if (whole === undefined) {
    throw typeError(`'${typeName(value)}' object cannot be interpreted as an integer`);
  }
  return Number(whole);
}

/** `range` with template arguments, up to the limit. */
export function makeRange(args: readonly Value[]): Range {
  if (args.length === 0) throw typeError('range expected at least 1 argument, got 0');
  if (args.length > 3) throw typeError(`range expected at most 3 arguments, got ${args.length}`);
  const [first, second, third] = args;
  const step = third === undefined ? 1 : index(third);
  if (step === 0) throw new TemplateFailure('ValueError', 'range() arg 3 must not be zero');
  const range =
    second === undefined ? new Range(0, index(first), step) : new Range(index(first), index(second), step);
  if (range.count > LIMITS.range) {
    throw new TemplateFailure(
      'OverflowError',
      `Range too big. The sandbox blocks ranges larger than MAX_RANGE (${LIMITS.range}).`,
    );
  }
  return range;
}

/** Python's `bytes`. */
export class Bytes extends PyObject {
  readonly data: Uint8Array;

  constructor(data: Uint8Array) {
    super();
    this.data = data;
  }

  override weight(): number {
    return textWeight(this.data.length);
  }

  override get typeName(): string {
    return 'bytes';
  }

  override size(): number {
    return this.data.length;
  }

  override pull(): Pull {
    let at = 0;
    return () => (at < this.data.length ? this.data[at++] : END);
  }

  override item(key: Value): Value {
    const at = intOf(key);
    if (typeof at !== 'number') return undefined;
    return this.data[at < 0 ? at + this.data.length : at];
  }

  override contains(value: Value): boolean | undefined {
    if (!(value instanceof Bytes)) return undefined;
    const [whole, part] = [this.data, value.data].map((data) => Buffer.from(data).toString('latin1'));
    return findText(whole ?? '', part ?? '') >= 0;
  }

  override equals(other: Value): boolean {
    spendText(this.data.length);
    return other instanceof Bytes && Buffer.compare(this.data, other.data) === 0;
  }

  override hash(): Key {
    spendText(this.data.length);
    return `\0b${Buffer.from(this.data).toString('latin1')}`;
  }

  override order(other: Value): number | undefined {
    spendText(this.data.length);
    return other instanceof Bytes ? Buffer.compare(this.data, other.data) : undefined;
  }

  override binary(operator: string, other: Value, reflected: boolean): Value {
    if (operator !== '+' || !(other instanceof Bytes)) return undefined;
    spendText(this.data.length + other.data.length);
    return new Bytes(Buffer.concat(reflected ? [other.data, this.data] : [this.data, other.data]));
  }

  override repr(): string {
    spend(this.data.length >> 3);
    return `b${stringRepr(Buffer.from(this.data).toString('latin1')).replace(
      /[\x80-\xff]/g,
      (char) => `\\x${char.charCodeAt(0).toString(16)}`,
    )}`;
  }
}

/** `dict.keys()`, `.values()` and `.items()`. */
export class DictView extends PyObject {
  readonly items: readonly Value[];
  private readonly kind: string;

  constructor(kind: 'dict_keys' | 'dict_values' | 'dict_items', items: readonly Value[]) {
    super();
    this.kind = kind;
    this.items = items;
  }

  override weight(): number {
    return itemsWeight(this.items.length);
  }

  override get typeName(): string {
    return this.kind;
  }

  override size(): number {
    return this.items.length;
  }

  override pull(): Pull {
    let at = 0;
    return () => (at < this.items.length ? this.items[at++] : END);
  }

  override binary(operator: BinaryOperator, other: Value, reflected: boolean): Value {
    if (this.kind === 'dict_values') return undefined;
    const items = Array.isArray(other)
      ? other
      : other instanceof Tuple || other instanceof DictView
        ? other.items
        : undefined;
    const own = new PySet(this.items);
    return own.binary(operator, items === undefined ? other : new PySet(items), reflected);
  }

  override contains(value: Value): boolean {
    spend(this.items.length >> 3);
    return this.items.some((item) => equals(item, value));
  }

  override equals(other: Value): boolean {
    if (!(other instanceof DictView) || this.kind === 'dict_values') return this === other;
    return other.items.length === this.items.length && this.items.every((item) => other.contains(item));
  }

  override repr(): string {
    return `${this.kind}(${repr(this.items)})`;
  }
}
