import { type AdaptiveBits, adaptiveBits } from './adaptive-bits.ts';
import { DamagedBlock } from './damaged-block.ts';
import { IntegerModel } from './integer-model.ts';
import type { SymbolReader } from './symbol-reader.ts';
import type { SymbolWriter } from './symbol-writer.ts';

/** With up to this many different entries, each one is coded depending on the entry before it. */
export const FEW = 16;
const FEW_BITS = 4;

/** Codes positions in a dictionary whose entries are numbered in the order in which they first occur. */
export class IndexModel {
  private readonly size: number;
  private readonly few: AdaptiveBits;
  private readonly isNew = adaptiveBits(2);
  private readonly distances = new IntegerModel(true);
  private known = 0;
  private previous = 0;

  constructor(size: number) {
    this.size = size;
    this.few = adaptiveBits(size > 1 && size <= FEW ? FEW * FEW : 0);
  }

  /** Writes the position of an entry. */
  write(writer: SymbolWriter, index: number): void {
    if (this.size <= 1) return;
    if (this.size <= FEW) {
      writer.tree(this.few, this.previous * FEW, FEW_BITS, index);
      this.previous = index;
      return;
    }
    const isNew = index === this.known ? 1 : 0;
    writer.bit(this.isNew, this.previous, isNew);
    this.previous = isNew;
    if (isNew === 1) this.known += 1;
    else this.distances.write(writer, this.known - 1 - index);
  }

  /** Reads the position of an entry. */
  read(reader: SymbolReader): number {
    if (this.size <= 1) return 0;
    if (this.size <= FEW) {
      this.previous = reader.tree(this.few, this.previous * FEW, FEW_BITS);
      return this.previous;
    }
    this.previous = reader.bit(this.isNew, this.previous);
    if (this.previous === 0) return this.known - 1 - this.distances.read(reader);
    this.known += 1;
    return this.known - 1;
  }
}

/** Writes the entries of a dictionary; at most one is null. */
export function writeDictionary(writer: SymbolWriter, entries: readonly (string | null)[]): void {
  const missing = entries.indexOf(null);
  writer.number(entries.length);
  writer.number(missing + 1);
  for (const entry of entries) if (entry !== null) writer.text(entry);
}

/** Reads the entries of a dictionary for at most `limit` values. */
export function readDictionary(reader: SymbolReader, limit: number): readonly (string | null)[] {
  const size = reader.number(limit);
  const missing = reader.number(size) - 1;
  return Array.from({ length: size }, (_, index) => (index === missing ? null : reader.text()));
}

/** The entry at a position that was read. */
export function entryAt<T>(entries: readonly T[], index: number): T {
  const entry = entries[index];
  if (entry === undefined) throw new DamagedBlock('a dictionary entry is missing');
  return entry;
}
