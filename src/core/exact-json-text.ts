import { type ExactJson, Float } from './json.ts';

/** Larger whole floats are written with an exponent. */
const MAX_WHOLE = 1e16;

/** JSON text of an exact value; integers of any size keep all their digits, whole floats their `.0`. */
export function exactJsonText(value: ExactJson): string {
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof Float) return floatText(value.value);
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(exactJsonText).join(',')}]`;
  const entries = Object.entries(value as Readonly<Record<string, ExactJson>>);
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${exactJsonText(item)}`).join(',')}}`;
}

function floatText(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < MAX_WHOLE ? `${value}.0` : JSON.stringify(value);
}
