import { type Document, visit } from 'yaml';
import { message } from './messages.ts';

/** Finds candidates for a key written as `? key`; a list can only be lost below such a key. */
const EXPLICIT_KEY = /\?\s/;

/** Whether a text has to be parsed with its tokens kept, so that `lostListAt` can find a lost list. */
export function mayLoseList(text: string): boolean {
  return EXPLICIT_KEY.test(text);
}

/** The error for a list that the parser dropped. */
export const LOST_LIST = message('yaml_lost_list');

/**
 * Returns the position of a list below `? key` without `:` before it, which the parser drops without an
 * error; undefined if there is none.
 */
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
