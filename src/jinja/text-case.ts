/** Python's `lower`: a final sigma is small, as JavaScript has it too. */
export function lower(text: string): string {
  return text.toLowerCase();
}

/** Python's `upper()`. */
export function upper(text: string): string {
  return text.toUpperCase();
}

/** A letter that has a case. */
export function isCased(char: string): boolean {
  return CASED_TEXT.test(char);
}

const CASED_TEXT = /^[\p{Lowercase}\p{Uppercase}\p{Lt}]$/u;

/** The form a letter has at the start of a word (`ǆ` gives `ǅ`, `ß` gives `Ss`). */
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

/** Python's `str.title`: the first letter after anything that has no case is big, the others small. */
export function title(text: string): string {
  let inWord = false;
  let result = '';
  for (const char of text) {
    result += inWord ? char.toLowerCase() : titleChar(char);
    inWord = isCased(char);
  }
  return result;
}

/** Python's `capitalize()`. */
export function capitalize(text: string): string {
  const [first = '', ...rest] = Array.from(text);
  return titleChar(first) + rest.join('').toLowerCase();
}

/** Python's `swapcase()`. */
export function swapCase(text: string): string {
  return Array.from(text, (char) =>
    /\p{Uppercase}/u.test(char) ? char.toLowerCase() : char.toUpperCase(),
  ).join('');
}

/** Whether a text has letters with case and all are as `wanted`. */
export function isAllCase(text: string, wanted: 'lower' | 'upper'): boolean {
  const other = wanted === 'lower' ? /[\p{Uppercase}\p{Lt}]/u : /[\p{Lowercase}\p{Lt}]/u;
  const own = wanted === 'lower' ? /\p{Lowercase}/u : /\p{Uppercase}/u;
  return own.test(text) && !other.test(text);
}

/** Python's `istitle`. */
export function isTitle(text: string): boolean {
  let [inWord, cased] = [false, false];
  for (const char of text) {
    const big = /[\p{Uppercase}\p{Lt}]/u.test(char);
    const small = !big && /\p{Lowercase}/u.test(char);
    if ((big && inWord) || (small && !inWord)) return false;
    inWord = big || small;
    cased ||= inWord;
  }
  return cased;
}

/** Comparison without regard to case: `ß` is `ss`. */
export function caseFold(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ς', 'σ')
    .replace(/[ﬀ-ﬆ]/g, (char) => char.toUpperCase().toLowerCase());
}
