import { describe, expect, it } from 'vitest';
import { exactDecimalOf, exactText, minus, numberOf, plus, ZERO } from '../../src/core/exact-decimal.ts';

const read = (text: string) => exactDecimalOf(text) ?? ZERO;

describe('an exact decimal', () => {
  it.each([
    ['0.1', '0.2', '0.3', '-0.1'],
    ['12.50', '10.00', '22.50', '2.50'],
    ['12', '10', '22', '2'],
    ['1e3', '1', '1001', '999'],
    ['-0.05', '0.05', '0.00', '-0.10'],
    ['1E+30', '1', '1.000000000000000000000000000E+30', '1.000000000000000000000000000E+30'],
    ['0.0000001', '0', '1E-7', '1E-7'],
    ['.5', '+2.', '2.5', '-1.5'],
    ['1e300', '1e-300', '1.000000000000000000000000000E+300', '1.000000000000000000000000000E+300'],
  ])('%s and %s give %s and %s', (one, other, sum, difference) => {
    expect(exactText(plus(read(one), read(other)))).toBe(sum);
    expect(exactText(minus(read(one), read(other)))).toBe(difference);
  });

  it.each(['', 'nan', 'inf', '1e999', 'twelve', '1,5', '0x10', '1e'])('is not what %j says', (text) => {
    expect(exactDecimalOf(text)).toBeUndefined();
  });

  it('rounds halves to the even neighbor at 28 digits', () => {
    const wide = (tail: string) => exactText(plus(read(`1000000000000000000000000000${tail}`), ZERO));
    expect(wide('.5')).toBe('1000000000000000000000000000');
    expect(wide('.51')).toBe('1000000000000000000000000001');
    expect(exactText(plus(read('1000000000000000000000000001.5'), ZERO))).toBe(
      '1000000000000000000000000002',
    );
  });

  it('takes hostile exponents without effort', () => {
    expect(numberOf(read('1e-99999999'))).toBe(0);
    expect(exactText(read('0e99999999'))).toBe('0');
    expect(numberOf(read('-2.5e10'))).toBe(-2.5e10);
  });
});
