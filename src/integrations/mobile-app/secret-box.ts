import { randomBytes } from 'node:crypto';
import nacl from 'tweetnacl';

/** Decrypts a message of an app (nonce and secretbox, in base64); undefined if it was not made with this key. */
export function openBox(sealed: string, secret: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64');
  const { nonceLength } = nacl.secretbox;
  if (bytes.length < nonceLength + nacl.secretbox.overheadLength) return undefined;
  const opened = nacl.secretbox.open(
    bytes.subarray(nonceLength),
    bytes.subarray(0, nonceLength),
    keyOf(secret),
  );
  return opened === null ? undefined : Buffer.from(opened).toString('utf8');
}

/** The nonce of a message as text. */
export function nonceOf(sealed: string): string {
  return Buffer.from(sealed, 'base64').subarray(0, nacl.secretbox.nonceLength).toString('base64');
}

/** Encrypts an answer for an app. */
export function sealBox(text: string, secret: string): string {
  const nonce = randomBytes(nacl.secretbox.nonceLength);
  return Buffer.concat([nonce, nacl.secretbox(Buffer.from(text), nonce, keyOf(secret))]).toString('base64');
}

function keyOf(secret: string): Uint8Array {
  return Buffer.from(secret, 'hex');
}
