import { type ExactJson, parseExactJson } from '../../../core/json.ts';

/** The longest text parsed as JSON, in characters: room for 5,000 components of a device, within one tick. */
export const MAX_JSON = 524_288;
/** The maximum nesting of lists and objects. */
export const DEEPEST_JSON = 64;

/** Parses JSON within limits, keeping number notation; undefined for invalid, too long or too deep text. */
export function readJson(text: string): ExactJson | undefined {
  const first = text.charCodeAt(0);
  // Most plain payloads are words: avoid an exception of the parser for each of them.
  if (Number.isNaN(first) || (first > 0x3d && !OPENERS.has(first))) return undefined;
  if (text.length > MAX_JSON || isTooDeep(text)) return undefined;
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}

/** The first characters of JSON that sort after the digits; quotes, minus and blanks sort before them. */
const OPENERS: ReadonlySet<number> = new Set(['[', '{', 't', 'f', 'n'].map((c) => c.charCodeAt(0)));

/** Whether JSON is nested deeper than allowed. */
export function isTooDeep(text: string): boolean {
  if (text.length < 2 * DEEPEST_JSON) return false;
  let depth = 0;
  let inText = false;
  for (let i = 0; i < text.length; i += 1) {
    const c = text.charCodeAt(i);
    if (c === 0x22) inText = !inText;
    else if (inText) {
      if (c === 0x5c) i += 1;
    } else if (c === 0x5b || c === 0x7b) {
      depth += 1;
      if (depth > DEEPEST_JSON) return true;
    } else if (c === 0x5d || c === 0x7d) depth -= 1;
  }
  return false;
}

/** A JSON object; its members are read by `member`. */
export type JsonObject = Readonly<Record<string, ExactJson>>;

/** Whether a value is a JSON object. */
export function isJsonObject(value: unknown): value is JsonObject {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    (Object.getPrototypeOf(value) === null || Object.getPrototypeOf(value) === Object.prototype)
  );
}

/** The own member of this name; `__proto__` and `constructor` are names like any other. */
export function member(object: Readonly<Record<string, ExactJson>>, name: string): ExactJson | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
