import { Float } from '../../core/json.ts';
import type { Value } from './context.ts';
import { typeError } from './failure.ts';
import { type Key, PyObject } from './py-object.ts';
import { spend, spendText } from './work-meter.ts';

const NAN_KEY = Symbol('nan');

/** The key of a value in a dict or set. Throws for lists, dicts and sets. */
export function hashKey(value: Value): Key {
  switch (typeof value) {
    case 'string':
      spendText(value.length);
      return value.charCodeAt(0) === 0 ? `\0s${value}` : value;
    case 'number':
      return Number.isNaN(value) ? NAN_KEY : value;
    case 'boolean':
      return value ? 1 : 0;
    case 'bigint':
      return value;
    default:
  }
  if (value === null) return null;
  if (value instanceof Float) return value.value;
  spend(1);
  if (value instanceof PyObject) return value.hash();
  throw typeError(`unhashable type: '${Array.isArray(value) ? 'list' : 'dict'}'`);
}

const identities = new WeakMap<object, number>();
let identityCount = 0;

/** A key as part of a tuple's key. */
export function keyText(key: Key): string {
  let text: string;
  if (typeof key === 'object' && key !== null) {
    let id = identities.get(key);
    if (id === undefined) {
      identityCount += 1;
      id = identityCount;
      identities.set(key, id);
    }
    text = `o${id}`;
  } else {
    text = (typeof key === 'bigint' ? 'number' : typeof key).charAt(0) + String(key);
  }
  return `${text.length}:${text}`;
}
