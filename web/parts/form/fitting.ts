import type { FormField } from './form-field.ts';
import { lengthOf } from './length-of-time.ts';

const TIME = /^\d\d:\d\d(:\d\d)?$/;
const DATE = /^\d{4}-\d\d-\d\d$/;
const MOMENT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;
const TARGETS = new Set(['entity_id', 'device_id', 'area_id', 'floor_id', 'label_id']);

/** Whether a field can show a value; templates in place of numbers are edited as text. */
export function fits(field: FormField, value: unknown): boolean {
  if (value === undefined || value === null) return true;
  switch (field.kind) {
    case 'yaml':
    case 'steps':
    case 'device_automation':
    case 'constant':
    case 'section':
      return true;
    case 'number':
      return typeof value === 'number';
    case 'boolean':
      return typeof value === 'boolean';
    case 'time':
      return typeof value === 'string' && TIME.test(value);
    case 'date':
      return typeof value === 'string' && DATE.test(value);
    case 'datetime':
      return typeof value === 'string' && MOMENT.test(value);
    case 'duration':
      return lengthOf(value) !== undefined;
    case 'color':
      return Array.isArray(value) && value.length === 3 && value.every((one) => typeof one === 'number');
    case 'list':
    case 'checks':
      return Array.isArray(value) && value.every(isPlain);
    case 'several':
      return [value].flat().every(isPlain);
    case 'choose':
    case 'state':
      return field.isMultiple === true ? [value].flat().every(isPlain) : isPlain(value);
    case 'target':
      return (
        isMapping(value) &&
        Object.entries(value).every(([key, ids]) => TARGETS.has(key) && [ids].flat().every(isPlain))
      );
    case 'week':
      return isMapping(value);
    case 'rows':
      return Array.isArray(value) && value.every(isMapping);
    case 'group':
      return (
        isMapping(value) && Object.keys(value).every((key) => field.fields.some(({ name }) => name === key))
      );
    default:
      return isPlain(value);
  }
}

/** Whether a value is a mapping. */
export function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isPlain(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
