import { randomBytes, randomFillSync } from 'node:crypto';

/** Why something happened [§2.2]: it travels with each call, state and event. */
export interface Context {
  /** A ULID. */
  readonly id: string;
  readonly parent_id: string | null;
  /** The acting user; null when the house itself acts. */
  readonly user_id: string | null;
}

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const pool = Buffer.alloc(4096);
let used = pool.length;

/** A ULID: 10 characters of milliseconds, 16 random ones. */
export function ulid(at: number): string {
  if (used + 16 > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  let rest = Math.floor(at);
  let time = '';
  for (let i = 0; i < 10; i += 1) {
    const low = rest % 32;
    time = ALPHABET.charAt(low) + time;
    rest = (rest - low) / 32;
  }
  let random = '';
  for (let i = 0; i < 16; i += 1) random += ALPHABET.charAt((pool[used + i] ?? 0) & 31);
  used += 16;
  return time + random;
}

/** 32 lower-case hex digits: ids of registry entries, devices, users, tokens and config entries. */
export function hexId(): string {
  return randomBytes(16).toString('hex');
}

/** A new context, of nobody unless said otherwise. */
export function newContext(
  at: number,
  userId: string | null = null,
  parentId: string | null = null,
): Context {
  return { id: ulid(at), parent_id: parentId, user_id: userId };
}
