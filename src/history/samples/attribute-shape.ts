/** A character that never occurs in JSON text, where control characters are escaped. */
const GAP = '\u0000';
/** Strings with the colon that makes them a name, and scalar values. */
const TOKENS = /"(?:[^"\\]|\\.)*"(\s*:)?|-?\d[\d.eE+-]*|true|false|null/g;

/** A JSON text taken apart: `shape` is the text without its values, with a gap for each of them. */
export interface ShapedText {
  readonly shape: string;
  readonly values: readonly string[];
}

/** Takes a JSON text apart; undefined if it has a character that marks gaps. */
export function takeApart(text: string): ShapedText | undefined {
  if (text.includes(GAP)) return undefined;
  const values: string[] = [];
  let shape = '';
  let end = 0;
  for (const token of text.matchAll(TOKENS)) {
    if (token[1] !== undefined) continue;
    shape += text.slice(end, token.index) + GAP;
    values.push(token[0]);
    end = token.index + token[0].length;
  }
  return { shape: shape + text.slice(end), values };
}

/** The pieces of a shape, of which each but the last one precedes a value. */
export function piecesOf(shape: string): readonly string[] {
  return shape.split(GAP);
}
