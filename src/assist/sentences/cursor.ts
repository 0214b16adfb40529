import type { MatchFacts } from './language-model.ts';
import type { MatchedText } from './matched-text.ts';

/** A slot that a sentence fills. */
export interface FoundSlot {
  readonly name: string;
  readonly value: unknown;
  /** As it was said; empty if it follows from the sentence. */
  readonly text: string;
  readonly isWildcard: boolean;
  /** Whether the text is no known value of the list. */
  readonly isUnknown?: boolean;
}

/** A place in a text up to which a template matches. */
export interface Cursor {
  readonly position: number;
  readonly startsWord: boolean;
  readonly slots: readonly FoundSlot[];
  readonly facts: MatchFacts;
  readonly literals: number;
  /** A slot that takes all text from its start to where the match continues. */
  readonly open: OpenSlot | undefined;
}

/** A slot whose end is not found yet. */
export interface OpenSlot {
  readonly name: string;
  readonly start: number;
  readonly endsWord: boolean;
  readonly isUnknown: boolean;
  readonly isCapture: boolean;
}

/** Where each sentence begins. */
export const START: Cursor = {
  ...{ position: 0, startsWord: true, slots: [], facts: {}, literals: 0, open: undefined },
};

/** Ends the open slot at the position; undefined if it were empty. */
export function closed(
  cursor: Cursor,
  { original }: Pick<MatchedText, 'original'>,
  position: number,
): Cursor | undefined {
  const { open } = cursor;
  if (open === undefined) return cursor;
  const text = original.slice(open.start, position).trim();
  if (text === '') return undefined;
  const { name, isUnknown, isCapture } = open;
  const slot: FoundSlot = { name, value: text, text, isWildcard: !isUnknown, isUnknown };
  const slots = isCapture ? cursor.slots : [...cursor.slots, slot];
  return { ...cursor, position, slots, open: undefined };
}

const MAX_CURSORS = 500;

/** The cursors without duplicates, at most `MAX_CURSORS`. */
export function distinct(cursors: readonly Cursor[]): readonly Cursor[] {
  if (cursors.length < 2) return cursors;
  const known = new Map<string, Cursor>();
  for (const cursor of cursors) {
    const { position, startsWord, open, slots, facts } = cursor;
    const said = slots.map(({ name, text, value }) => `${name}=${text}=${String(value)}`).join('\n');
    const context = Object.values(facts).join(',');
    const key = `${position} ${startsWord} ${open?.name} ${open?.start}\n${said}\n${context}`;
    const other = known.get(key);
    if (other === undefined || other.literals < cursor.literals) known.set(key, cursor);
    if (known.size >= MAX_CURSORS) break;
  }
  return [...known.values()];
}
