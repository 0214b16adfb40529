/** The shortest password the server accepts. */
export const MIN_PASSWORD_LENGTH = 8;
/** The longest password the server accepts. */
export const MAX_PASSWORD_LENGTH = 512;

const WELL_KNOWN =
  /^(password|passwort|passw0rd|qwert[yz]|asdf|letmein|iloveyou|admin|welcome|willkommen|hallo|hearth)/i;
/** The minimum bits of each level. */
const LEVELS = [0, 36, 56, 76] as const;

/** The strength of a password, from 0 (too short) to 4. A rough estimate without a dictionary. */
export function passwordLevel(password: string): 0 | 1 | 2 | 3 | 4 {
  if (password.length < MIN_PASSWORD_LENGTH) return 0;
  const bits = newLetters(password) * bitsPerLetter(password) * (WELL_KNOWN.test(password) ? 0.5 : 1);
  if (bits < LEVELS[1]) return 1;
  if (bits < LEVELS[2]) return 2;
  return bits < LEVELS[3] ? 3 : 4;
}

/**
 * Counts characters that do not repeat or continue a sequence (`aaaa`, `1234`, `dcba`); those count little.
 */
function newLetters(password: string): number {
  const letters = [...password];
  const codes = letters.map((letter) => letter.codePointAt(0) ?? 0);
  const surprising = codes.filter((code, at) => at === 0 || Math.abs(code - (codes[at - 1] ?? 0)) > 1).length;
  const different = new Set(letters).size;
  return Math.min(surprising + (letters.length - surprising) * 0.2, different * 2.5);
}

function bitsPerLetter(password: string): number {
  const kinds: readonly (readonly [RegExp, number])[] = [
    [/\p{Ll}/u, 26],
    [/\p{Lu}/u, 26],
    [/\d/, 10],
    [/[^\p{L}\d]/u, 20],
  ];
  const size = kinds.reduce((sum, [kind, count]) => sum + (kind.test(password) ? count : 0), 0);
  // Words are more predictable than random characters: three quarters of their bits, but at least two.
  return Math.max(2, Math.log2(Math.max(size, 2)) * 0.75);
}
