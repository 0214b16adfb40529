import type { RenderContext, Value } from './context.ts';
import { typeError } from './failure.ts';

/** What `Pull` returns after the last item. */
export const END: unique symbol = Symbol('end');

/** One iteration: returns the next item, or `END`. */
export type Pull = () => Value;

/** Keys of dicts and sets: equal values have equal keys, such as `1`, `1.0` and `True`. */
export type Key = unknown;

export type BinaryOperator = '+' | '-' | '*' | '/' | '//' | '%' | '**' | '&' | '|' | '^';

/**
 * A value without a JavaScript equivalent. Templates can only use these members; the defaults are those of
 * Python's `object`. JavaScript's `undefined` means that a member does not exist.
 */
export class PyObject {
  get typeName(): string {
    return 'object';
  }

  /** `value.name`. */
  attribute(_name: string, _context: RenderContext): Value {
    return undefined;
  }

  /** `value[key]`. */
  item(_key: Value, _context: RenderContext): Value {
    return undefined;
  }

  pull(_context?: RenderContext): Pull | undefined {
    return undefined;
  }

  /** The units of work of one iteration; see `weight.ts`. */
  weight(): number {
    return 0;
  }

  size(_context?: RenderContext): number | undefined {
    return undefined;
  }

  truth(): boolean {
    const size = this.size();
    return size === undefined || size > 0;
  }

  text(): string {
    return this.repr();
  }

  repr(): string {
    return `<${this.typeName} object>`;
  }

  equals(other: Value): boolean {
    return this === other;
  }

  /** Throws a `TypeError` for unhashable values. */
  hash(): Key {
    return this;
  }

  contains(_value: Value): boolean | undefined {
    return undefined;
  }

  /** Negative, zero, positive or `NaN` (unordered); `undefined` if the two cannot be compared. */
  order(_other: Value): number | undefined {
    return undefined;
  }

  /** `this op other`, or `other op this` when reflected. */
  binary(_operator: BinaryOperator, _other: Value, _reflected: boolean): Value {
    return undefined;
  }

  negate(): Value {
    return undefined;
  }

  absolute(): Value {
    return undefined;
  }

  /** `'{:spec}'.format(this)`; `undefined` if the spec does not apply. */
  format(spec: string): string | undefined {
    return spec === '' ? this.text() : undefined;
  }

  /** The output of `to_json`; `undefined` without a JSON form. */
  json(): Value {
    return undefined;
  }

  call(_context: RenderContext, _args: readonly Value[], _named: ReadonlyMap<string, Value>): Value {
    throw typeError(`'${this.typeName}' object is not callable`);
  }

  get callable(): boolean {
    return false;
  }
}

/** A function of the server as a value. */
export class NativeFunction extends PyObject {
  private readonly kind: string;
  private readonly run: PyObject['call'];

  constructor(kind: string, run: PyObject['call']) {
    super();
    this.kind = kind;
    this.run = run;
  }

  override get typeName(): string {
    return this.kind;
  }

  override get callable(): boolean {
    return true;
  }

  override call(context: RenderContext, args: readonly Value[], named: ReadonlyMap<string, Value>): Value {
    return this.run(context, args, named);
  }
}
