import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

const PREFIX = 'hearth_';
const RANDOM_BYTES = 32;
const RANDOM_LENGTH = 43;
const SUM_LENGTH = 6;
const SHAPE = /^hearth_[\w-]{49}$/;

/** A new opaque secret: `hearth_`, 32 random bytes in base64url, and a checksum that tells a typing mistake from a guess. */
export function newSecret(): string {
  const random = randomBytes(RANDOM_BYTES).toString('base64url');
  return PREFIX + random + checksum(random);
}

/** What is kept of a secret: its SHA-256 in hex. Enough for 256 random bits, and cheap enough to make for each request. */
export function digest(secret: string): string {
  return hash('sha256', secret, 'hex');
}

/** Whether the text could be a secret of ours by its length; the only test that is needed before a look-up. */
export function hasSecretLength(text: string): boolean {
  return text.length === PREFIX.length + RANDOM_LENGTH + SUM_LENGTH;
}

/** Why the text cannot be a secret we made, for the log; null when only a look-up can tell. */
export function secretFault(text: string): 'foreign' | 'mistyped' | null {
  if (!text.startsWith(PREFIX)) return 'foreign';
  if (!SHAPE.test(text)) return 'mistyped';
  const random = text.slice(PREFIX.length, PREFIX.length + RANDOM_LENGTH);
  return checksum(random) === text.slice(-SUM_LENGTH) ? null : 'mistyped';
}

/** Equality of two texts in a time that does not tell where they differ. */
export function isSameSecret(a: string, b: string): boolean {
  return timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'));
}

function checksum(text: string): string {
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(text));
  return sum.toString('base64url');
}
