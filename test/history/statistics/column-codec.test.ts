import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeColumns, PackedColumns } from '../../../src/history/statistics/column-codec.ts';

function roundTrip(column: Float64Array): Float64Array {
  return (
    new PackedColumns(encodeColumns([column])).column(0) ?? new Float64Array(column.length).fill(Number.NaN)
  );
}

function sizeOf(values: readonly number[]): number {
  return encodeColumns([Float64Array.from(values)]).length;
}

describe('packed columns', () => {
  it('return every number exactly, and gaps as gaps', () => {
    const number = fc.oneof(
      fc.double({ noDefaultInfinity: true }),
      fc.integer({ min: -1000, max: 1000 }).map((integer) => integer / 10),
      fc.constantFrom(Number.NaN, 0, -0, 1e300, 5e-324, 2 ** 53, 1_774_692_000_000),
    );
    fc.assert(
      fc.property(fc.array(number), (numbers) => {
        const column = Float64Array.from(numbers);
        expect([...roundTrip(column)]).toEqual([...column]);
      }),
    );
  });

  it('store hours, constants and decimals in few bytes', () => {
    const hours = Array.from({ length: 744 }, (_, index) => 1_774_692_000_000 + index * 3_600_000);
    expect(sizeOf(hours)).toBeLessThan(40);
    expect(sizeOf(hours.filter((_, index) => index % 7 !== 3))).toBeLessThan(744 * 1.1);
    expect(sizeOf(hours.map(() => 21.5))).toBeLessThan(40);
    expect(sizeOf(hours.map((_, index) => Math.round(Math.sin(index / 10) * 100) / 10))).toBeLessThan(
      744 * 1.1,
    );
  });

  it('unpack one column without the others', () => {
    const packed = new PackedColumns(
      encodeColumns([Float64Array.of(1, 2, 4), Float64Array.of(NaN, NaN, NaN)]),
    );
    expect(packed.length).toBe(3);
    expect([...(packed.column(0) ?? [])]).toEqual([1, 2, 4]);
    expect(packed.column(1)).toBeUndefined();
    expect(packed.column(2)).toBeUndefined();
  });

  it('refuse bytes of another form', () => {
    const bytes = encodeColumns([Float64Array.of(1.1, 2.7, Math.PI)]);
    expect(() => new PackedColumns(bytes.subarray(0, bytes.length - 1))).toThrow('damaged');
    expect(() => new PackedColumns(bytes.subarray(0, 3))).toThrow('damaged');
    const strange = Uint8Array.from(bytes);
    strange[9] = 0x55;
    expect(() => new PackedColumns(strange).column(0)).toThrow('damaged');
  });
});
