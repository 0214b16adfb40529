import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { QUANTITIES, type Quantity, type UnitTable } from '../../src/core/unit-tables.ts';
import { conversionOf, convert, convertText } from '../../src/core/units.ts';

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
  it.each([
    [21.5, '°C', '°F', 70.7],
    [68, '°F', '°C', 20],
    [0, '°C', 'K', 273.15],
    [10, 'mi', 'km', 16.09344],
    [1, 'nmi', 'm', 1852],
    [100, 'km/h', 'mph', 62.1371192],
    [36, 'km/h', 'm/s', 10],
    [9, 'm/s', 'Beaufort', 5],
    [5, 'Beaufort', 'm/s', 9.346764],
    [0, 'Beaufort', 'km/h', 0],
    [1013.25, 'hPa', 'inHg', 29.921255],
    [1, 'atm', 'psi', 14.695949],
    [30, 'psi', 'kPa', 206.842719],
    [760, 'mmHg', 'atm', 1],
    [1, 'lb', 'g', 453.59237],
    [1, 'gal', 'L', 3.785411784],
    [16, 'fl. oz.', 'mL', 473.176473],
    [1, 'CCF', 'm³', 2.8316846592],
    [1, 'ac', 'm²', 4046.8564224],
    [1, 'kWh', 'MJ', 3.6],
    [1, 'thm', 'kWh', 29.3071],
    [1, 'GiB', 'MB', 1073.741824],
    [8, 'Mbit/s', 'MB/s', 1],
    [90, 'min', 'h', 1.5],
    [20, 'kWh/100km', 'km/kWh', 5],
    [4, 'km/kWh', 'kWh/100km', 25],
    [5, 'mmol/L', 'mg/dL', 90.08],
    [4, 'pCi/L', 'Bq/m³', 148],
    [0.5, '', '%', 50],
  ])('turns %d %s into %s', (value, from, goal, expected) => {
    expect(Math.abs(convert(value, from, goal) - expected)).toBeLessThanOrEqual(Math.abs(expected) * 1e-6);
  });

  it('tell gases in parts of the air and in mass', () => {
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
  it.each([
    ['68', '°F', '°C', '20.0'],
    ['98.6', '°F', '°C', '37.0'],
    ['-40', '°C', '°F', '-40.0'],
    ['21.55', '°C', '°F', '70.79'],
    ['31.5', '°F', '°C', '-0.277777777777778'],
    ['32', '°F', '°C', '0.0'],
    ['1.1', 'Wh', 'kWh', '0.0011'],
    ['1', 'kWh', 'Wh', '1000.0'],
    ['1234', 'W', 'kW', '1.234'],
    ['5', 'mi', 'km', '8.04672'],
    ['0.00001', 'km', 'm', '0.01'],
    ['1', 'mm', 'km', '1e-06'],
    ['1e12', 'km', 'm', '1e+15'],
    ['100', 'ft', 'm', '30.48'],
    ['100', 'm', 'mi', '0.0621371192237334'],
    ['1e3', 'm', 'km', '1.0'],
    ['18', 'kWh/100km', 'km/kWh', '5.55555555555556'],
    ['0', 'kWh/100km', 'km/kWh', null],
    ['31', 'km/h', 'Beaufort', '5.0'],
    ['-7', 'm/s', 'Beaufort', '4.0'],
    ['-7', 'Beaufort', 'm/s', null],
    ['12.345', 'hPa', 'inH₂O', '4.95606170607955'],
    ['33', 'inH₂O', 'kPa', '8.21993397500005'],
    ['1000', 'kW', 'BTU/h', '3412141.63513308'],
    ['1e14', 'm', 'cm', '1e+16'],
    ['33', 'GWh', 'J', '1.188e+14'],
    ['0.123', 'TWh', 'J', '4.428e+14'],
    ['-7', 'Mcal', 'GWh', '-8.13555555555556e-06'],
    ['1000', 'km', 'ft', '3280839.89501312'],
    ['12.345', 'km/h', 'ft/s', '11.2505468066492'],
    ['1000', 'L/min', 'ft³/min', '35.3146667214886'],
    ['12.345', 'lb', 'st', '0.881785714285714'],
    ['12.345', 'm²', 'mi²', '4.7664311472065e-06'],
    ['33', 'mmol/L', 'mg/dL', '594.528'],
    ['-7', 'ppb', 'mg/m³', '-0.00815086457850334'],
  ])('%s %s reads in %s', (text, from, goal, expected) => {
    const quantity = quantities.find((one) => conversionOf(one, from, goal) !== null);
    const conversion = conversionOf(quantity ?? 'ratio', from, goal);
    expect(conversion && convertText(text, conversion)).toBe(expected);
  });
});
