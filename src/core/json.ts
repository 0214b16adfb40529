/** Any value JSON can hold, as `JSON.parse` gives it. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/**
 * A number written as a float although it is whole (`21.0`, `1e3`): templates and states print it as Python
 * does.
 */
export class Float {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }

  valueOf(): number {
    return this.value;
  }

  toJSON(): number {
    return this.value;
  }
}

/**
 * JSON whose numbers keep what `JSON.parse` loses: whole floats are `Float`, integers beyond 2^53 are
 * `bigint`.
 */
export type ExactJson =
  | null
  | boolean
  | number
  | bigint
  | string
  | Float
  | readonly ExactJson[]
  | { readonly [key: string]: ExactJson };

/** The same value with plain numbers, for consumers that do not distinguish ints and floats. */
export function plainNumbers(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Float) return value.value;
  if (Array.isArray(value)) return value.map(plainNumbers);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plainNumbers(item)]));
}

/** The most digits of an integer, as in Python: parsing and printing take quadratic time. */
const MAX_DIGITS = 4300;
const NEEDS_CARE = /\d(?:\.0*(?!\d)|[eE])|\d{16}/;
const TOKEN = /\s*(?:([{}[\],:])|("(?:[^"\\]|\\.)*")|(-?\d[\d.eE+-]*)|(true|false|null))/y;

/**
 * Parses JSON text and keeps ints and floats apart. Throws `SyntaxError` on anything that is not JSON.
 * Keys come from the sender and may be `__proto__`: read them with `Object.hasOwn` or `Object.keys`.
 */
export function parseExactJson(text: string): ExactJson {
  const plain: ExactJson = JSON.parse(text);
  return NEEDS_CARE.test(text) ? new ExactReader(text).value() : plain;
}

/** Reads text that `JSON.parse` has already accepted, so it need not check the grammar again. */
class ExactReader {
  private readonly text: string;
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  private next(): RegExpExecArray {
    TOKEN.lastIndex = this.at;
    const match = TOKEN.exec(this.text);
    if (match === null) throw new SyntaxError(`Unexpected JSON at position ${this.at}`);
    this.at = TOKEN.lastIndex;
    return match;
  }

  value(match: RegExpExecArray = this.next()): ExactJson {
    if (match[2] !== undefined) return JSON.parse(match[2]);
    if (match[3] !== undefined) return exactNumber(match[3]);
    if (match[4] !== undefined) return JSON.parse(match[4]) as boolean | null;
    return match[1] === '[' ? this.list() : this.object();
  }

  private list(): ExactJson[] {
    const items: ExactJson[] = [];
    for (let match = this.next(); match[1] !== ']'; match = this.next()) {
      if (match[1] !== ',') items.push(this.value(match));
    }
    return items;
  }

  private object(): ExactJson {
    const object: Record<string, ExactJson> = Object.create(null);
    for (let match = this.next(); match[1] !== '}'; match = this.next()) {
      if (match[2] === undefined) continue;
      this.next();
      object[JSON.parse(match[2]) as string] = this.value();
    }
    return object;
  }
}

function exactNumber(text: string): number | bigint | Float {
  const number = Number(text);
  if (/[.eE]/.test(text)) return Number.isInteger(number) ? new Float(number) : number;
  if (Number.isSafeInteger(number)) return number;
  if (text.length > MAX_DIGITS) throw new SyntaxError(`An integer has more than ${MAX_DIGITS} digits`);
  return BigInt(text);
}
