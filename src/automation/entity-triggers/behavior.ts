import type { Fields } from '../config/fields.ts';

/** Which of the targeted entities count: each for itself, the first to be so, or all together. */
export type Behavior = 'each' | 'first' | 'all';

/** Reads `behavior` of a trigger, old names too. */
export function triggerBehavior(fields: Fields): Behavior {
  const word = fields.oneOf('behavior', ['each', 'first', 'all', 'any', 'last'], 'each');
  if (word === 'any') return 'each';
  return word === 'last' ? 'all' : word;
}

/** Milliseconds of `for`, which takes no templates here. */
export function fixedFor(fields: Fields): number {
  const length = fields.duration('for');
  if (length === undefined) return 0;
  if (length.fixed === undefined) throw fields.wrong('for', 'expects_fixed_duration');
  return length.fixed;
}
