/** bcrypt looks at no more of a password, in UTF-8. */
const BCRYPT_BYTES = 72;
/** Longer passwords need not be sent to the process that hashes: it looks at the beginning alone. */
const MAX_LENGTH = 512;

/** A hash without a known password, of the usual cost, for names without an imported password. */
export const DUMMY_BCRYPT = '$2b$12$FQt.r21G5hC29l1BSD/Q0.IugDvhoR1JF.WbgSBSIOtyL1bt4QhfW';

/** Whether a hash comes from Home Assistant; the first good login replaces it. */
export function isBcrypt(hash: string): boolean {
  return /^\$2[aby]\$/.test(hash);
}

/** A password as bcrypt is given it. */
export function bcryptInput(password: string): string {
  return password.slice(0, MAX_LENGTH);
}

/**
 * The part of a password that bcrypt compares, as text to hash again: only its first bytes. If all of it were
 * hashed, a login that mistypes the end of a long password would lock the user out. Encoded, since the cut
 * may be within a character.
 */
export function seenByBcrypt(password: string): string {
  return Buffer.from(bcryptInput(password), 'utf8').subarray(0, BCRYPT_BYTES).toString('base64url');
}
