import { Float } from '../../core/json.ts';
import { Datetime, PyDate } from '../time/datetime.ts';
import { PyTime } from '../time/time-of-day.ts';
import { Timedelta } from '../time/timedelta.ts';
import { Zone } from '../time/zone.ts';
import type { Callable, Value } from '../values/context.ts';
import { isFloat } from '../values/number.ts';
import { Bytes, Range } from '../values/objects.ts';
import { textOf } from '../values/protocol.ts';
import { isDict, PySet, Tuple } from '../values/values.ts';
import { BYTES_METHODS } from './bytes.ts';
import {
  DATETIME_METHODS,
  PYDATE_METHODS,
  TIME_METHODS,
  TIMEDELTA_METHODS,
  ZONE_METHODS,
} from './datetime.ts';
import { DICT_METHODS } from './dict.ts';
import { LIST_METHODS, RANGE_METHODS, SET_METHODS, TUPLE_METHODS } from './list.ts';
import { FLOAT_METHODS, INT_METHODS } from './number.ts';
import { STRING_METHODS } from './string.ts';

type Methods = ReadonlyMap<string, Callable>;

/** The methods of Python's built-in types; there is no other way to reach a function of a value. */
export function methodsOf(value: Value): Methods | undefined {
  switch (typeof value) {
    case 'string':
      return STRING_METHODS;
    case 'boolean':
    case 'bigint':
      return INT_METHODS;
    case 'number':
      return Number.isSafeInteger(value) ? INT_METHODS : FLOAT_METHODS;
    default:
  }
  if (value === null || value === undefined) return undefined;
  if (Array.isArray(value)) return LIST_METHODS;
  if (value instanceof Float) return FLOAT_METHODS;
  if (isDict(value)) return DICT_METHODS;
  if (value instanceof Tuple) return TUPLE_METHODS;
  if (value instanceof PySet) return SET_METHODS;
  if (value instanceof Range) return RANGE_METHODS;
  if (value instanceof Bytes) return BYTES_METHODS;
  if (value instanceof Datetime) return DATETIME_METHODS;
  if (value instanceof Timedelta) return TIMEDELTA_METHODS;
  if (value instanceof PyDate) return PYDATE_METHODS;
  if (value instanceof PyTime) return TIME_METHODS;
  if (value instanceof Zone) return ZONE_METHODS;
  return textOf(value) === undefined ? undefined : STRING_METHODS;
}

/** Attributes other than methods: the parts of numbers, the fields of named tuples. */
export function propertyOf(value: Value, name: string): Value {
  if (value instanceof Tuple) {
    const at = value.fields?.indexOf(name) ?? -1;
    return at < 0 ? undefined : value.items[at];
  }
  if (name === 'real' || name === 'imag') {
    if (isFloat(value)) return name === 'real' ? value : new Float(0);
    if (typeof value === 'number' || typeof value === 'bigint') return name === 'real' ? value : 0;
    if (typeof value === 'boolean') return name === 'real' ? Number(value) : 0;
  }
  if ((name === 'numerator' || name === 'denominator') && !isFloat(value)) {
    if (typeof value === 'number' || typeof value === 'bigint') return name === 'numerator' ? value : 1;
  }
  return undefined;
}

/** All methods available to templates, by type. */
export const METHODS: readonly (readonly [type: string, methods: Methods])[] = [
  ['str', STRING_METHODS],
  ['list', LIST_METHODS],
  ['tuple', TUPLE_METHODS],
  ['dict', DICT_METHODS],
  ['set', SET_METHODS],
  ['int', INT_METHODS],
  ['float', FLOAT_METHODS],
  ['bytes', BYTES_METHODS],
  ['datetime', DATETIME_METHODS],
  ['date', PYDATE_METHODS],
  ['time', TIME_METHODS],
  ['timedelta', TIMEDELTA_METHODS],
  ['tzinfo', ZONE_METHODS],
];
