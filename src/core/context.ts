import { randomFillSync } from 'node:crypto';

/** Who or what caused a call, state or event [§2.2]. */
export interface Context {
  /** A ULID. */
  readonly id: string;
  readonly parent_id: string | null;
  /** The acting user; null when the server itself acts. */
  readonly user_id: string | null;
}

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Two characters for each ten bits. */
const PAIRS = Array.from({ length: 1024 }, (_, i) => ALPHABET.charAt(i >> 5) + ALPHABET.charAt(i & 31));
const CODES = Uint8Array.from(ALPHABET, (letter) => letter.charCodeAt(0));
const pool = new Uint8Array(4096);
const HEX_BYTES = 16;
const hexPool = Buffer.alloc(4096);
let hexUsed = hexPool.length;
let used = pool.length;
let lastAt = -1;
let lastTime = '';

/**
 * A ULID: 10 characters of time and 16 random ones. Concatenated from only two strings, since each call
 * creates some and they live long.
 */
export function ulid(at: number): string {
  if (used + 16 > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const millisecond = Math.floor(at);
  if (millisecond !== lastAt) {
    lastAt = millisecond;
    lastTime = timePart(millisecond);
  }
  // biome-ignore format: sixteen times the same
  const random = String.fromCharCode(
    code(), code(), code(), code(), code(), code(), code(), code(),
    code(), code(), code(), code(), code(), code(), code(), code(),
  );
  return lastTime + random;
}

/** The character code of the next random character. */
function code(): number {
  const byte = pool[used] ?? 0;
  used += 1;
  return CODES[byte & 31] ?? 0;
}

function timePart(millisecond: number): string {
  let rest = millisecond;
  let time = '';
  for (let i = 0; i < 5; i += 1) {
    const low = rest % 1024;
    time = PAIRS[low] + time;
    rest = (rest - low) / 1024;
  }
  return time;
}

/** 32 lower-case hex digits: ids of registry entries, devices, users, tokens and config entries. */
export function hexId(): string {
  // Random bytes are fetched for 256 IDs at a time: thousands of entities may be discovered at once.
  if (hexUsed === hexPool.length) {
    randomFillSync(hexPool);
    hexUsed = 0;
  }
  hexUsed += HEX_BYTES;
  return hexPool.toString('hex', hexUsed - HEX_BYTES, hexUsed);
}

/** A new context; without a user ID it is the server's own. */
export function newContext(
  at: number,
  userId: string | null = null,
  parentId: string | null = null,
): Context {
  return { id: ulid(at), parent_id: parentId, user_id: userId };
}
