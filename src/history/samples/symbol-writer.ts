import { type AdaptiveBits, chanceOfZero, learned } from './adaptive-bits.ts';
import { ByteWriter } from './byte-writer.ts';
import { packTexts } from './packed-texts.ts';

const TOP = 2 ** 32;
const LOW_BYTES = 0xff_ffff;
const SHORTEST_RANGE = 1 << 22;

/**
 * Writes one section of a block: decisions with learned probabilities (a binary range coder as in LZMA), plain
 * bits beside them, and texts, which are compressed together. `SymbolReader` reads the same calls back.
 */
export class SymbolWriter {
  private readonly codedBytes = new ByteWriter();
  private readonly plainBytes = new ByteWriter();
  private readonly texts: string[] = [];
  private low = 0;
  private range = 1 << 30;
  private pending = 0;
  private pendingBits = 0;

  /** Writes a decision. */
  bit(model: AdaptiveBits, index: number, bit: number): void {
    const entry = model[index] ?? 0;
    const bound = (this.range >>> 12) * chanceOfZero(entry);
    if (bit === 0) {
      this.range = bound;
    } else {
      this.low += bound;
      this.range -= bound;
    }
    model[index] = learned(entry, bit);
    while (this.range < SHORTEST_RANGE) {
      this.range <<= 8;
      this.shift();
    }
  }

  /** Writes a number of `depth` bits as decisions, each with its own probability after the bits before it. */
  tree(model: AdaptiveBits, offset: number, depth: number, value: number): void {
    let node = 1;
    for (let at = depth - 1; at >= 0; at -= 1) {
      const bit = (value >> at) & 1;
      this.bit(model, offset + node, bit);
      node = node * 2 + bit;
    }
  }

  /** Writes the lowest `count` bits (at most 53) of a number as they are. */
  plain(value: number, count: number): void {
    let rest = value;
    for (let left = count; left > 0; left -= 16) {
      const width = left < 16 ? left : 16;
      const low = rest % 65_536;
      rest = (rest - low) / 65_536;
      this.pending |= (low & ((1 << width) - 1)) << this.pendingBits;
      this.pendingBits += width;
      while (this.pendingBits >= 8) {
        this.plainBytes.byte(this.pending & 255);
        this.pending >>>= 8;
        this.pendingBits -= 8;
      }
    }
  }

  /** Writes a parameter: a whole number from 0 to 2^53 - 1 of any size. */
  number(value: number): void {
    const bits = bitLength(value);
    this.plain(bits, 6);
    this.plain(value, bits);
  }

  /** Writes a text. */
  text(text: string): void {
    this.texts.push(text);
  }

  /** The bytes of the section. */
  finish(): Uint8Array {
    this.endRange();
    if (this.pendingBits > 0) this.plainBytes.byte(this.pending);
    const section = new ByteWriter();
    section.varint(this.codedBytes.length);
    section.varint(this.plainBytes.length);
    section.bytes(this.codedBytes.taken());
    section.bytes(this.plainBytes.taken());
    if (this.texts.length > 0) section.bytes(packTexts(this.texts));
    return section.taken();
  }

  /** Chooses the number of the final range with the most zero bytes at its end: a reader adds those itself. */
  private endRange(): void {
    const last = this.low + this.range - 1;
    for (const unit of [2 ** 24, 2 ** 16, 2 ** 8, 1]) {
      const chosen = last - (last % unit);
      if (chosen < this.low) continue;
      this.low = chosen;
      break;
    }
    for (let at = 0; at < 4; at += 1) this.shift();
    this.codedBytes.dropZeros();
  }

  private shift(): void {
    if (this.low >= TOP) {
      this.codedBytes.carry();
      this.low -= TOP;
    }
    this.codedBytes.byte(this.low >>> 24);
    this.low = ((this.low & LOW_BYTES) << 8) >>> 0;
  }
}

/** The number of binary digits of a whole number from 0 to 2^53 - 1. */
export function bitLength(value: number): number {
  return value < TOP ? 32 - Math.clz32(value) : 64 - Math.clz32(value / TOP);
}
