import { createDecipheriv, createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import { blake2b } from '@noble/hashes/blake2.js';
import { hashRaw } from '@node-rs/argon2';
import { ImportError } from '../source-folder.ts';
import { SecretStream, STREAM_HEADER_BYTES, STREAM_OVERHEAD } from './secret-stream.ts';

/** The longest header of a generation. */
export const MAX_HEADER_BYTES = 136;
const MAGIC = 'SecureTar';
const SALT_BYTES = 16;
const V2_HEADER_BYTES = 48;
const CHUNK_BYTES = 1024 * 1024;
const PERSONAL = 'SecureTarv3';
const ARGON = { algorithm: 2, memoryCost: 16_384, timeCost: 8, parallelism: 1, outputLen: 32 } as const;
const ROUNDS = 100;
const BLOCK_BYTES = 16;
const WRONG =
  'The key does not open the archive. Each backup needs the key that was in use when it was made.';
export const DAMAGED = 'The archive is damaged or incomplete.';

/** Whether the beginning of an inner file is compressed or a plain archive, and thus not encrypted. */
export function isPlain(start: Buffer): boolean {
  return (start[0] === 0x1f && start[1] === 0x8b) || start.subarray(257, 262).toString() === 'ustar';
}

/**
 * Decrypts an inner file of a backup that begins with `start`, in any of its three generations [import facts §7]. Throws
 * `ImportError` for a key that does not open it; the stream fails with one if the data is damaged.
 */
export async function decrypting(start: Buffer, key: string): Promise<Transform> {
  const version = start.subarray(0, MAGIC.length).toString() === MAGIC ? start[MAGIC.length] : 1;
  if (version === 1) return blockCipher(start.subarray(0, SALT_BYTES), SALT_BYTES, key);
  if (version === 2) return blockCipher(start.subarray(32, V2_HEADER_BYTES), V2_HEADER_BYTES, key);
  if (version === 3) return chunkCipher(start, key);
  throw new ImportError(`Archives of generation ${version} cannot be read`);
}

/**
 * Generations 1 and 2: AES-128-CBC. The padding was sometimes wrong, so it is only removed where it is valid.
 */
function blockCipher(salt: Buffer, headerBytes: number, password: string): Transform {
  const repeated = (first: Buffer): Buffer => {
    let digest = first;
    for (let round = 0; round < ROUNDS; round++) digest = createHash('sha256').update(digest).digest();
    return digest.subarray(0, 16);
  };
  const key = repeated(Buffer.from(password));
  const decipher = createDecipheriv('aes-128-cbc', key, repeated(Buffer.concat([key, salt])));
  decipher.setAutoPadding(false);
  let skip = headerBytes;
  let isChecked = false;
  let last: Buffer = Buffer.alloc(0);
  return new Transform({
    transform(data: Buffer, _, done) {
      const part = data.subarray(Math.min(skip, data.length));
      skip -= data.length - part.length;
      const text = Buffer.concat([last, decipher.update(part)]);
      if (!isChecked && text.length > BLOCK_BYTES) {
        isChecked = true;
        if (!isPlain(text)) return done(new ImportError(WRONG));
      }
      last = text.subarray(Math.max(0, text.length - BLOCK_BYTES));
      done(null, text.subarray(0, text.length - last.length));
    },
    flush(done) {
      try {
        decipher.final();
        const padding = last.at(-1) ?? 0;
        done(null, padding <= BLOCK_BYTES ? last.subarray(0, last.length - padding) : last);
      } catch {
        done(new ImportError(DAMAGED));
      }
    },
  });
}

/** Generation 3: chunks of 1 MiB, each authenticated, the last one marked. */
async function chunkCipher(start: Buffer, password: string): Promise<Transform> {
  if (start.length < MAX_HEADER_BYTES) throw new ImportError(DAMAGED);
  const root = await hashRaw(password, { ...ARGON, salt: start.subarray(32, 48) });
  const personalization = Buffer.alloc(16);
  personalization.write(PERSONAL);
  const derived = (salt: Buffer): Uint8Array =>
    blake2b(new Uint8Array(0), { key: root, salt, personalization, dkLen: 32 });
  if (!Buffer.from(derived(start.subarray(48, 64))).equals(start.subarray(64, 96)))
    throw new ImportError(WRONG);
  const stream = new SecretStream(
    derived(start.subarray(96, 112)),
    start.subarray(112, 112 + STREAM_HEADER_BYTES),
  );
  let skip = MAX_HEADER_BYTES;
  let waiting: Buffer = Buffer.alloc(0);
  let isEnded = false;
  const open = (chunk: Buffer): Uint8Array => {
    const opened = isEnded ? undefined : stream.open(chunk);
    if (opened === undefined) throw new ImportError(DAMAGED);
    isEnded = opened.isFinal;
    return opened.text;
  };
  return new Transform({
    transform(data: Buffer, _, done) {
      const part = data.subarray(Math.min(skip, data.length));
      skip -= data.length - part.length;
      waiting = Buffer.concat([waiting, part]);
      const size = CHUNK_BYTES + STREAM_OVERHEAD;
      try {
        while (waiting.length >= size) {
          this.push(open(waiting.subarray(0, size)));
          waiting = waiting.subarray(size);
        }
        done();
      } catch (error) {
        done(error as Error);
      }
    },
    flush(done) {
      try {
        if (waiting.length >= STREAM_OVERHEAD) this.push(open(waiting));
        if (!isEnded) throw new ImportError(DAMAGED);
        done();
      } catch (error) {
        done(error as Error);
      }
    },
  });
}
