import { expect, test } from 'vitest';
import { requireItemSize } from '../../../src/automation/item-files/item-size.ts';

test.each<[string, unknown]>([
  ['thousands of steps', { actions: Array.from({ length: 3000 }, (_, i) => ({ delay: i, alias: 'x' })) }],
  ['a long text', { description: 'x'.repeat(400_000) }],
  ['nothing', null],
])('%s are few enough', (_what, config) => {
  expect(() => requireItemSize(config)).not.toThrow();
});

test.each<[string, unknown, RegExp]>([
  ['too many steps', { actions: Array.from({ length: 12_000 }, (_, i) => ({ delay: i })) }, /20000 values/],
  ['too many ids', [{ entity_id: new Array(30_000).fill('light.a') }], /20000 values/],
  ['too long a text', { description: 'x'.repeat(600_000) }, /500000 characters/],
  ['too long a key', { ['x'.repeat(600_000)]: 1 }, /500000 characters/],
])('%s are not', (_what, config, message) => {
  expect(() => requireItemSize(config)).toThrow(message);
});
