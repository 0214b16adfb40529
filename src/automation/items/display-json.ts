import { exactJsonText } from '../../core/exact-json-text.ts';
import { Datetime } from '../../jinja/time/datetime.ts';
import { Timedelta } from '../../jinja/time/timedelta.ts';
import type { Value } from '../../jinja/values/context.ts';
import { TemplateFailure } from '../../jinja/values/failure.ts';
import { toPlain } from '../../jinja/values/plain.ts';
import { repr } from '../../jinja/values/printing.ts';
import { PyObject } from '../../jinja/values/py-object.ts';
import { Dict, dictEntries, isPlainDict } from '../../jinja/values/values.ts';

/** Values as JSON for clients: a value without a JSON form is shown by its type. */
export function displayJson(value: Value): string {
  return exactJsonText(toPlain(shown(value)));
}

function shown(value: Value): Value {
  if (Array.isArray(value)) return value.map(shown);
  if (isPlainDict(value) || value instanceof Dict) {
    const result: Record<string, Value> = Object.create(null);
    for (const [key, item] of dictEntries(value)) result[String(key)] = shown(item);
    return result;
  }
  if (value instanceof Timedelta)
    return { __type: "<class 'datetime.timedelta'>", total_seconds: value.totalSeconds() };
  if (value === undefined) return null;
  return !(value instanceof PyObject) || value instanceof Datetime || hasJson(value)
    ? value
    : { __type: `<class '${value.typeName}'>`, repr: repr(value) };
}

function hasJson(value: PyObject): boolean {
  try {
    toPlain(value);
    return true;
  } catch (error) {
    if (error instanceof TemplateFailure) return false;
    throw error;
  }
}
