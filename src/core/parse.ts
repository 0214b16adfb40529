import type { z } from 'zod';
import { type ErrorCode, HubError } from './errors.ts';

/** Gives outside data its type; throws a `HubError` (`invalid_format` unless told otherwise) that names the key and the value. */
export function parse<T>(schema: z.ZodType<T>, value: unknown, code: ErrorCode = 'invalid_format'): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new HubError(code, issuesText(result.error.issues, value));
}

/** All issues in one line each: `Expected integer at 'brightness'. Got "x"`. */
export function issuesText(issues: readonly z.core.$ZodIssue[], value: unknown): string {
  return issues.map((issue) => issueText(issue, value)).join('\n');
}

function issueText(issue: z.core.$ZodIssue, value: unknown): string {
  if (issue.code === 'unrecognized_keys') {
    const path = issue.path.length > 0 ? ` of '${pathText(issue.path)}'` : '';
    return `Unknown key${issue.keys.length > 1 ? 's' : ''}${path}: ${issue.keys.map((key) => `'${cut(key)}'`).join(', ')}`;
  }
  const got = valueAt(value, issue.path);
  const where = issue.path.length > 0 ? ` at '${pathText(issue.path)}'` : '';
  if (got === undefined && issue.path.length > 0) return `Required key '${pathText(issue.path)}' is missing`;
  return `${issue.message}${where}. Got ${show(got)}`;
}

/** A path as people write it: `rgb_color[2]`, `in.months`. */
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

const LONGEST_SHOWN = 100;

/** A value as a message may quote it: JSON, cut where it is long. */
export function show(value: unknown): string {
  return cut(
    JSON.stringify(value, (_key, item) => (typeof item === 'bigint' ? String(item) : item)) ?? String(value),
  );
}

/** A text as a message may hold it: cut where it is long. */
export function cut(text: string): string {
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}
