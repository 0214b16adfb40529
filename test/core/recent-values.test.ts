import { expect, it } from 'vitest';
import { RecentValues } from '../../src/core/recent-values.ts';

it('makes each value once and forgets what was used longest ago', () => {
  const made: string[] = [];
  const values = new RecentValues(2, (key: string) => {
    made.push(key);
    return key.toUpperCase();
  });
  expect(['a', 'b', 'a', 'c', 'a', 'b'].map((key) => values.get(key))).toEqual([
    'A',
    'B',
    'A',
    'C',
    'A',
    'B',
  ]);
  expect(made).toEqual(['a', 'b', 'c', 'b']);
});

it('keeps nothing where making it fails', () => {
  let isBroken = true;
  const values = new RecentValues(2, (key: string) => {
    if (isBroken) throw new Error(key);
    return key;
  });
  expect(() => values.get('a')).toThrow('a');
  isBroken = false;
  expect(values.get('a')).toBe('a');
});
