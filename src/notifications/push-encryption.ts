import { createECDH, createPrivateKey, type JsonWebKey, randomBytes, sign } from 'node:crypto';

const LIFETIME_SECONDS = 12 * 3600;

/** A server that identifies itself to a push service. */
interface Sender {
  /** The origin of the push service. */
  readonly audience: string;
  /** A `mailto:` or `https:` address of the operator. */
  readonly contact: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Encrypts a message for a browser, in the coding `aes128gcm` [RFC 8291]. */
export async function encryptPush(
  message: Buffer,
  { p256dh, auth }: { readonly p256dh: string; readonly auth: string },
): Promise<Buffer> {
  const { encrypt } = await import('http_ece');
  const privateKey = createECDH('prime256v1');
  privateKey.generateKeys();
  const salt = randomBytes(16).toString('base64url');
  return encrypt(message, { version: 'aes128gcm', dh: p256dh, authSecret: auth, privateKey, salt });
}

/** The public key of a pair as an uncompressed point, in base64url. */
export function publicPoint({ x, y }: JsonWebKey): string {
  const coordinates = [x, y].map((text) => Buffer.from(String(text), 'base64url'));
  return Buffer.concat([Buffer.from([4]), ...coordinates]).toString('base64url');
}

/** The `Authorization` header that identifies the server by a signed token [RFC 8292]. */
export function vapidHeader(key: JsonWebKey, { audience, contact, now }: Sender): string {
  const claims = { aud: audience, exp: Math.floor(now / 1000) + LIFETIME_SECONDS, sub: contact };
  const content = [{ typ: 'JWT', alg: 'ES256' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const privateKey = createPrivateKey({ key, format: 'jwk' });
  const signature = sign('sha256', Buffer.from(content), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${content}.${signature.toString('base64url')}, k=${publicPoint(key)}`;
}
