import type { Value } from '../../storage/sqlite.ts';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** A ULID that fits into 16 bytes: its first character is at most 7. */
const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
const LENGTH = 26;
const BYTES = 16;
const DIGIT_0 = 48;
const LETTER_A = 65;
const CODES = Uint8Array.from(ALPHABET, (letter) => letter.charCodeAt(0));
const codes: number[] = new Array(LENGTH).fill(0);
const VALUES = new Int8Array(128);
for (const [value, letter] of [...ALPHABET].entries()) VALUES[letter.charCodeAt(0)] = value;

/** The ID of a context or a run as it is stored: ULIDs as 16 bytes, other IDs as they are. */
export function contextKey(id: string): Uint8Array | string {
  if (!ULID.test(id)) return id.replaceAll('\0', ' ');
  const bytes = new Uint8Array(BYTES);
  let bits = 0;
  let pending = 0;
  let at = BYTES;
  for (let i = LENGTH - 1; i >= 0; i -= 1) {
    pending |= (VALUES[id.charCodeAt(i)] ?? 0) << bits;
    bits += 5;
    while (bits >= 8 && at > 0) {
      at -= 1;
      bytes[at] = pending & 255;
      pending >>>= 8;
      bits -= 8;
    }
  }
  return bytes;
}

/** The ID that a stored key stands for. */
export function contextIdOf(key: Value): string {
  if (!(key instanceof Uint8Array)) return String(key);
  if (key.length !== BYTES) return Buffer.from(key).toString('hex');
  let bits = 0;
  let pending = 0;
  let at = LENGTH;
  for (let i = BYTES - 1; i >= 0; i -= 1) {
    pending |= (key[i] ?? 0) << bits;
    bits += 8;
    while (bits >= 5) {
      at -= 1;
      codes[at] = CODES[pending & 31] ?? 0;
      pending >>>= 5;
      bits -= 5;
    }
  }
  codes[0] = CODES[pending] ?? 0;
  // Many IDs are read at once: one call for all characters is much faster than concatenating them.
  return String.fromCharCode.apply(null, codes);
}

/** The ID that the hexadecimal digits of a stored key stand for. */
export function contextIdOfHex(hex: string): string {
  if (hex.length !== 2 * BYTES) return hex.toLowerCase();
  let bits = 0;
  let pending = 0;
  let at = LENGTH;
  for (let i = hex.length - 1; i >= 0; i -= 1) {
    const code = hex.charCodeAt(i);
    pending |= (code < LETTER_A ? code - DIGIT_0 : code - LETTER_A + 10) << bits;
    bits += 4;
    if (bits < 5) continue;
    at -= 1;
    codes[at] = CODES[pending & 31] ?? 0;
    pending >>>= 5;
    bits -= 5;
  }
  codes[0] = CODES[pending] ?? 0;
  return String.fromCharCode.apply(null, codes);
}
