import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { decrypting, encryptedSize, encrypting } from '../../src/backup/archive/chunk-cipher.ts';

const MIB = 1024 * 1024;
const cipher = { key: randomBytes(32), member: 'settings', bound: Buffer.from('description') };
const encrypted = (text: Buffer) => buffer(Readable.from([text]).pipe(encrypting(cipher)));
const decrypted = async (data: Buffer, other = cipher): Promise<Buffer> => {
  const stream = Readable.from(data.length === 0 ? [] : [data]).pipe(decrypting(other));
  return buffer(stream);
};

describe('encryption in chunks', () => {
  it.each([0, 1, MIB - 1, MIB, MIB + 1, 3 * MIB])('returns %d bytes as they were', async (size) => {
    const text = randomBytes(size);
    const data = await encrypted(text);
    expect(data.length).toBe(encryptedSize(size));
    expect((await decrypted(data)).equals(text)).toBe(true);
  });

  it('notices chunks that are missing at the end, exchanged, or of another part', async () => {
    const data = await encrypted(randomBytes(2 * MIB + 5));
    const chunk = MIB + 16;
    const [first, second, last] = [
      data.subarray(0, chunk),
      data.subarray(chunk, 2 * chunk),
      data.subarray(2 * chunk),
    ];
    for (const changed of [[first], [first, second], [second, first, last], [first, last], []])
      await expect(decrypted(Buffer.concat(changed))).rejects.toMatchObject({ code: 'failed' });
    await expect(decrypted(data, { ...cipher, member: 'history' })).rejects.toMatchObject({ code: 'failed' });
    await expect(decrypted(data, { ...cipher, bound: Buffer.from('x') })).rejects.toMatchObject({
      code: 'failed',
    });
  });
});
