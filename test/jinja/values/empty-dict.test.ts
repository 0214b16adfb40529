import { expect, test } from 'vitest';
import { emptyDict } from '../../../src/jinja/values/empty-dict.ts';
import { isDict } from '../../../src/jinja/values/values.ts';

test('an empty dict is a dict in which no name means anything', () => {
  const dict = emptyDict();
  expect(isDict(dict)).toBe(true);
  for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty'])
    expect(dict[name]).toBeUndefined();
});

test('`__proto__` is a key of it like any other', () => {
  const dict = emptyDict();
  const value = { polluted: true };
  const key = '__proto__';
  dict[key] = value;
  expect(Object.entries(dict)).toEqual([['__proto__', value]]);
  expect(dict.polluted).toBeUndefined();
  expect(emptyDict().polluted).toBeUndefined();
});
