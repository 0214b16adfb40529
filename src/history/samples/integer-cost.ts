import { bitLength } from './symbol-writer.ts';

/** Estimates how many bits `IntegerModel` needs for the numbers added, to choose among predictions. */
export class IntegerCost {
  private readonly classes = new Float64Array(54);
  private plain = 0;
  private count = 0;

  /** Adds a number; its sign does not matter. */
  add(value: number): void {
    const length = bitLength(Math.abs(value));
    this.classes[length] = (this.classes[length] ?? 0) + 1;
    this.plain += length;
    this.count += 1;
  }

  /** The bits for all numbers added. */
  bits(): number {
    return this.plain + entropy(this.classes, this.count);
  }
}

/** The bits that an ideal code needs for symbols that occur this often. */
export function entropy(counts: Iterable<number>, total: number): number {
  let bits = 0;
  for (const count of counts) if (count > 0) bits += count * Math.log2(total / count);
  return bits;
}
