import { Float } from '../../core/json.ts';
import { State } from '../../core/state.ts';
import { Timedelta } from '../../jinja/time/timedelta.ts';
import type { Value } from '../../jinja/values/context.ts';
import { Bytes } from '../../jinja/values/objects.ts';
import { str } from '../../jinja/values/printing.ts';
import { textOf } from '../../jinja/values/protocol.ts';
import { PyObject } from '../../jinja/values/py-object.ts';
import { Dict, dictEntries, isDict, PySet, Tuple } from '../../jinja/values/values.ts';
import { StateValue } from '../../templates/state-value.ts';

const DEEPEST = 20;

/**
 * Converts a template value to JSON for clients and services: values without a JSON form become text. Floats
 * stay floats if requested.
 */
export function jsonValue(value: Value, keepsFloats = false, depth = 0): unknown {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (value instanceof Float) return keepsFloats ? value : value.value;
  if (typeof value === 'bigint') return Number(value);
  if (value === undefined || depth > DEEPEST) return null;
  const inner = (item: Value): unknown => jsonValue(item, keepsFloats, depth + 1);
  if (Array.isArray(value)) return value.map(inner);
  if (value instanceof Tuple) return value.items.map(inner);
  if (value instanceof PySet) return [...value.entries.values()].map(inner);
  if (value instanceof Dict || isDict(value)) {
    const result: Record<string, unknown> = Object.create(null);
    for (const [key, item] of dictEntries(value)) result[textOf(key) ?? str(key)] = inner(item);
    return result;
  }
  if (value instanceof State) return value.toJSON();
  if (value instanceof StateValue) return value.state.toJSON();
  if (value instanceof Timedelta) return value.totalSeconds();
  if (value instanceof Bytes) return str(value);
  const own = value instanceof PyObject ? (value.json() ?? str(value)) : String(value);
  return typeof own === 'object' ? String(own) : own;
}
