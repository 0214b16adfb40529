import { adaptiveBits } from './adaptive-bits.ts';
import { DamagedBlock } from './damaged-block.ts';
import { IntegerModel } from './integer-model.ts';
import type { SymbolReader } from './symbol-reader.ts';
import type { SymbolWriter } from './symbol-writer.ts';
import { MAX_TIME } from './time-column.ts';

const NOW = 0;
const AS_BEFORE = 1;
const ELSE = 2;
const KIND_BITS = 2;
const KINDS = 4;

/** Codes when the state last changed: with this sample, as the sample before says, or at any other time. */
export class ChangeModel {
  private readonly kinds = adaptiveBits(KINDS * KINDS);
  private readonly distances = new IntegerModel();
  private previousKind = NOW;
  private last = -1;

  /** Writes the `changedAt` of a sample. */
  write(writer: SymbolWriter, changedAt: number, at: number): void {
    const kind = changedAt === at ? NOW : changedAt === this.last ? AS_BEFORE : ELSE;
    writer.tree(this.kinds, this.previousKind * KINDS, KIND_BITS, kind);
    this.previousKind = kind;
    this.last = changedAt;
    if (kind === ELSE) this.distances.writeSigned(writer, at - changedAt);
  }

  /** Reads the `changedAt` of a sample. */
  read(reader: SymbolReader, at: number): number {
    const kind = reader.tree(this.kinds, this.previousKind * KINDS, KIND_BITS);
    this.previousKind = kind;
    if (kind === NOW) this.last = at;
    else if (kind === ELSE) this.last = at - this.distances.readSigned(reader);
    else if (kind !== AS_BEFORE) throw new DamagedBlock('an unknown kind of change');
    if (this.last < 0 || this.last > MAX_TIME) throw new DamagedBlock('a change is out of range');
    return this.last;
  }
}
