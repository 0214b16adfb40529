import type { Value } from './context.ts';
import { EMPTY_DICT } from './empty-dict.ts';
import { typeError } from './failure.ts';
import { hashKey, keyText } from './hash-key.ts';
import { floatOf, isFloat } from './number.ts';
import { plainEntries, plainKeys } from './plain-keys.ts';
import { type BinaryOperator, END, type Key, type Pull, PyObject } from './py-object.ts';
import { itemsWeight, spend, spendText } from './work-meter.ts';

/** A plain object passed in, of which only own keys are read. */
export type PlainDict = Readonly<Record<string, Value>>;

/** The longest tuple key, in characters. */
const MAX_KEY_LENGTH = 65_536;

/** The items of a list, then `END`. */
export function pullArray(items: readonly Value[]): Pull {
  let at = 0;
  return () => (at < items.length ? items[at++] : END);
}

/** An immutable sequence; with `fields`, a named tuple (`groupby`, `isocalendar`). */
export class Tuple extends PyObject {
  readonly items: readonly Value[];
  readonly fields: readonly string[] | undefined;
  private readonly kind: string;

  constructor(items: readonly Value[], fields?: readonly string[], kind = 'tuple') {
    super();
    this.items = items;
    this.fields = fields;
    this.kind = kind;
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
    return pullArray(this.items);
  }

  override equals(other: Value): boolean {
    return other instanceof Tuple && equalItems(this.items, other.items);
  }

  override hash(): Key {
    let text = '\0t';
    for (const item of this.items) {
      spend(1);
      text += keyText(hashKey(item));
      if (text.length > MAX_KEY_LENGTH) throw typeError('tuple is too large for a key');
    }
    return text;
  }
}

/** A dict created inside a template: any hashable key, in insertion order. */
export class Dict extends PyObject {
  readonly entries = new Map<Key, readonly [key: Value, value: Value]>();

  override weight(): number {
    return itemsWeight(this.entries.size);
  }

  override get typeName(): string {
    return 'dict';
  }

  /** The first spelling of a key is retained, as in Python. */
  set(key: Value, value: Value): void {
    const hash = hashKey(key);
    const old = this.entries.get(hash);
    this.entries.set(hash, [old === undefined ? key : old[0], value]);
  }

  get(key: Value): Value {
    return this.entries.get(hashKey(key))?.[1];
  }

  has(key: Value): boolean {
    return this.entries.has(hashKey(key));
  }

  override size(): number {
    return this.entries.size;
  }

  override pull(): Pull {
    const entries = this.entries.values();
    return () => {
      const next = entries.next();
      return next.done === true ? END : next.value[0];
    };
  }

  override contains(value: Value): boolean {
    return this.has(value);
  }

  override equals(other: Value): boolean {
    return isDict(other) && equalDicts(this, other);
  }

  override hash(): Key {
    throw typeError("unhashable type: 'dict'");
  }

  override binary(operator: BinaryOperator, other: Value, reflected: boolean): Value {
    if (operator !== '|' || !isDict(other)) return undefined;
    const merged = new Dict();
    for (const dict of reflected ? [other, this] : [this, other]) {
      for (const [key, value] of dictEntries(dict)) {
        spend(1);
        merged.set(key, value);
      }
    }
    return merged;
  }
}

/** A set, in insertion order. */
export class PySet extends PyObject {
  readonly entries = new Map<Key, Value>();

  constructor(items: Iterable<Value> = []) {
    super();
    for (const item of items) {
      spend(1);
      this.add(item);
    }
  }

  override weight(): number {
    return itemsWeight(this.entries.size);
  }

  override get typeName(): string {
    return 'set';
  }

  add(item: Value): void {
    const key = hashKey(item);
    if (!this.entries.has(key)) this.entries.set(key, item);
  }

  has(item: Value): boolean {
    return this.entries.has(hashKey(item));
  }

  override size(): number {
    return this.entries.size;
  }

  override pull(): Pull {
    const items = this.entries.values();
    return () => {
      const next = items.next();
      return next.done === true ? END : next.value;
    };
  }

  override contains(value: Value): boolean {
    return this.has(value);
  }

  override equals(other: Value): boolean {
    return other instanceof PySet && other.size() === this.size() && isSubset(this, other);
  }

  override hash(): Key {
    throw typeError("unhashable type: 'set'");
  }

  override binary(operator: BinaryOperator, other: Value, reflected: boolean): Value {
    if (!(other instanceof PySet)) return undefined;
    spend((this.entries.size + other.entries.size) >> 1);
    const [left, right] = reflected ? [other, this] : [this, other];
    const inLeft = [...left.entries.values()];
    const inRight = [...right.entries.values()];
    if (operator === '&') return new PySet(inLeft.filter((item) => right.has(item)));
    if (operator === '|') return new PySet([...inLeft, ...inRight]);
    if (operator === '-') return new PySet(inLeft.filter((item) => !right.has(item)));
    if (operator !== '^') return undefined;
    return new PySet([
      ...inLeft.filter((item) => !right.has(item)),
      ...inRight.filter((item) => !left.has(item)),
    ]);
  }
}

/** Whether one set contains all of another. */
export function isSubset(part: PySet, whole: PySet): boolean {
  for (const key of part.entries.keys()) {
    spend(1);
    if (!whole.entries.has(key)) return false;
  }
  return true;
}

/** Whether a value is a dict passed in as a plain object. Class instances are not. */
export function isPlainDict(value: Value): value is PlainDict {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || prototype === EMPTY_DICT;
}

/** Whether it is a dict: with keys of any type, or a plain one with text keys. */
export function isDict(value: Value): value is Dict | PlainDict {
  return value instanceof Dict || isPlainDict(value);
}

/** The entries of a dict in order. */
export function dictEntries(dict: Dict | PlainDict): Iterable<readonly [Value, Value]> {
  return dict instanceof Dict ? dict.entries.values() : plainEntries(dict);
}

/** The value of a key, undefined if there is none; throws `TypeError` for an unhashable key. */
export function dictGet(dict: Dict | PlainDict, key: Value): Value {
  if (dict instanceof Dict) return dict.get(key);
  if (typeof key === 'string') return Object.hasOwn(dict, key) ? dict[key] : undefined;
  hashKey(key);
  return undefined;
}

/** The number of keys in a dict. */
export function dictSize(dict: Dict | PlainDict): number {
  return dict instanceof Dict ? dict.entries.size : plainKeys(dict).length;
}

function equalDicts(a: Dict | PlainDict, b: Dict | PlainDict): boolean {
  if (dictSize(a) !== dictSize(b)) return false;
  for (const [key, value] of dictEntries(a)) {
    const other = dictGet(b, key);
    if (other === undefined || !equals(value, other)) return false;
  }
  return true;
}

function equalItems(a: readonly Value[], b: readonly Value[]): boolean {
  if (a.length !== b.length) return false;
  if (a.length > 8) spend(a.length >> 3);
  return a.every((item, index) => equals(item, b[index]));
}

/** Python's `==`: never fails; 1, 1.0 and True are equal. */
export function equals(a: Value, b: Value): boolean {
  if (typeof a === 'string' && typeof b === 'string') {
    if (a.length > 1024 && a.length === b.length) spendText(a.length >> 2);
    return a === b;
  }
  if (a === b) return !Number.isNaN(a);
  spend(1);
  if (a instanceof PyObject) return a.equals(b);
  if (b instanceof PyObject) return b.equals(a);
  if (a === null || b === null) return false;
  const numberA = comparable(a);
  if (numberA !== undefined) {
    const numberB = comparable(b);
    // Loose equality compares number and bigint by value, as required here.
    return numberB !== undefined && compareNumbers(numberA, numberB) === 0;
  }
  if (Array.isArray(a)) return Array.isArray(b) && equalItems(a, b);
  return isPlainDict(a) && isPlainDict(b) && equalDicts(a, b);
}

/** The number of a number or boolean; `undefined` for anything else. */
export function comparable(value: Value): number | bigint | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  return isFloat(value) ? floatOf(value) : undefined;
}

/** Exact also between ints and floats of any size; `NaN` if they are unordered. */
export function compareNumbers(a: number | bigint, b: number | bigint): number {
  if (a < b) return -1;
  if (a > b) return 1;
  return Number.isNaN(a) || Number.isNaN(b) ? Number.NaN : 0;
}
