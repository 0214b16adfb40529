import { z } from 'zod';
import { type ErrorCode, HubError } from './errors.ts';

/**
 * Validates external data against a schema. Throws a `HubError`, by default `invalid_format`, that names the
 * key and the value.
 */
export function parse<T>(schema: z.ZodType<T>, value: unknown, code: ErrorCode = 'invalid_format'): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new HubError(code, issuesText(result.error.issues, value));
}

/** A list of at most `most` items; a longer one is rejected before its items are validated. */
export function listOf<Item extends z.ZodType>(item: Item, max: number) {
  return z
    .array(z.unknown())
    .max(max, { abort: true, error: `Expected at most ${max} items` })
    .pipe(z.array(item));
}

/**
 * One line for each issue, then the number of issues left out: `Expected integer at 'brightness'. Got "x"`.
 */
export function issuesText(issues: readonly z.core.$ZodIssue[], value: unknown): string {
  const lines = issues.slice(0, MAX_SHOWN).map((issue) => issueText(issue, value));
  if (issues.length > MAX_SHOWN) lines.push(`${issues.length - MAX_SHOWN} more`);
  return lines.join('\n');
}

function issueText(issue: z.core.$ZodIssue, value: unknown): string {
  if (issue.code === 'unrecognized_keys') {
    const path = issue.path.length > 0 ? ` of '${pathText(issue.path)}'` : '';
    const keys = issue.keys.slice(0, MAX_SHOWN).map((key) => `'${cut(key)}'`);
    if (issue.keys.length > MAX_SHOWN) keys.push(`${issue.keys.length - MAX_SHOWN} more`);
    return `Unknown key${issue.keys.length > 1 ? 's' : ''}${path}: ${keys.join(', ')}`;
  }
  const got = valueAt(value, issue.path);
  const where = issue.path.length > 0 ? ` at '${pathText(issue.path)}'` : '';
  if (got === undefined && issue.path.length > 0) return `Required key '${pathText(issue.path)}' is missing`;
  return `${issue.message}${where}. Got ${show(got)}`;
}

/** A path in the usual notation: `rgb_color[2]`, `in.months`. */
function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    return text === '' ? String(key) : `${text}.${String(key)}`;
  }, '');
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let at = value;
  for (const key of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Record<PropertyKey, unknown>)[key];
  }
  return at;
}

const MAX_SHOWN_LENGTH = 100;
const MAX_SHOWN = 50;

/** A value as quoted in messages: truncated JSON. Only the part that is shown is serialized. */
export function show(value: unknown): string {
  return cut(JSON.stringify(shortened(value, 0)) ?? String(value));
}

/**
 * A smaller value whose JSON starts like that of the given value. Each item takes at least two characters,
 * each level one.
 */
function shortened(value: unknown, depth: number): unknown {
  if (typeof value === 'bigint') return String(value).slice(0, 2 * MAX_SHOWN_LENGTH);
  if (typeof value === 'string') return value.slice(0, 2 * MAX_SHOWN_LENGTH);
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return value;
  if (depth > MAX_SHOWN_LENGTH) return null;
  if (Array.isArray(value)) return value.slice(0, MAX_SHOWN_LENGTH).map((item) => shortened(item, depth + 1));
  const short: [string, unknown][] = [];
  for (const key in value) {
    if (!Object.hasOwn(value, key)) continue;
    short.push([key, shortened((value as Record<string, unknown>)[key], depth + 1)]);
    if (short.length > MAX_SHOWN_LENGTH) break;
  }
  return Object.fromEntries(short);
}

/** A text as quoted in messages: truncated. */
export function cut(text: string): string {
  return text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text;
}
