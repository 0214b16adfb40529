import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';

const PROTOCOL = 'Noise_NNpsk0_25519_ChaChaPoly_SHA256';
const PROLOGUE = Buffer.from('NoiseAPIInit\0\0', 'latin1');
const KEY_BYTES = 32;
const TAG_BYTES = 16;
/** What precedes the 32 bytes of a public X25519 key in DER [RFC 8410 §4]. */
const PUBLIC_HEAD = Buffer.from('302a300506032b656e032100', 'hex');
/** What precedes the 32 bytes of a private one [RFC 8410 §7]. */
const PRIVATE_HEAD = Buffer.from('302e020100300506032b656e04220420', 'hex');

/** One direction of an encrypted connection: each message has the next number. */
export class Cipher {
  private readonly key: Buffer;
  private count = 0;

  constructor(key: Buffer) {
    this.key = key;
  }

  encrypt(plain: Buffer, extra: Buffer = Buffer.alloc(0)): Buffer {
    const cipher = createCipheriv('chacha20-poly1305', this.key, this.nonce(), { authTagLength: TAG_BYTES });
    cipher.setAAD(extra, { plaintextLength: plain.length });
    const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
    return Buffer.concat([sealed, cipher.getAuthTag()]);
  }

  /** Throws if the bytes were not encrypted with the same key and number. */
  decrypt(sealed: Buffer, extra: Buffer = Buffer.alloc(0)): Buffer {
    if (sealed.length < TAG_BYTES) throw new Error('An encrypted message is too short');
    const end = sealed.length - TAG_BYTES;
    const decipher = createDecipheriv('chacha20-poly1305', this.key, this.nonce(), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(extra, { plaintextLength: end });
    decipher.setAuthTag(sealed.subarray(end));
    return Buffer.concat([decipher.update(sealed.subarray(0, end)), decipher.final()]);
  }

  private nonce(): Buffer {
    const nonce = Buffer.alloc(12);
    nonce.writeBigUInt64LE(BigInt(this.count), 4);
    this.count += 1;
    return nonce;
  }
}

/** The two directions of a connection after its handshake. */
export interface Ciphers {
  readonly send: Cipher;
  readonly receive: Cipher;
}

/** A handshake in which both ends know the key: each sends one message. */
export class Handshake {
  private readonly own: { readonly publicKey: Buffer; readonly privateKey: KeyObject };
  private readonly isClient: boolean;
  private hash: Buffer;
  private chain: Buffer;
  private cipher = new Cipher(Buffer.alloc(KEY_BYTES));
  private other: Buffer = Buffer.alloc(0);

  /** `secret` replaces the random key pair, for comparisons with published values. */
  constructor(psk: Buffer, { isClient, secret }: { readonly isClient: boolean; readonly secret?: Buffer }) {
    const start = Buffer.alloc(KEY_BYTES);
    // The name is longer than a hash, so the hash of it begins.
    createHash('sha256').update(PROTOCOL).digest().copy(start);
    this.hash = start;
    this.chain = start;
    this.isClient = isClient;
    this.own = keyPair(secret);
    this.mixHash(PROLOGUE);
    const [chain, hash, key] = derive(this.chain, psk, 3);
    this.chain = chain;
    this.mixHash(hash);
    this.cipher = new Cipher(key);
  }

  /** The message to send: the own public key, and an empty text that proves the common one. */
  write(): Buffer {
    const { publicKey } = this.own;
    this.mixHash(publicKey);
    this.mixKey(publicKey);
    if (!this.isClient) this.agree();
    const sealed = this.cipher.encrypt(Buffer.alloc(0), this.hash);
    this.mixHash(sealed);
    return Buffer.concat([publicKey, sealed]);
  }

  /** Takes the message of the other end. Throws if it does not know the key. */
  read(message: Buffer): void {
    this.other = message.subarray(0, KEY_BYTES);
    this.mixHash(this.other);
    this.mixKey(this.other);
    if (this.isClient) this.agree();
    const sealed = message.subarray(KEY_BYTES);
    this.cipher.decrypt(sealed, this.hash);
    this.mixHash(sealed);
  }

  ciphers(): Ciphers {
    const [first, second] = derive(this.chain, Buffer.alloc(0), 2);
    const [toDevice, toClient] = [new Cipher(first), new Cipher(second)];
    return this.isClient ? { send: toDevice, receive: toClient } : { send: toClient, receive: toDevice };
  }

  private agree(): void {
    const publicKey = createPublicKey({
      key: Buffer.concat([PUBLIC_HEAD, this.other]),
      format: 'der',
      type: 'spki',
    });
    this.mixKey(diffieHellman({ privateKey: this.own.privateKey, publicKey }));
  }

  private mixHash(data: Buffer): void {
    this.hash = createHash('sha256').update(this.hash).update(data).digest();
  }

  private mixKey(data: Buffer): void {
    const [chain, key] = derive(this.chain, data, 2);
    this.chain = chain;
    this.cipher = new Cipher(key);
  }
}

/** The key in the form in which users have it: 32 bytes in base64; undefined for anything else. */
export function keyOf(text: string): Buffer | undefined {
  const bytes = Buffer.from(text.trim(), 'base64');
  const isWhole = bytes.length === KEY_BYTES && bytes.toString('base64') === text.trim();
  return isWhole ? bytes : undefined;
}

function keyPair(secret: Buffer | undefined): { publicKey: Buffer; privateKey: KeyObject } {
  const privateKey =
    secret === undefined
      ? generateKeyPairSync('x25519').privateKey
      : createPrivateKey({ key: Buffer.concat([PRIVATE_HEAD, secret]), format: 'der', type: 'pkcs8' });
  const der = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  return { publicKey: der.subarray(PUBLIC_HEAD.length), privateKey };
}

/** HKDF as Noise has it: two or three keys. */
function derive(chain: Buffer, data: Buffer, count: 2 | 3): [Buffer, Buffer, Buffer] {
  const hmac = (key: Buffer, ...parts: Buffer[]): Buffer => {
    const sum = createHmac('sha256', key);
    for (const part of parts) sum.update(part);
    return sum.digest();
  };
  const temporary = hmac(chain, data);
  const first = hmac(temporary, Buffer.from([1]));
  const second = hmac(temporary, first, Buffer.from([2]));
  const third = count === 3 ? hmac(temporary, second, Buffer.from([3])) : Buffer.alloc(0);
  return [first, second, third];
}
