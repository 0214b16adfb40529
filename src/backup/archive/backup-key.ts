import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
  randomInt,
  scrypt,
} from 'node:crypto';
import { z } from 'zod';
import { fault } from '../../core/errors.ts';

/** How a passphrase becomes a private key. */
const Derivation = z.strictObject({
  name: z.literal('scrypt'),
  n: z
    .number()
    .int()
    .min(2 ** 14)
    .max(2 ** 20),
  r: z.number().int().min(1).max(16),
  p: z.number().int().min(1).max(4),
  salt: z.base64(),
});

/**
 * The public half of a key for backups. It can only lock: whoever has the server, or a backup that is not encrypted,
 * cannot open encrypted backups with it.
 */
export const LockingKey = z.strictObject({
  /** Eight hexadecimal digits by which people recognize the key. */
  fingerprint: z.string().regex(/^[0-9a-f]{8}$/),
  /** X25519, the 32 bytes as base64. */
  public_key: z.base64(),
  derivation: Derivation,
});
export type LockingKey = z.infer<typeof LockingKey>;

/** The key of an archive, locked for the owner of one key. */
export const LockedKey = LockingKey.extend({ ephemeral_key: z.base64(), locked: z.base64() });
export type LockedKey = z.infer<typeof LockedKey>;

/** 64 MiB and about a fifth of a second. */
const COST = { n: 2 ** 16, r: 8, p: 1 };
const SALT_BYTES = 16;
const KEY_BYTES = 32;
/** Without letters and digits that look alike. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const GROUPS = 7;
const GROUP_LENGTH = 4;
/** The DER encoding of an X25519 key is its bytes after these [RFC 8410]. */
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b656e04220420', 'hex');
const PUBLIC_PREFIX = Buffer.from('302a300506032b656e032100', 'hex');
const WRAPPING = 'hearth backup: key of the archive';
const NONCE = Buffer.alloc(12);
const TAG_BYTES = 16;

/** A new random passphrase of 140 bits, in groups that people can type. */
export function newPassphrase(): string {
  const group = (): string =>
    Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

/** The key that a passphrase stands for, with a new salt. */
export async function lockingKeyOf(passphrase: string): Promise<LockingKey> {
  const derivation = { name: 'scrypt' as const, ...COST, salt: randomBytes(SALT_BYTES).toString('base64') };
  const publicKey = rawPublic(createPublicKey(await privateKeyOf(passphrase, derivation)));
  return { fingerprint: fingerprintOf(publicKey), public_key: publicKey.toString('base64'), derivation };
}

/** Whether a passphrase opens what a key locks. */
export async function opens(passphrase: string, key: LockingKey): Promise<boolean> {
  const publicKey = rawPublic(createPublicKey(await privateKeyOf(passphrase, key.derivation)));
  return publicKey.toString('base64') === key.public_key;
}

/** Locks the key of an archive, so that only the passphrase behind `key` opens it. */
export function lockKey(archiveKey: Buffer, key: LockingKey): LockedKey {
  const ephemeral = generateKeyPairSync('x25519');
  const publicKey = Buffer.from(key.public_key, 'base64');
  const shared = diffieHellman({ privateKey: ephemeral.privateKey, publicKey: publicKeyOf(publicKey) });
  const ephemeralKey = rawPublic(ephemeral.publicKey);
  const cipher = createCipheriv('aes-256-gcm', wrappingKey(shared, ephemeralKey, publicKey), NONCE);
  const locked = Buffer.concat([cipher.update(archiveKey), cipher.final(), cipher.getAuthTag()]);
  return {
    fingerprint: key.fingerprint,
    public_key: key.public_key,
    derivation: key.derivation,
    ephemeral_key: ephemeralKey.toString('base64'),
    locked: locked.toString('base64'),
  };
}

/**
 * The key of an archive. Throws `invalid_info` if the passphrase is not that of any key that the archive is locked
 * with, and names their fingerprints.
 */
export async function unlockKey(keys: readonly LockedKey[], passphrase: string): Promise<Buffer> {
  for (const key of keys) {
    const privateKey = await privateKeyOf(passphrase, key.derivation);
    const publicKey = rawPublic(createPublicKey(privateKey));
    if (publicKey.toString('base64') !== key.public_key) continue;
    const ephemeralKey = Buffer.from(key.ephemeral_key, 'base64');
    const locked = Buffer.from(key.locked, 'base64');
    try {
      const shared = diffieHellman({ privateKey, publicKey: publicKeyOf(ephemeralKey) });
      const decipher = createDecipheriv('aes-256-gcm', wrappingKey(shared, ephemeralKey, publicKey), NONCE);
      decipher.setAuthTag(locked.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(locked.subarray(0, -TAG_BYTES)), decipher.final()]);
    } catch {
      throw fault('failed', 'backup_is_damaged');
    }
  }
  throw fault('invalid_info', 'wrong_backup_key', {
    fingerprints: keys.map(({ fingerprint }) => fingerprint).join(', '),
  });
}

function privateKeyOf(passphrase: string, { n, r, p, salt }: z.infer<typeof Derivation>): Promise<KeyObject> {
  const options = { N: n, r, p, maxmem: 256 * n * r };
  // Groups are typed with or without hyphens, in any case.
  const text = /^[A-Z0-9 -]+$/i.test(passphrase) ? passphrase.replace(/[ -]/g, '').toUpperCase() : passphrase;
  return new Promise((resolve, reject) => {
    scrypt(text.normalize('NFC'), Buffer.from(salt, 'base64'), KEY_BYTES, options, (error, bytes) => {
      if (error !== null) return reject(error);
      const key = Buffer.concat([PRIVATE_PREFIX, bytes]);
      resolve(createPrivateKey({ key, format: 'der', type: 'pkcs8' }));
    });
  });
}

function wrappingKey(shared: Buffer, ephemeralKey: Buffer, publicKey: Buffer): Buffer {
  const salt = Buffer.concat([ephemeralKey, publicKey]);
  return Buffer.from(hkdfSync('sha256', shared, salt, WRAPPING, KEY_BYTES));
}

function publicKeyOf(bytes: Buffer): KeyObject {
  return createPublicKey({ key: Buffer.concat([PUBLIC_PREFIX, bytes]), format: 'der', type: 'spki' });
}

function rawPublic(key: KeyObject): Buffer {
  return key.export({ format: 'der', type: 'spki' }).subarray(PUBLIC_PREFIX.length);
}

function fingerprintOf(publicKey: Buffer): string {
  return createHash('sha256').update(publicKey).digest('hex').slice(0, 8);
}
