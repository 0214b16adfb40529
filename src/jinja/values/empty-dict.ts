import type { Value } from './context.ts';

/** Inherits nothing, so that each key is one like any other. */
class EmptyDict {
  [key: string]: Value;
}
Object.setPrototypeOf(EmptyDict.prototype, null);
Reflect.deleteProperty(EmptyDict.prototype, 'constructor');
Object.freeze(EmptyDict.prototype);

/** What dicts made by `emptyDict` have for their prototype. */
export const EMPTY_DICT: object = EmptyDict.prototype;

/**
 * An empty dict as a plain object in which `__proto__` is a key like any other. What `Object.create(null)` gives is a hash table, which
 * takes five times the room and time of the object this gives.
 */
export function emptyDict(): Record<string, Value> {
  return new EmptyDict();
}
