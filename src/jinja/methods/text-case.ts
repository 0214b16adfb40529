import { everyPiece, mapPieces, pieces } from '../values/text-pieces.ts';

const BIG = /\p{Uppercase}/u;
const SMALL = /\p{Lowercase}/u;
const BIG_OR_TITLE = /[\p{Uppercase}\p{Lt}]/u;

/** Python's `lower`, with JavaScript's rule for a final sigma. */
export function lower(text: string): string {
  if (text.length <= 64) return text.toLowerCase();
  // A final sigma has another lower-case form, which depends on the whole word.
  return text.includes('Σ') ? lowerSigma(text) : mapPieces(text, (piece) => piece.toLowerCase());
}

/** The pieces end after a blank, so that each sigma is in a complete word. */
function lowerSigma(text: string): string {
  let result = '';
  let kept = '';
  for (const piece of pieces(text)) {
    const whole = kept + piece;
    const end = whole.length > MAX_WORD_LENGTH ? whole.length : whole.lastIndexOf(' ') + 1;
    result += whole.slice(0, end).toLowerCase();
    kept = whole.slice(end);
  }
  return result + kept.toLowerCase();
}

const MAX_WORD_LENGTH = 16_384;

/** Python's `upper()`. */
export function upper(text: string): string {
  return mapPieces(text, (piece) => piece.toUpperCase());
}

/** Whether a letter has upper and lower case. */
export function isCased(char: string): boolean {
  return CASED_TEXT.test(char);
}

const CASED_TEXT = /^[\p{Lowercase}\p{Uppercase}\p{Lt}]$/u;

/** The title case of a letter (`ǆ` becomes `ǅ`, `ß` becomes `Ss`). */
function titleChar(char: string): string {
  const big = char.toUpperCase();
  if (big === char || Array.from(big).length === 1) return TITLE[char] ?? TITLE[big] ?? big;
  const [first = '', ...rest] = Array.from(big);
  return first + rest.join('').toLowerCase();
}

const TITLE: Readonly<Record<string, string>> = {
  ǆ: 'ǅ',
  Ǆ: 'ǅ',
  ǉ: 'ǈ',
  Ǉ: 'ǈ',
  ǌ: 'ǋ',
  Ǌ: 'ǋ',
  ǳ: 'ǲ',
  Ǳ: 'ǲ',
};

/**
 * Python's `str.title`: the first letter after anything without case is in upper case, the others in lower
 * case.
 */
export function title(text: string): string {
  let inWord = false;
  let result = '';
  for (const piece of pieces(text, 2)) {
    for (const char of piece) {
      result += inWord ? char.toLowerCase() : titleChar(char);
      inWord = isCased(char);
    }
  }
  return result;
}

/** Python's `capitalize()`. */
export function capitalize(text: string): string {
  const first = String.fromCodePoint(text.codePointAt(0) ?? 0);
  return text === '' ? '' : titleChar(first) + lower(text.slice(first.length));
}

/** Python's `swapcase()`. */
export function swapCase(text: string): string {
  const swap = (char: string): string => (BIG.test(char) ? char.toLowerCase() : char.toUpperCase());
  return mapPieces(text, (piece) => Array.from(piece, swap).join(''), 2);
}

/** Whether a text has cased letters, all as `wanted`. */
export function isAllCase(text: string, wanted: 'lower' | 'upper'): boolean {
  const other = wanted === 'lower' ? /[\p{Uppercase}\p{Lt}]/u : /[\p{Lowercase}\p{Lt}]/u;
  const own = wanted === 'lower' ? /\p{Lowercase}/u : BIG;
  return everyPiece(text, (piece) => !other.test(piece)) && !everyPiece(text, (piece) => !own.test(piece));
}

/** Python's `istitle`. */
export function isTitle(text: string): boolean {
  let [inWord, cased] = [false, false];
  for (const piece of pieces(text, 2)) {
    for (const char of piece) {
      const big = BIG_OR_TITLE.test(char);
      const small = !big && SMALL.test(char);
      if ((big && inWord) || (small && !inWord)) return false;
      inWord = big || small;
      cased ||= inWord;
    }
  }
  return cased;
}

/** Case folding: `ß` becomes `ss`. */
export function caseFold(text: string): string {
  const fold = (piece: string): string =>
    piece
      .toLowerCase()
      .replaceAll('ß', 'ss')
      .replaceAll('ς', 'σ')
      .replace(/[ﬀ-ﬆ]/g, (char) => char.toUpperCase().toLowerCase());
  return mapPieces(text, fold, 2);
}
