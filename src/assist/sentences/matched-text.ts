import { lowered } from './spoken-text.ts';

/** A text that sentences are matched with. */
export interface MatchedText {
  /** As it was said, with a space at the end. */
  readonly original: string;
  /** The same in lower case. */
  readonly text: string;
  /** The same with hyphens and underscores as spaces. */
  readonly broken: string;
}

/** Prepares a text to be matched. */
export function matchedText(said: string): MatchedText {
  const original = `${said} `;
  const text = lowered(original);
  return { original, text, broken: text.replace(/[-_]/g, ' ') };
}
