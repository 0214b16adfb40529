import { spend } from './work-meter.ts';

/** Code units done between two charges. */
const PIECE = 4096;

/** Where a piece that begins at `at` ends; a surrogate pair stays together. */
function endOfPiece(text: string, at: number): number {
  const end = at + PIECE;
  if (end >= text.length) return text.length;
  const before = text.charCodeAt(end - 1);
  return before >= 0xd800 && before < 0xdc00 ? end - 1 : end;
}

/** The pieces of a text one after another, each counted as work before it is handed out: `cost` units for 8 characters. */
export function* pieces(text: string, cost = 1): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const end = endOfPiece(text, at);
    spend(((end - at) * cost) >> 3);
    yield at === 0 && end === text.length ? text : text.slice(at, end);
    at = end;
  }
}

/** A text changed piece by piece, for changes in which no character depends on its neighbors. */
export function mapPieces(text: string, change: (piece: string) => string, cost = 1): string {
  if (text.length <= 64) return change(text);
  let result = '';
  for (const piece of pieces(text, cost)) result += change(piece);
  return result;
}

/** Whether a test holds for every piece; the test goes through the characters one by one. */
export function everyPiece(text: string, test: (piece: string) => boolean, cost = 1): boolean {
  for (const piece of pieces(text, cost)) if (!test(piece)) return false;
  return true;
}

/** The characters of a text as Python counts them, made and counted piece by piece. */
export function characters(text: string): string[] {
  if (text.length <= 64) return Array.from(text);
  const result: string[] = [];
  for (const piece of pieces(text, 2)) for (const char of piece) result.push(char);
  return result;
}

/** Characters as one text again, put together piece by piece. */
export function textOfCharacters(chars: readonly string[]): string {
  if (chars.length <= PIECE) return chars.join('');
  let result = '';
  for (let at = 0; at < chars.length; at += PIECE) {
    spend(PIECE >> 3);
    result += chars.slice(at, at + PIECE).join('');
  }
  return result;
}

/** The code unit at which the character of a number begins; the length of the text where it has fewer. */
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

/** The same one by one. */
export function* eachCharacter(text: string): Generator<string> {
  for (const piece of pieces(text)) yield* piece;
}
