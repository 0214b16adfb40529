import { describe, expect, it } from 'vitest';
import { decimalOf, isDecimal, parseBoolean } from '../../src/core/coerce.ts';
import { testData } from '../support/test-data.ts';

const cases = testData(import.meta.filename);

describe('text as a number', () => {
  it.each(cases<[string, number][]>('numbers'))('reads %j', (text, number) => {
    expect(decimalOf(text)).toBe(number);
  });

  it.each(['', '.', '1__0', '_1', '1_', 'x1', '1x', '1e', 'inf', 'nan', '1e999', '0x10'])(
    'refuses %j',
    (text) => {
      expect(decimalOf(text)).toBeUndefined();
    },
  );

  it('knows decimals without grouping', () => {
    expect(['1', '-1.5e-3', '1_0', '', '1 2'].map(isDecimal)).toEqual([true, true, false, false, false]);
  });

  // Backtracking on these would take hours, so the test would never end.
  it.each(['1'.repeat(1e6), '1_'.repeat(5e5), ' '.repeat(1e6), '.'.repeat(1e6)])(
    'costs no more than its length',
    (text) => {
      expect([isDecimal(`${text}x`), decimalOf(`${text}x`)]).toEqual([false, undefined]);
    },
  );
});

it('knows the words for true and false', () => {
  expect(['Yes', ' on ', 'ENABLE', '1', 'off', 'no', 'maybe'].map(parseBoolean)).toEqual([
    ...[true, true, true, true, false, false],
    undefined,
  ]);
});
