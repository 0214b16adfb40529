import { type Document, visit } from 'yaml';

/** What may be a key written as `? key`; only below one can a list be lost. */
const EXPLICIT_KEY = /\?\s/;

/** Whether a text has to be parsed with its tokens kept, so that `lostListAt` sees what was lost. */
export function mayLoseList(text: string): boolean {
  return EXPLICIT_KEY.test(text);
}

/** What people are told of a list that the parser has dropped. */
export const LOST_LIST = 'A list below an explicit key needs a : before it';

/** The parser drops, without an error, a list that stands below `? key` with no `:` before it, and all that the list holds: gives its place. */
export function lostListAt(document: Document.Parsed): number | undefined {
  let offset: number | undefined;
  visit(document, {
    Pair(_, { srcToken }) {
      if (!srcToken?.value || srcToken.sep?.some(({ type }) => type === 'map-value-ind')) return undefined;
      offset = srcToken.value.offset;
      return visit.BREAK;
    },
  });
  return offset;
}
