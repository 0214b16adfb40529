import { DamagedBlock } from './damaged-block.ts';
import { MAX_MANTISSA } from './decimal.ts';
import { IntegerCost } from './integer-cost.ts';
import { IntegerModel } from './integer-model.ts';
import type { SymbolReader } from './symbol-reader.ts';
import type { SymbolWriter } from './symbol-writer.ts';

/** How a mantissa is predicted: not at all, as the one before, or along the line through the two before. */
export type Order = 0 | 1 | 2;

export interface Prediction {
  readonly order: Order;
  /** What is subtracted from the first mantissa, or with order 0 from all. */
  readonly base: number;
  /** The estimated cost of all mantissas. */
  readonly bits: number;
}

/** Larger mantissas are not predicted along a line, so that all sums stay exact. */
const MAX_ON_LINE = 2 ** 50;

/** The cheapest prediction for mantissas; NaN entries are skipped. */
export function bestPrediction(mantissas: Float64Array): Prediction {
  const costs = [new IntegerCost(), new IntegerCost(), new IntegerCost()] as const;
  let least = Number.POSITIVE_INFINITY;
  let first = Number.NaN;
  let previous = 0;
  let step = 0;
  let isLine = true;
  for (const mantissa of mantissas) {
    if (Number.isNaN(mantissa)) continue;
    if (Number.isNaN(first)) {
      first = mantissa;
      previous = mantissa;
    }
    least = Math.min(least, mantissa);
    isLine &&= Math.abs(mantissa) < MAX_ON_LINE;
    costs[1].add(mantissa - previous);
    if (isLine) costs[2].add(mantissa - previous - step);
    step = mantissa - previous;
    previous = mantissa;
  }
  for (const mantissa of mantissas) {
    const above = mantissa - least;
    if (above <= Number.MAX_SAFE_INTEGER) costs[0].add(above);
  }
  const one: Prediction = { order: 1, base: Number.isNaN(first) ? 0 : first, bits: costs[1].bits() };
  // The sign of a difference costs up to a bit, which its class does not show.
  const signs = mantissas.length / 2;
  const zero: Prediction = { order: 0, base: least, bits: costs[0].bits() - signs };
  const two: Prediction = {
    order: 2,
    base: one.base,
    bits: isLine ? costs[2].bits() : Number.POSITIVE_INFINITY,
  };
  return [zero, two].reduce((best, other) => (other.bits < best.bits * 0.98 ? other : best), one);
}

/** Codes mantissas as deviations from a prediction. */
export class MantissaModel {
  private readonly order: Order;
  private readonly deviations = new IntegerModel(true);
  private previous: number;
  private step = 0;

  constructor({ order, base }: Pick<Prediction, 'order' | 'base'>) {
    this.order = order;
    this.previous = base;
  }

  /** Writes a mantissa. */
  write(writer: SymbolWriter, mantissa: number): void {
    this.deviations.writeSigned(writer, mantissa - this.previous - this.step);
    this.follow(mantissa);
  }

  /** Reads a mantissa. */
  read(reader: SymbolReader): number {
    const mantissa = this.previous + this.step + this.deviations.readSigned(reader);
    if (mantissa > MAX_MANTISSA || mantissa < -MAX_MANTISSA) throw new DamagedBlock('a number is too large');
    this.follow(mantissa);
    return mantissa;
  }

  private follow(mantissa: number): void {
    if (this.order === 0) return;
    if (this.order === 2) this.step = mantissa - this.previous;
    this.previous = mantissa;
  }
}

/** Writes which prediction is used. */
export function writePrediction(writer: SymbolWriter, { order, base }: Prediction): void {
  writer.plain(order, 2);
  writer.plain(base < 0 ? 1 : 0, 1);
  writer.number(Math.abs(base));
}

/** Reads which prediction is used. */
export function readPrediction(reader: SymbolReader): Pick<Prediction, 'order' | 'base'> {
  const order = reader.plain(2);
  const isNegative = reader.plain(1) === 1;
  const size = reader.number(MAX_MANTISSA);
  if (order !== 0 && order !== 1 && order !== 2) throw new DamagedBlock('an unknown prediction');
  return { order, base: isNegative ? -size : size };
}
