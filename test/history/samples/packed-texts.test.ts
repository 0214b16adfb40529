import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { DamagedBlock } from '../../../src/history/samples/damaged-block.ts';
import { PackedTexts, packTexts } from '../../../src/history/samples/packed-texts.ts';

describe('packed texts', () => {
  it('are read in the order in which they were written', () => {
    const texts = ['', 'a', '😀', '\ud800', 'x'.repeat(10_000), ''];
    const packed = new PackedTexts(packTexts(texts));
    expect(texts.map(() => packed.next())).toEqual(texts);
    expect(() => packed.next()).toThrow(DamagedBlock);
  });

  it('that claim to be large are rejected before they are decompressed', () => {
    const bomb = deflateRawSync(new Uint8Array(2 ** 20));
    /** The flag of deflated texts, then 2^27 and 2^20 - 1 as varints. */
    const large = Uint8Array.from([1, 0x80, 0x80, 0x80, 0x40, ...bomb]);
    const small = Uint8Array.from([1, 0xff, 0xff, 0x3f, ...bomb]);
    const fit = Uint8Array.from([1, 0x80, 0x80, 0x40, ...bomb]);
    expect(() => new PackedTexts(large)).toThrow('too long');
    expect(() => new PackedTexts(small)).toThrow('cannot be decompressed');
    expect(new PackedTexts(fit)).toBeInstanceOf(PackedTexts);
    expect(() => new PackedTexts(Uint8Array.from([0, 5, 1]))).toThrow(DamagedBlock);
  });

  it('over 64 MiB are not written', () => {
    const text = 'x'.repeat(2 ** 20);
    expect(() => packTexts(Array(64).fill(text))).toThrow('A block cannot hold');
  });
});
