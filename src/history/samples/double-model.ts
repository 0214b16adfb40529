import { IntegerModel } from './integer-model.ts';
import type { SymbolReader } from './symbol-reader.ts';
import type { SymbolWriter } from './symbol-writer.ts';

/** Shorter texts are cheaper in a dictionary. */
const SHORTEST = 9;

/** Whether a text is the shortest one of its number, as JavaScript prints it, and long. */
export function isDoubleText(text: string): boolean {
  if (text.length < SHORTEST) return false;
  const value = Number(text);
  return Number.isFinite(value) && String(value) === text;
}

/** Codes doubles: sign, exponent and first digits as a difference, the other 48 bits as they are. */
export class DoubleModel {
  private readonly view = new DataView(new ArrayBuffer(8));
  private readonly tops = new IntegerModel(true);
  private top = 0;

  /** Writes a double. */
  write(writer: SymbolWriter, value: number): void {
    this.view.setFloat64(0, value);
    const top = this.view.getUint16(0);
    this.tops.writeSigned(writer, top - this.top);
    this.top = top;
    for (const at of [2, 4, 6]) writer.plain(this.view.getUint16(at), 16);
  }

  /** Reads a double. */
  read(reader: SymbolReader): number {
    this.top = (this.top + this.tops.readSigned(reader)) & 0xffff;
    this.view.setUint16(0, this.top);
    for (const at of [2, 4, 6]) this.view.setUint16(at, reader.plain(16));
    return this.view.getFloat64(0);
  }
}
