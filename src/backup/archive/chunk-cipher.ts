import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import { Transform } from 'node:stream';
import { fault } from '../../core/errors.ts';

const CHUNK_BYTES = 1024 * 1024;
const TAG_BYTES = 16;
const NONCE_BYTES = 12;
const KEY_BYTES = 32;

/** What a member of an archive is encrypted with. */
export interface MemberCipher {
  /** The key of the archive. */
  readonly key: Buffer;
  /** The name of the member: each has a key of its own. */
  readonly member: string;
  /** Data outside that the content is bound to. */
  readonly bound: Buffer;
}

/** The size that content has once it is encrypted. */
export function encryptedSize(size: number): number {
  return size + TAG_BYTES * Math.max(1, Math.ceil(size / CHUNK_BYTES));
}

/**
 * Encrypts with AES-256-GCM in chunks of 1 MiB. The nonce numbers the chunks and marks the last one, so that chunks
 * that are missing, repeated or in another order are found, also at the end.
 */
export function encrypting(cipher: MemberCipher): Transform {
  const key = memberKey(cipher);
  return inChunks(CHUNK_BYTES, (chunk, index, isLast) => {
    const one = createCipheriv('aes-256-gcm', key, nonceOf(index, isLast));
    one.setAAD(cipher.bound);
    return Buffer.concat([one.update(chunk), one.final(), one.getAuthTag()]);
  });
}

/** Decrypts what `encrypting` wrote. No text is passed on before it is verified; fails with `backup_is_damaged`. */
export function decrypting(cipher: MemberCipher): Transform {
  const key = memberKey(cipher);
  return inChunks(CHUNK_BYTES + TAG_BYTES, (chunk, index, isLast) => {
    if (chunk.length < TAG_BYTES) throw fault('failed', 'backup_is_damaged');
    const one = createDecipheriv('aes-256-gcm', key, nonceOf(index, isLast));
    one.setAAD(cipher.bound);
    one.setAuthTag(chunk.subarray(-TAG_BYTES));
    try {
      return Buffer.concat([one.update(chunk.subarray(0, -TAG_BYTES)), one.final()]);
    } catch {
      throw fault('failed', 'backup_is_damaged');
    }
  });
}

function memberKey({ key, member }: MemberCipher): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', `hearth backup: ${member}`, KEY_BYTES));
}

function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeBigUInt64BE(BigInt(index));
  nonce[NONCE_BYTES - 1] = isLast ? 1 : 0;
  return nonce;
}

/** Passes data on in pieces of `size` bytes; only the last one may be shorter, and there is always a last one. */
function inChunks(
  size: number,
  change: (chunk: Buffer, index: number, isLast: boolean) => Buffer,
): Transform {
  let parts: Buffer[] = [];
  let held = 0;
  let index = 0;
  const take = (): Buffer => {
    const all = Buffer.concat(parts);
    parts = [all.subarray(size)];
    held = Math.max(0, held - size);
    return all.subarray(0, size);
  };
  return new Transform({
    transform(data: Buffer, _, done) {
      parts.push(data);
      held += data.length;
      try {
        // The last chunk is only known at the end: one that is full waits for more.
        while (held > size) this.push(change(take(), index++, false));
        done();
      } catch (error) {
        done(error as Error);
      }
    },
    flush(done) {
      try {
        done(null, change(take(), index, true));
      } catch (error) {
        done(error as Error);
      }
    },
  });
}
