import { type AdaptiveBits, chanceOfZero, learned } from './adaptive-bits.ts';
import { ByteReader } from './byte-reader.ts';
import { DamagedBlock } from './damaged-block.ts';
import { PackedTexts } from './packed-texts.ts';

const SHORTEST_RANGE = 1 << 22;

/** Reads a section that `SymbolWriter` wrote. Whatever the bytes are, each call ends and costs little. */
export class SymbolReader {
  private readonly bytes: Uint8Array;
  private readonly textBytes: Uint8Array;
  private readonly codedEnd: number;
  private readonly plainEnd: number;
  private codedAt: number;
  private plainAt: number;
  private range = 1 << 30;
  private code = 0;
  private pending = 0;
  private pendingBits = 0;
  private texts: PackedTexts | undefined;

  constructor(section: Uint8Array) {
    const lengths = new ByteReader(section);
    const coded = lengths.varint();
    const plain = lengths.varint();
    this.bytes = section;
    this.codedAt = lengths.at;
    this.codedEnd = this.codedAt + coded;
    this.plainAt = this.codedEnd;
    this.plainEnd = this.plainAt + plain;
    if (this.plainEnd > section.length) throw new DamagedBlock('a section ends too early');
    this.textBytes = section.subarray(this.plainEnd);
    for (let at = 0; at < 4; at += 1) this.code = (this.code << 8) | this.nextCoded();
    if (this.code < 0 || this.code >= this.range) throw new DamagedBlock('a section starts out of range');
  }

  /** Reads a decision. */
  bit(model: AdaptiveBits, index: number): number {
    return this.tree(model, index - 1, 1);
  }

  /** Reads a number of `depth` bits. Local variables make this loop, where decoding spends its time, faster. */
  tree(model: AdaptiveBits, offset: number, depth: number): number {
    let { range, code } = this;
    let node = 1;
    for (let left = depth; left > 0; left -= 1) {
      const index = offset + node;
      const entry = model[index] ?? 0;
      const bound = (range >>> 12) * chanceOfZero(entry);
      node *= 2;
      if (code < bound) {
        range = bound;
        model[index] = learned(entry, 0);
      } else {
        code -= bound;
        range -= bound;
        node += 1;
        model[index] = learned(entry, 1);
      }
      while (range < SHORTEST_RANGE) {
        range <<= 8;
        code = (code << 8) | this.nextCoded();
      }
    }
    this.range = range;
    this.code = code;
    return node - (1 << depth);
  }

  /** Reads a number of `count` plain bits, at most 53. */
  plain(count: number): number {
    if (count <= 16) return this.plainBits(count);
    let value = 0;
    let unit = 1;
    for (let left = count; left > 0; left -= 16) {
      value += this.plainBits(left < 16 ? left : 16) * unit;
      unit *= 65_536;
    }
    return value;
  }

  /** Reads a parameter that is at most `limit`. */
  number(limit: number): number {
    const bits = this.plain(6);
    const value = bits > 53 ? Number.POSITIVE_INFINITY : this.plain(bits);
    if (value > limit) throw new DamagedBlock(`a number above ${limit}`);
    return value;
  }

  /** Reads a text. */
  text(): string {
    this.texts ??= new PackedTexts(this.textBytes);
    return this.texts.next();
  }

  private plainBits(count: number): number {
    while (this.pendingBits < count) {
      if (this.plainAt >= this.plainEnd) throw new DamagedBlock('plain bits are missing');
      this.pending |= (this.bytes[this.plainAt] ?? 0) << this.pendingBits;
      this.plainAt += 1;
      this.pendingBits += 8;
    }
    const value = this.pending & ((1 << count) - 1);
    this.pending >>>= count;
    this.pendingBits -= count;
    return value;
  }

  /** The writer leaves out zeros at the end. */
  private nextCoded(): number {
    if (this.codedAt >= this.codedEnd) return 0;
    const byte = this.bytes[this.codedAt] ?? 0;
    this.codedAt += 1;
    return byte;
  }
}
