import { DamagedBlock } from './damaged-block.ts';

/** Reads what `ByteWriter` wrote. */
export class ByteReader {
  private readonly source: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.source = bytes;
    this.at = at;
  }

  /** Reads a whole number from 0 to 2^53 - 1. */
  varint(): number {
    let value = 0;
    for (let unit = 1; unit < 2 ** 53; unit *= 128) {
      const byte = this.source[this.at];
      if (byte === undefined) throw new DamagedBlock('it ends within a number');
      this.at += 1;
      value += (byte & 127) * unit;
      if (byte < 128) {
        if (value > Number.MAX_SAFE_INTEGER) break;
        return value;
      }
    }
    throw new DamagedBlock('a number is too large');
  }

  /** Reads `count` bytes, without copying them. */
  bytes(count: number): Uint8Array {
    const end = this.at + count;
    if (end > this.source.length) throw new DamagedBlock('it ends too early');
    const part = this.source.subarray(this.at, end);
    this.at = end;
    return part;
  }
}
