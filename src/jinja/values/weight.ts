import type { Value } from './context.ts';
import { PyObject } from './py-object.ts';
import { itemsWeight, textWeight } from './work-meter.ts';

const [LONG_INT, LONGER_INT] = [2n ** 256n, 2n ** 8192n];

/**
 * The work of one iteration of a value, in units of the work meter. Throws `MemoryError` for values above the
 * limits. The size of a plain dict is only known when it is iterated: `plainKeys` charges it.
 */
export function weight(value: Value): number {
  if (typeof value === 'string') return value.length < 32 ? 0 : textWeight(value.length);
  if (typeof value === 'number') return 0;
  if (value instanceof PyObject) return value.weight();
  if (Array.isArray(value)) return itemsWeight(value.length);
  return typeof value === 'bigint' ? ofInt(value) : 0;
}

/** Comparing with a constant takes constant time; counting bits would not. */
function ofInt(value: bigint): number {
  if (value < LONG_INT && value > -LONG_INT) return 1;
  return value < LONGER_INT && value > -LONGER_INT ? 256 : 4096;
}
