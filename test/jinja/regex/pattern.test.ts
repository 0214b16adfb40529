import { expect, test } from 'vitest';
import { beginsLike, isPattern } from '../../../src/jinja/regex/pattern.ts';

test('a pattern is matched from the start of the text, and need not reach its end', () => {
  expect([beginsLike('[a-f]+', 'abcx'), beginsLike('[a-f]+', 'xabc'), beginsLike('[a-f]+$', 'abcx')]).toEqual(
    [true, false, false],
  );
  expect(beginsLike('(?P<d>\\d)(?P=d)\\Z', '77')).toBe(true);
});

test('an invalid pattern matches nothing', () => {
  expect([isPattern('('), beginsLike('(', '('), isPattern('\\d{4}')]).toEqual([false, false, true]);
});

test('a malicious pattern is evaluated, too', () => {
  expect(beginsLike('(a+)+$', `${'a'.repeat(5000)}!`)).toBe(false);
});
