import { poly1305 } from '@noble/ciphers/_poly1305.js';
import { chacha20, hchacha } from '@noble/ciphers/chacha.js';

/** The bytes that a chunk is longer than its text: the tag and the authentication code. */
export const STREAM_OVERHEAD = 17;
export const STREAM_HEADER_BYTES = 24;
const FINAL = 3;
const MESSAGE = 0;
const PUSH = 1;
const BLOCK_BYTES = 64;
const MAC_BYTES = 16;
const SIGMA = Buffer.from('expand 32-byte k');

/** Reads a stream as libsodium's `crypto_secretstream_xchacha20poly1305` writes it. */
export class SecretStream {
  private readonly key: Uint8Array;
  /** The counter of the chunk and the rest of the header. */
  private readonly nonce = new Uint8Array(12);

  constructor(key: Uint8Array, header: Uint8Array) {
    const derived = new Uint32Array(8);
    hchacha(words(SIGMA), words(key), words(header.subarray(0, 16)), derived);
    this.key = new Uint8Array(derived.buffer);
    this.nonce[0] = 1;
    this.nonce.set(header.subarray(16, STREAM_HEADER_BYTES), 4);
  }

  /** The text of the next chunk and whether it is the last; undefined if the chunk is damaged. */
  open(chunk: Uint8Array): { readonly text: Uint8Array; readonly isFinal: boolean } | undefined {
    const { key, nonce } = this;
    const mac = chunk.subarray(-MAC_BYTES);
    const cipher = chunk.subarray(1, -MAC_BYTES);
    const first = new Uint8Array(BLOCK_BYTES);
    first[0] = chunk[0] ?? 0;
    const opened = chacha20(key, nonce, first, undefined, 1);
    const tag = opened[0];
    opened[0] = chunk[0] ?? 0;
    const macKey = chacha20(key, nonce, new Uint8Array(BLOCK_BYTES), undefined, 0).subarray(0, 32);
    const padding = (0x10 - BLOCK_BYTES + cipher.length) & 0xf;
    const lengths = Buffer.alloc(16);
    lengths.writeBigUInt64LE(BigInt(BLOCK_BYTES + cipher.length), 8);
    const expected = poly1305(Buffer.concat([opened, cipher, Buffer.alloc(padding), lengths]), macKey);
    if (!Buffer.from(expected).equals(mac)) return undefined;
    // Other tags change the key, which archives never do.
    if (tag !== MESSAGE && tag !== PUSH && tag !== FINAL) return undefined;
    const text = chacha20(key, nonce, cipher, undefined, 2);
    for (let i = 0; i < 8; i++) nonce[4 + i] = (nonce[4 + i] ?? 0) ^ (mac[i] ?? 0);
    const counter = new DataView(nonce.buffer);
    counter.setUint32(0, counter.getUint32(0, true) + 1, true);
    return { text, isFinal: tag === FINAL };
  }
}

function words(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(Uint8Array.from(bytes).buffer);
}
