import type { Value } from './context.ts';
import { TemplateFailure } from './failure.ts';
import { LIMITS } from './limits.ts';
import { Bytes, DictView, Range } from './objects.ts';
import { Markup } from './protocol.ts';
import { PyObject } from './py-object.ts';
import { Dict, PySet, Tuple } from './values.ts';

/** Texts up to this length and lists up to a quarter of it weigh nothing. */
const LIGHT = 32;
const [LONG_INT, LONGER_INT] = [2n ** 256n, 2n ** 8192n];

/**
 * The work that going through a value once takes, in units of the work meter. Throws `MemoryError` for what is longer than any text or list
 * may be. Plain dicts tell their size only to those who go through them: `plainKeys` counts them.
 */
export function weight(value: Value): number {
  if (typeof value === 'string') return value.length < LIGHT ? 0 : ofText(value.length);
  if (typeof value === 'bigint') return ofInt(value);
  if (typeof value !== 'object' || value === null) return 0;
  if (Array.isArray(value)) return ofItems(value.length);
  return value instanceof PyObject ? ofObject(value) : 0;
}

function ofObject(value: PyObject): number {
  if (value instanceof Markup) return ofText(value.value.length);
  if (value instanceof Tuple) return ofItems(value.items.length);
  if (value instanceof Dict || value instanceof PySet) return ofItems(value.entries.size);
  if (value instanceof DictView) return ofItems(value.items.length);
  if (value instanceof Range) return value.count >> 3;
  return value instanceof Bytes ? ofText(value.data.length) : 0;
}

function ofText(length: number): number {
  if (length > LIMITS.text) throw new TemplateFailure('MemoryError', 'text too long');
  return length >> 5;
}

function ofItems(length: number): number {
  if (length > LIMITS.items) throw new TemplateFailure('MemoryError', 'list too long');
  return length >> 3;
}

/** Comparing with a constant tells the size of an int in no time; counting its bits would not. */
function ofInt(value: bigint): number {
  if (value < LONG_INT && value > -LONG_INT) return 1;
  return value < LONGER_INT && value > -LONGER_INT ? 256 : 4096;
}
