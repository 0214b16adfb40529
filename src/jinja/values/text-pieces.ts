import { spend } from './work-meter.ts';

/** Code units processed between two charges. */
const PIECE = 4096;

/** The end of a piece that starts at `at`; a surrogate pair is not split. */
function endOfPiece(text: string, at: number): number {
  const end = at + PIECE;
  if (end >= text.length) return text.length;
  const before = text.charCodeAt(end - 1);
  return before >= 0xd800 && before < 0xdc00 ? end - 1 : end;
}

/** The pieces of a text in order, each charged before it is returned: `cost` units per 8 characters. */
export function* pieces(text: string, cost = 1): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const end = endOfPiece(text, at);
    spend(((end - at) * cost) >> 3);
    yield at === 0 && end === text.length ? text : text.slice(at, end);
    at = end;
  }
}

/** Maps a text piece by piece, for mappings in which characters are independent. */
export function mapPieces(text: string, change: (piece: string) => string, cost = 1): string {
  if (text.length <= 64) return change(text);
  let result = '';
  for (const piece of pieces(text, cost)) result += change(piece);
  return result;
}

/** Whether all pieces pass a test of their characters. */
export function everyPiece(text: string, test: (piece: string) => boolean, cost = 1): boolean {
  for (const piece of pieces(text, cost)) if (!test(piece)) return false;
  return true;
}

/** The characters of a text as Python counts them, created and charged piece by piece. */
export function characters(text: string): string[] {
  if (text.length <= 64) return Array.from(text);
  const result: string[] = [];
  for (const piece of pieces(text, 2)) for (const char of piece) result.push(char);
  return result;
}

/** Joins characters to a text, piece by piece. */
export function textOfCharacters(chars: readonly string[]): string {
  if (chars.length <= PIECE) return chars.join('');
  let result = '';
  for (let at = 0; at < chars.length; at += PIECE) {
    spend(PIECE >> 3);
    result += chars.slice(at, at + PIECE).join('');
  }
  return result;
}

/** The code unit at which the character with an index starts; the length of the text if there are fewer. */
export function unitOfCharacter(text: string, index: number): number {
  let left = index;
  for (let at = 0; at < text.length; at += 1) {
    if ((at & 1023) === 0) spend(32);
    if (left <= 0) return at;
    left -= 1;
    const code = text.charCodeAt(at);
    const next = code >= 0xd800 && code < 0xdc00 ? text.charCodeAt(at + 1) : 0;
    if (next >= 0xdc00 && next < 0xe000) at += 1;
  }
  return text.length;
}

/** The characters of a text, charged piece by piece. */
export function* eachCharacter(text: string): Generator<string> {
  for (const piece of pieces(text)) yield* piece;
}
