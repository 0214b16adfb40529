import { expect, test } from 'vitest';
import { kindOf, UNRECORDED } from '../../src/changes/collections.ts';
import { readSources } from '../support/source-rules.ts';

const root = new URL('../..', import.meta.url).pathname;

test('every collection is recorded or has a reason why not', () => {
  const calls = readSources(root, 'src').flatMap(({ text }) => [
    ...text.matchAll(/\.collection(?:<\w+>)?\(\s*[`']([\w.]+)/g),
  ]);
  const names = calls.map(([, name = '']) => name.replace(/\.$/, ''));
  expect(names.length).toBeGreaterThan(40);
  expect(names.filter((name) => kindOf(name) === undefined && !Object.hasOwn(UNRECORDED, name))).toEqual([]);
  expect(Object.keys(UNRECORDED).filter((name) => kindOf(name) !== undefined)).toEqual([]);
});
