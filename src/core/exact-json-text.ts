import { type ExactJson, Float } from './json.ts';

/** JSON text of an exact value; integers of any size keep all their digits. */
export function exactJsonText(value: ExactJson): string {
  if (typeof value === 'bigint') return value.toString();
  if (value === null || typeof value !== 'object' || value instanceof Float) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(exactJsonText).join(',')}]`;
  const entries = Object.entries(value as Readonly<Record<string, ExactJson>>);
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${exactJsonText(item)}`).join(',')}}`;
}
