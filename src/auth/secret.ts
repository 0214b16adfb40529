import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

const PREFIX = 'hearth_';
const RANDOM_BYTES = 32;
const RANDOM_LENGTH = 43;
const SUM_LENGTH = 6;
const SHAPE = /^hearth_[\w-]{49}$/;

/** A new opaque secret: `hearth_`, 32 random bytes in base64url, and a checksum against typing errors. */
export function newSecret(): string {
  const random = randomBytes(RANDOM_BYTES).toString('base64url');
  return PREFIX + random + checksum(random);
}

/** The stored form of a secret: SHA-256 in hex, enough for 256 random bits and fast enough per request. */
export function digest(secret: string): string {
  return hash('sha256', secret, 'hex');
}

/** The length of a refresh token of Home Assistant, and the maximum length of its access tokens. */
const REFRESH_LENGTH = 128;
const MAX_JWT_LENGTH = 1024;

/** Whether the text may be a secret, by its length: ours, or one that was imported. */
export function hasSecretLength(text: string): boolean {
  return text.length === PREFIX.length + RANDOM_LENGTH + SUM_LENGTH || isImportedForm(text);
}

/** Whether the text looks like a refresh token or a long-lived access token of Home Assistant. */
function isImportedForm(text: string): boolean {
  return text.length === REFRESH_LENGTH || (text.startsWith('eyJ') && text.length <= MAX_JWT_LENGTH);
}

/** Why the text cannot be one of our secrets, for the log; null if only a lookup can tell. */
export function secretFault(text: string): 'foreign' | 'mistyped' | null {
  if (!text.startsWith(PREFIX)) return 'foreign';
  if (!SHAPE.test(text)) return 'mistyped';
  const random = text.slice(PREFIX.length, PREFIX.length + RANDOM_LENGTH);
  return checksum(random) === text.slice(-SUM_LENGTH) ? null : 'mistyped';
}

/** Whether two texts are equal, in constant time. */
export function isSameSecret(a: string, b: string): boolean {
  return timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'));
}

function checksum(text: string): string {
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(text));
  return sum.toString('base64url');
}
