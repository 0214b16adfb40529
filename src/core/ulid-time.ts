const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The character codes of the 32 characters of ULIDs. */
export const ULID_CODES = Uint8Array.from(ALPHABET, (letter) => letter.charCodeAt(0));

/** The first ten characters of the ULIDs of a millisecond, as character codes of five bits each. */
export function ulidTimeCodes(millisecond: number): number[] {
  return Array.from({ length: 10 }, (_, n) => ULID_CODES[Math.floor(millisecond / 32 ** (9 - n)) % 32] ?? 0);
}
