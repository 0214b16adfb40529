import { expect, it } from 'vitest';
import { lineDiff } from '../../web/parts/line-diff.ts';

const shown = (before: string, after: string): string =>
  lineDiff(before, after)
    .map(({ op, text }) => `${op}${text}`)
    .join('\n');

it('two texts are compared line by line, in order', () => {
  const before = 'id: a\nactions:\n- on\n- wait\nmode: single\n';
  const after = 'id: a\nactions:\n- wait\n- off\nmode: single\n';
  expect(shown(before, after)).toBe(' id: a\n actions:\n-- on\n - wait\n+- off\n mode: single');
  expect(shown('', 'a\nb')).toBe('+a\n+b');
  expect(shown('a', '')).toBe('-a');
  expect(shown('a\nb\n', 'a\nb')).toBe(' a\n b');
});

it('long texts without a common line are compared quickly', () => {
  const lines = (mark: string): string => Array.from({ length: 5000 }, (_, i) => `${mark}${i}`).join('\n');
  const diff = lineDiff(lines('a'), lines('b'));
  expect([diff.length, diff[0]?.op, diff.at(-1)?.op]).toEqual([10_000, '-', '+']);
});
