/** Python's white space beyond ASCII and below U+3000. */
const OTHER_SPACES: ReadonlySet<number> = new Set([
  ...[0x85, 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f],
  ...[0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200a],
]);

/** Python's white space; JavaScript's includes U+FEFF and lacks U+001C to U+001F and U+0085. */
export function isSpace(char: string): boolean {
  const code = char.charCodeAt(0);
  if (code < 128) return code === 32 || (code > 8 && code < 14) || (code > 27 && code < 32);
  return code > 0x2fff ? code === 0x3000 : OTHER_SPACES.has(code);
}

/** Loops instead of patterns: `\s+$` takes quadratic time on a long run of blanks inside the text. */
export function stripStart(text: string): string {
  let from = 0;
  while (from < text.length && isSpace(text.charAt(from))) from += 1;
  return from === 0 ? text : text.slice(from);
}

/** Python's `rstrip()`. */
export function stripEnd(text: string): string {
  let to = text.length;
  while (to > 0 && isSpace(text.charAt(to - 1))) to -= 1;
  return to === text.length ? text : text.slice(0, to);
}

/** Python's `strip()`. */
export function strip(text: string): string {
  return stripEnd(stripStart(text));
}
