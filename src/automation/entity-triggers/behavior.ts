import type { Fields } from '../config/fields.ts';

/** Which of the targeted entities fire: each of them, the first to match, or all together. */
export type Behavior = 'each' | 'first' | 'all';

/** Reads the `behavior` of a trigger, including its old names. */
export function triggerBehavior(fields: Fields): Behavior {
  const word = fields.oneOf('behavior', ['each', 'first', 'all', 'any', 'last'], 'each');
  if (word === 'any') return 'each';
  return word === 'last' ? 'all' : word;
}

/** `for` in milliseconds; templates are not supported here. */
export function fixedFor(fields: Fields): number {
  const length = fields.duration('for');
  if (length === undefined) return 0;
  if (length.fixed === undefined) throw fields.wrong('for', 'expects_fixed_duration');
  return length.fixed;
}
