import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import type { PushRequest } from '../../src/notifications/web-push.ts';

/** A browser with its push service: checks who sends [RFC 8292] and decrypts what arrives [RFC 8291]. */
export class PushedBrowser {
  readonly endpoint = `https://push.example/${randomBytes(8).toString('hex')}`;
  readonly auth: string;
  readonly p256dh: string;
  /** The decrypted messages, oldest first. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into messages of any shape
  readonly received: any[] = [];
  readonly headers: Readonly<Record<string, string>>[] = [];
  private readonly keys = createECDH('prime256v1');
  private readonly secret = randomBytes(16);

  constructor() {
    this.keys.generateKeys();
    this.auth = this.secret.toString('base64url');
    this.p256dh = this.keys.getPublicKey().toString('base64url');
  }

  /** What the browser tells the server. */
  get subscription() {
    return { endpoint: this.endpoint, p256dh: this.p256dh, auth: this.auth, name: 'Firefox on Linux' };
  }

  /** Takes a request as a push service does. `publicKey` is the key the browser subscribed with, `now` in ms. */
  take({ url, headers, body }: PushRequest, publicKey: string, now: number): void {
    if (url.href !== this.endpoint) throw new Error(`not the endpoint: ${url.href}`);
    const lower = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
    );
    requireSender(String(lower.authorization), publicKey, now);
    if (lower['content-encoding'] !== 'aes128gcm') throw new Error('not aes128gcm');
    if (!(Number(lower.ttl) >= 0)) throw new Error('no TTL');
    if (body.length > 4096) throw new Error(`${body.length} bytes are too many`);
    this.headers.push(lower);
    this.received.push(JSON.parse(this.decrypt(Buffer.from(body))));
  }

  private decrypt(body: Buffer): string {
    const salt = body.subarray(0, 16);
    const keyLength = body[20] ?? 0;
    const senderKey = body.subarray(21, 21 + keyLength);
    const sealed = body.subarray(21 + keyLength);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.keys.getPublicKey(), senderKey]);
    const shared = Buffer.from(hkdfSync('sha256', this.keys.computeSecret(senderKey), this.secret, info, 32));
    const derive = (name: string, length: number): Buffer =>
      Buffer.from(hkdfSync('sha256', shared, salt, Buffer.from(`Content-Encoding: ${name}\0`), length));
    const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
    decipher.setAuthTag(sealed.subarray(-16));
    const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    return plain.subarray(0, plain.lastIndexOf(2)).toString();
  }
}

function requireSender(authorization: string, publicKey: string, now: number): void {
  const [, token = '', key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  if (key !== publicKey) throw new Error(`not the key of the subscription: ${authorization}`);
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const verifier = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y } as never, format: 'jwk' });
  const [head = '', claims = '', signature = ''] = token.split('.');
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: verifier, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  if (!isSigned) throw new Error('not signed with that key');
  if (aud !== 'https://push.example') throw new Error(`for ${aud}`);
  if (!(exp * 1000 > now && exp * 1000 <= now + 86_400_000 + 60_000)) throw new Error(`expires at ${exp}`);
  if (!/^(mailto|https):/.test(sub)) throw new Error(`from ${sub}`);
}
