import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Float, parseExactJson } from '../../src/core/json.ts';

test('whole floats stay floats, and integers stay integers', () => {
  expect(parseExactJson('{"a": 21.0, "b": 21, "c": 21.5, "d": 1e3}')).toEqual({
    a: new Float(21),
    b: 21,
    c: 21.5,
    d: new Float(1000),
  });
});

test('integers beyond 2^53 keep every digit', () => {
  expect(parseExactJson('[9007199254740993]')).toEqual([9007199254740993n]);
});

test('__proto__ is just a key', () => {
  const parsed = parseExactJson('{"__proto__": {"x": 1.0}}') as Record<string, unknown>;
  expect(Object.keys(parsed)).toEqual(['__proto__']);
});

test('text that is not JSON throws', () => {
  for (const text of ['', 'NaN', '{', '[1,]', '01', '1.'])
    expect(() => parseExactJson(text), text).toThrow(SyntaxError);
});

test('any JSON reads as JSON.parse reads it, numbers by value', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const numbers = (_key: string, value: unknown) => (typeof value === 'bigint' ? Number(value) : value);
      expect(JSON.parse(JSON.stringify(parseExactJson(text), numbers))).toEqual(JSON.parse(text));
    }),
  );
});

test('an integer of more digits than Python accepts is not valid JSON here', () => {
  expect(parseExactJson('9'.repeat(4300))).toBe(BigInt('9'.repeat(4300)));
  expect(() => parseExactJson(`[${'9'.repeat(4301)}]`)).toThrow('more than 4300 digits');
});
