import { z } from 'zod';
import { type ErrorCode, faultOf } from './errors.ts';
import { englishText, type Message, message, problemList } from './messages.ts';
import { expectedOf, hasOwnError, schemaError } from './schema-error.ts';

/**
 * Validates external data against a schema. Throws a `HubError`, by default `invalid_format`, that names the
 * key and the value.
 */
export function parse<T>(schema: z.ZodType<T>, value: unknown, code: ErrorCode = 'invalid_format'): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw faultOf(code, issuesMessage(result.error.issues, value));
}

/** A list of at most `max` items; a longer one is rejected before its items are validated. */
export function listOf<Item extends z.ZodType>(item: Item, max: number) {
  return z
    .array(z.unknown())
    .max(max, { abort: true, error: schemaError('expects_at_most_items', { count: max }) })
    .pipe(z.array(item));
}

/**
 * One line for each issue, then the number of issues left out: `Expected text at 'name'. Got 5`.
 */
export function issuesMessage(issues: readonly z.core.$ZodIssue[], value: unknown): Message {
  const shown = issues.slice(0, MAX_SHOWN).map((issue) => issueMessage(innermost(issue), value));
  if (issues.length > MAX_SHOWN) shown.push(message('more_problems', { count: issues.length - MAX_SHOWN }));
  return problemList(shown);
}

/** The English text of `issuesMessage`, for the log. */
export function issuesText(issues: readonly z.core.$ZodIssue[], value: unknown): string {
  return englishText(issuesMessage(issues, value));
}

/** The issue within the form that a value was meant to have, if it has the right type for one of several. */
function innermost(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union' || hasOwnError(issue)) return issue;
  const [inner] = issue.errors.flatMap(([first]) =>
    first !== undefined && first.path.length > 0 ? [first] : [],
  );
  return inner === undefined ? issue : innermost({ ...inner, path: [...issue.path, ...inner.path] });
}

function issueMessage(issue: z.core.$ZodIssue, value: unknown): Message {
  const path = pathText(issue.path);
  if (issue.code === 'unrecognized_keys') {
    const count = issue.keys.length;
    const keys = shownKeys(issue.keys);
    return path === ''
      ? message('unknown_keys', { count, keys })
      : message('unknown_keys_of', { count, keys, path });
  }
  const got = valueAt(value, issue.path);
  if (got === undefined && path !== '') return message('required_key_is_missing', { name: path });
  const expected = expectedOf(issue);
  return path === ''
    ? message('wrong_value', { expected, value: show(got) })
    : message('wrong_value_at', { expected, value: show(got), path });
}

function shownKeys(keys: readonly string[]): string | Message {
  const text = keys
    .slice(0, MAX_SHOWN)
    .map((key) => `'${cut(key)}'`)
    .join(', ');
  if (keys.length <= MAX_SHOWN) return text;
  return message('items_and_more', { items: text, count: keys.length - MAX_SHOWN });
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
