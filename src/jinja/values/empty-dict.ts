import type { Value } from './context.ts';

/** Inherits nothing, so that no key is special. */
class EmptyDict {
  [key: string]: Value;
}
Object.setPrototypeOf(EmptyDict.prototype, null);
Reflect.deleteProperty(EmptyDict.prototype, 'constructor');
Object.freeze(EmptyDict.prototype);

/** The prototype of dicts created by `emptyDict`. */
export const EMPTY_DICT: object = EmptyDict.prototype;

/**
 * An empty dict as a plain object in which `__proto__` is an ordinary key. `Object.create(null)` would be a
 * hash table, which takes five times the memory and time.
 */
export function emptyDict(): Record<string, Value> {
  return new EmptyDict();
}
