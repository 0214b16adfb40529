/** Starts an escape: four hexadecimal digits of a code unit follow. */
const ESCAPE = '\u001a';
const ESCAPED = new RegExp(`${ESCAPE}([0-9a-f]{4})`, 'g');
/** What PostgreSQL cannot store as text: NUL and lone surrogates; and the escape itself. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are what is replaced.
const UNSTORABLE = /[\0\u001a\ud800-\udfff]/gu;
const COPY_SPECIAL = /[\\\n\r\t]/g;
const COPY_ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/** A text as it is stored: NUL and lone surrogates as U+001A and four hexadecimal digits. */
export function storedText(text: string): string {
  return text.replace(UNSTORABLE, (unit) => ESCAPE + unit.charCodeAt(0).toString(16).padStart(4, '0'));
}

/** The text that `storedText` stored. */
export function originalText(text: string): string {
  if (!text.includes(ESCAPE)) return text;
  return text.replace(ESCAPED, (_all, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}

/** A field of a line of COPY in text format. */
export function copyField(text: string | null): string {
  if (text === null) return '\\N';
  return storedText(text).replace(COPY_SPECIAL, (special) => COPY_ESCAPES[special] ?? special);
}
