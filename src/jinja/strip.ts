const SPACE = '[\\s\\x1c-\\x1f\\x85]';
const START = new RegExp(`^(?!\\ufeff)${SPACE}+`);
const ONE = new RegExp(`^${SPACE}$`);
const END = new RegExp(`${SPACE}+$`);

/** Python's white space at the start; JavaScript's has U+FEFF and lacks U+001C to U+001F and U+0085. */
export function stripStart(text: string): string {
  const code = text.charCodeAt(0);
  return code > 32 && code < 127 ? text : text.replace(START, '');
}

export function stripEnd(text: string): string {
  const code = text.charCodeAt(text.length - 1);
  return code > 32 && code < 127 ? text : text.replace(END, '');
}

/** Python's `strip()`. */
export function strip(text: string): string {
  return stripEnd(stripStart(text));
}

/** Python's `isspace` of one character. */
export function isSpace(char: string): boolean {
  return char !== '\ufeff' && ONE.test(char);
}
