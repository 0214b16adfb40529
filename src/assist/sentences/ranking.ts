import type { FoundSlot } from './cursor.ts';
import type { Sentence } from './language-model.ts';

/** A sentence that was understood. */
export interface Recognition {
  readonly sentence: Sentence;
  /** All slots in order, including those that follow from the sentence and from where the speaker is. */
  readonly slots: readonly FoundSlot[];
}

/** With the number of characters that are in the template literally. */
export interface Ranked extends Recognition {
  readonly literals: number;
}

/**
 * The best of several ways to understand a text: a sentence that a user wrote, then the longest name of an
 * entity, then the fewest wildcards, then the most literal text, then the shortest text in wildcards.
 */
export function best(found: readonly Ranked[]): Recognition | undefined {
  let chosen: Ranked | undefined;
  let rank: readonly number[] = [];
  for (const one of found) {
    const own = rankOf(one);
    const order = chosen === undefined ? 1 : compare(own, rank);
    const isBetter = order > 0 || (order === 0 && one.sentence.intent < (chosen?.sentence.intent ?? ''));
    if (isBetter) [chosen, rank] = [one, own];
  }
  return chosen;
}

function rankOf({ sentence, slots, literals }: Ranked): readonly number[] {
  const name = slots.findLast((slot) => slot.name === 'name');
  const isNamed = name !== undefined && !name.isWildcard;
  const wildcards = slots.filter((slot) => slot.isWildcard);
  const length = wildcards.reduce((sum, { text }) => sum + text.length, 0);
  return [
    sentence.file === undefined ? 0 : 1,
    isNamed ? name.text.length + 1 : 0,
    -wildcards.length,
    literals,
    -length,
  ];
}

/** The best guess where names are unknown: the most literal text, the most known and fewest unknown slots. */
export function bestGuess(found: readonly Ranked[]): Recognition | undefined {
  let chosen: Ranked | undefined;
  let rank: readonly number[] = [];
  for (const one of found) {
    if (one.literals < 1) continue;
    const missing = one.slots.filter(({ isUnknown, text }) => isUnknown === true && text === '').length;
    const unknown = one.slots.filter(({ isUnknown }) => isUnknown === true).length - missing;
    const own = [
      one.literals,
      one.slots.length - unknown - missing,
      -unknown,
      one.slots.some(({ name }) => name === 'name') ? 1 : 0,
    ];
    if (chosen === undefined || compare(own, rank) > 0) [chosen, rank] = [one, own];
  }
  return chosen;
}

function compare(one: readonly number[], other: readonly number[]): number {
  for (const [at, value] of one.entries()) {
    const difference = value - (other[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
