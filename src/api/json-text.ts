import { isUtf8 } from 'node:buffer';

/** The deepest nesting accepted; recursion over the value must not overflow the stack. */
const DEEPEST = 500;
/** The most members and items accepted: building them blocks the event loop, however few bytes they take. */
const MAX_VALUES = 200_000;
/** Without a long exponent or hundreds of digits no number overflows. */
const LONG_EXPONENT = /\d[eE]\+?\d{3}/;
const MANY_DIGITS = /(?<!\d)\d{200}/;

/** Thrown for JSON with too many members and items. */
export class TooManyValues extends SyntaxError {
  readonly max: number;

  constructor(max: number) {
    super(`JSON contains more than ${max} values`);
    this.max = max;
  }
}

/**
 * Parses JSON from a caller. Also throws `SyntaxError` for numbers that overflow a double, for nesting
 * that is too deep, and for more than `max` values.
 */
export function parseJsonText(text: string, max = MAX_VALUES): unknown {
  if (text.length >= 2 * DEEPEST) refuseExcess(text, max);
  const value: unknown = JSON.parse(text);
  if (LONG_EXPONENT.test(text) || (text.length >= 200 && MANY_DIGITS.test(text))) refuseInfinity(value);
  return value;
}

/** Whether the text is a JSON array of more than `max` items. */
export function hasMoreItems(text: string, max: number): boolean {
  if (text.length < 2 * max || text.trimStart().charCodeAt(0) !== 0x5b) return false;
  let depth = 0;
  let items = 1;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = endOfString(text, at);
    else if (code === 0x5b || code === 0x7b) depth += 1;
    else if (code === 0x5d || code === 0x7d) depth -= 1;
    else if (code === 0x2c && depth === 1) {
      items += 1;
      if (items > max) return true;
    }
  }
  return false;
}

/** Decodes a body; undefined if it is not UTF-8. */
export function utf8Text(bytes: Buffer): string | undefined {
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined;
}

/** Only scans brackets and separators, which is much faster than parsing. */
function refuseExcess(text: string, max: number): void {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = endOfString(text, at);
    else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      values += 1;
      if (depth > DEEPEST) throw new SyntaxError('JSON is nested too deeply');
    } else if (code === 0x2c) values += 1;
    else if (code === 0x5d || code === 0x7d) depth -= 1;
    if (values > max) throw new TooManyValues(max);
  }
}

/** The position of the closing quote, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x5c) at += 1;
    else if (code === 0x22) return at;
  }
  return text.length;
}

function refuseInfinity(value: unknown): void {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new SyntaxError('A number is too large');
  if (typeof value === 'object' && value !== null)
    for (const item of Object.values(value)) refuseInfinity(item);
}
