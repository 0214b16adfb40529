import { randomFillSync } from 'node:crypto';
import { ULID_CODES, ulidTimeCodes } from './ulid-time.ts';

/** Who or what caused a call, state or event [§2.2]. */
export interface Context {
  /** A ULID. */
  readonly id: string;
  readonly parent_id: string | null;
  /** The acting user; null when the server itself acts. */
  readonly user_id: string | null;
}

const pool = new Uint8Array(4096);
const HEX_BYTES = 16;
const hexPool = Buffer.alloc(4096);
let hexUsed = hexPool.length;
let used = pool.length;
let lastAt = -1;
let lastTime: readonly number[] = [];

/**
 * A ULID: 10 characters of time and 16 random ones. Created in one piece, since each call creates some, which are
 * looked up at once and live long.
 */
export function ulid(at: number): string {
  if (used + 16 > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const millisecond = Math.floor(at);
  if (millisecond !== lastAt) {
    lastAt = millisecond;
    lastTime = ulidTimeCodes(millisecond);
  }
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0, j = 0] = lastTime;
  // biome-ignore format: sixteen times the same
  return String.fromCharCode(
    a, b, c, d, e, f, g, h, i, j,
    code(), code(), code(), code(), code(), code(), code(), code(),
    code(), code(), code(), code(), code(), code(), code(), code(),
  );
}

/** The character code of the next random character. */
function code(): number {
  const byte = pool[used] ?? 0;
  used += 1;
  return ULID_CODES[byte & 31] ?? 0;
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
