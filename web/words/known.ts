/** A text in each language. */
export interface Text {
  readonly en: string;
  readonly de: string;
}

const known = new Map<string, Text>();

/** The text of a name; undefined where none has come yet. */
export function textOf(word: string): Text | undefined {
  return known.get(word);
}

/** Adds texts: those of the first pages at the start, others with the pages that need them. */
export function teach(words: Readonly<Record<string, Text>>): void {
  for (const [word, text] of Object.entries(words)) known.set(word, text);
}
