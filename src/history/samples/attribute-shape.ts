/** A character that never occurs in JSON text, where control characters are escaped. */
const GAP = '\u0000';
/** Strings with the colon that makes them a name, and scalar values. */
const TOKENS = /"(?:[^"\\]|\\.)*"(\s*:)?|-?\d[\d.eE+-]*|true|false|null/g;

/** What is before and after values that are no strings. */
const BEFORE_AND_AFTER = '[{,]}';

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
  TOKENS.lastIndex = 0;
  for (let token = TOKENS.exec(text); token !== null; token = TOKENS.exec(text)) {
    if (token[1] !== undefined) continue;
    shape += text.slice(end, token.index) + GAP;
    values.push(token[0]);
    end = token.index + token[0].length;
  }
  return { shape: shape + text.slice(end), values };
}

/** Takes a JSON text apart as one of a known shape, which is faster; undefined if it may have another. */
export function takeApartAs(shape: string, text: string): ShapedText | undefined {
  const pieces = splitOnce(shape);
  const values: string[] = [];
  let at = 0;
  for (let index = 0; ; index += 1) {
    const piece = pieces[index] ?? '';
    if (!text.startsWith(piece, at)) return undefined;
    at += piece.length;
    if (index === pieces.length - 1) return at === text.length ? { shape, values } : undefined;
    const end = text[at] === '"' ? endOfString(text, at) : endOfToken(text, at);
    if (end <= at) return undefined;
    values.push(text.slice(at, end));
    at = end;
  }
}

/** Where the string that begins at a place ends; -1 if it does not. */
function endOfString(text: string, at: number): number {
  for (let quote = text.indexOf('"', at + 1); quote > 0; quote = text.indexOf('"', quote + 1)) {
    let slashes = quote;
    while (text[slashes - 1] === '\\') slashes -= 1;
    if ((quote - slashes) % 2 === 0) return quote + 1;
  }
  return -1;
}

/** Where the number, `true`, `false` or `null` at a place ends; the same place if there is none. */
function endOfToken(text: string, at: number): number {
  let end = at;
  while (end < text.length && !BEFORE_AND_AFTER.includes(text.charAt(end))) end += 1;
  return end;
}

let split: { readonly shape: string; readonly pieces: readonly string[] } = { shape: '', pieces: [''] };

/** The pieces of a shape, kept for the next text of the same shape. */
function splitOnce(shape: string): readonly string[] {
  if (split.shape !== shape) split = { shape, pieces: piecesOf(shape) };
  return split.pieces;
}

/** The pieces of a shape, of which each but the last one precedes a value. */
export function piecesOf(shape: string): readonly string[] {
  return shape.split(GAP);
}
