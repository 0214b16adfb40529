import { parseBoolean } from '../../core/coerce.ts';
import { Float } from '../../core/json.ts';
import type { Value } from '../../jinja/values/context.ts';

/**
 * Whether a rendered value is true: true, a number other than zero, or one of the words true, yes, on,
 * enable.
 */
export function meansYes(value: Value): boolean {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value) !== 0;
  if (value instanceof Float) return value.value !== 0;
  return typeof value === 'string' && parseBoolean(value) === true;
}
