import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { QUANTITIES, type Quantity, type UnitTable } from '../../src/core/unit-tables.ts';
import { conversionOf, convert, convertText } from '../../src/core/units.ts';
import { testData } from '../support/test-data.ts';

const cases = testData(import.meta.filename);

const quantities = Object.keys(QUANTITIES) as Quantity[];

/** Two or three units of one quantity, without the scale that has whole degrees alone. */
function unitsOf(count: number): fc.Arbitrary<{ quantity: Quantity; units: string[] }> {
  const rich = quantities.filter((quantity) => (QUANTITIES[quantity] as UnitTable).size >= 2);
  return fc.constantFrom(...rich).chain((quantity) => {
    const smooth = [...(QUANTITIES[quantity] as UnitTable).keys()].filter((unit) => unit !== 'Beaufort');
    return fc.record({
      quantity: fc.constant(quantity),
      units: fc.array(fc.constantFrom(...smooth), { minLength: count, maxLength: count }),
    });
  });
}

function to(quantity: Quantity, value: number, from = '', goal = ''): number {
  return conversionOf(quantity, from, goal)?.apply(value) ?? value;
}

/** The documented error, beside which the 273 degrees of a kelvin count too. */
function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) <= 1e-12 * (Math.abs(one) + Math.abs(other)) + 1e-9;
}

const positive = fc.double({ min: 1e-3, max: 1e6, noNaN: true });

describe('units', () => {
  it.each(cases<[number, string, string, number][]>('conversions'))(
    'turns %d %s into %s',
    (value, from, goal, expected) => {
      expect(Math.abs(convert(value, from, goal) - expected)).toBeLessThanOrEqual(Math.abs(expected) * 1e-6);
    },
  );

  it('distinguish gases by volume and by mass', () => {
    expect(to('carbon_monoxide', 1, 'ppm', 'mg/m³')).toBeCloseTo(1.164, 3);
    expect(to('nitrogen_dioxide', 40, 'μg/m³', 'ppb')).toBeCloseTo(20.9, 1);
    expect(to('ozone', 1, 'ppb', 'μg/m³')).toBeCloseTo(1.995, 2);
  });

  it('are refused where no quantity has both', () => {
    expect(() => convert(1, 'kWh', '°C')).toThrow(RangeError);
    expect(() => convert(1, '__proto__', 'm')).toThrow(RangeError);
    expect(conversionOf('energy', 'kWh', 'kWh')).toBeNull();
  });

  it('come back to where they were, within the documented error', () => {
    fc.assert(
      fc.property(unitsOf(2), positive, ({ quantity, units: [from, goal] }, value) =>
        isNear(to(quantity, to(quantity, value, from, goal), goal, from), value),
      ),
    );
  });

  it('lead by way of a third unit to the same value', () => {
    fc.assert(
      fc.property(unitsOf(3), positive, ({ quantity, units: [from, by, goal] }, value) =>
        isNear(to(quantity, to(quantity, value, from, by), by, goal), to(quantity, value, from, goal)),
      ),
    );
  });

  it('come back from each degree of Beaufort', () => {
    for (let degree = 0; degree <= 17; degree++)
      expect(convert(convert(degree, 'Beaufort', 'kn'), 'kn', 'Beaufort')).toBe(degree);
  });
});

describe('the text of a converted reading', () => {
  it.each(cases<[string, string, string, string | null][]>('texts'))(
    '%s %s reads in %s',
    (text, from, goal, expected) => {
      const quantity = quantities.find((one) => conversionOf(one, from, goal) !== null);
      const conversion = conversionOf(quantity ?? 'ratio', from, goal);
      expect(conversion && convertText(text, conversion)).toBe(expected);
    },
  );
});
