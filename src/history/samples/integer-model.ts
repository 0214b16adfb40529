import { type AdaptiveBits, adaptiveBits } from './adaptive-bits.ts';
import type { SymbolReader } from './symbol-reader.ts';
import { bitLength, type SymbolWriter } from './symbol-writer.ts';

/** Classes below 7 take three decisions, those below 14 six, the others twelve. */
const STEP = 7;
const STEP_BITS = 3;
const STEP_NODES = 8;
const LARGE_BITS = 6;
const CLASSES = 54;
const MIDDLE_AT = 3 * STEP_NODES;
const LARGE_AT = MIDDLE_AT + STEP_NODES;
const SIGNS_AT = LARGE_AT + 64;
const DIGITS_AT = SIGNS_AT + CLASSES;

/**
 * Codes whole numbers of up to 53 bits whose frequent values are small or alike. The class of a number (its
 * number of binary digits), its two digits below the highest and its sign are coded by what was seen before, the
 * other digits as they are.
 */
export class IntegerModel {
  private readonly bits: AdaptiveBits = adaptiveBits(DIGITS_AT + 4 * CLASSES);
  private readonly remembers: boolean;
  private context = 0;

  /** With `remembers` the class depends on that of the number before. */
  constructor(remembers = false) {
    this.remembers = remembers;
  }

  /** Writes a number from 0 to 2^53 - 1. */
  write(writer: SymbolWriter, value: number): void {
    const length = bitLength(value);
    writer.tree(this.bits, this.context, STEP_BITS, Math.min(length, STEP));
    if (length >= STEP) writer.tree(this.bits, MIDDLE_AT, STEP_BITS, Math.min(length - STEP, STEP));
    if (length >= 2 * STEP) writer.tree(this.bits, LARGE_AT, LARGE_BITS, length - 2 * STEP);
    this.note(length);
    if (length < 2) return;
    const digits = length < 3 ? 1 : 2;
    const rest = length - 1 - digits;
    const unit = 2 ** rest;
    const top = Math.floor(value / unit) - 2 ** digits;
    writer.tree(this.bits, DIGITS_AT + 4 * length, digits, top);
    if (rest > 0) writer.plain(value % unit, rest);
  }

  /** Reads a number from 0 to 2^53 - 1. */
  read(reader: SymbolReader): number {
    let length = reader.tree(this.bits, this.context, STEP_BITS);
    if (length === STEP) length += reader.tree(this.bits, MIDDLE_AT, STEP_BITS);
    if (length === 2 * STEP) length = Math.min(length + reader.tree(this.bits, LARGE_AT, LARGE_BITS), 53);
    this.note(length);
    if (length < 2) return length;
    if (length === 2) return 2 + reader.tree(this.bits, DIGITS_AT + 8, 1);
    const top = 4 + reader.tree(this.bits, DIGITS_AT + 4 * length, 2);
    const rest = length - 3;
    if (rest === 0) return top;
    return rest < 16 ? (top << rest) + reader.plain(rest) : top * 2 ** rest + reader.plain(rest);
  }

  /** Writes a number from 1 - 2^53 to 2^53 - 1. */
  writeSigned(writer: SymbolWriter, value: number): void {
    const size = Math.abs(value);
    this.write(writer, size);
    if (size !== 0) writer.bit(this.bits, SIGNS_AT + bitLength(size), value < 0 ? 1 : 0);
  }

  /** Reads a number from 1 - 2^53 to 2^53 - 1. */
  readSigned(reader: SymbolReader): number {
    const size = this.read(reader);
    if (size === 0) return 0;
    return reader.bit(this.bits, SIGNS_AT + bitLength(size)) === 0 ? size : -size;
  }

  private note(length: number): void {
    if (this.remembers) this.context = (length < 2 ? length : 2) * STEP_NODES;
  }
}
