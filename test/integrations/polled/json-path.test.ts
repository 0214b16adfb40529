import { expect, it } from 'vitest';
import { firstAt, readJsonPath } from '../../../src/integrations/polled/json-path.ts';

const HOME = {
  rooms: [
    { name: 'a', sensors: [{ t: 1 }, { t: 2 }] },
    { name: 'b', 'odd key': 3, '@id': 'x' },
  ],
  t: 9,
  none: null,
};

it.each([
  ['$', HOME],
  ['$.t', 9],
  ['t', 9],
  ['$.rooms[0].name', 'a'],
  ['$.rooms[-1].name', 'b'],
  ["$.rooms[1]['odd key']", 3],
  ['$["rooms"][1].@id', 'x'],
  ['$.rooms[*].sensors[1].t', 2],
  ['$.rooms.*.name', 'a'],
  ['$..sensors[0]', { t: 1 }],
  ['$.none', null],
  ['$.rooms[7]', undefined],
  ['$.missing.deeper', undefined],
  ['$.__proto__', undefined],
  ['$.rooms.length', undefined],
])('%s is %j', (path, value) => {
  expect(firstAt(HOME, readJsonPath(path) ?? [])).toEqual(value);
});

it.each(['$.', '$.a[?(@.b)]', '$.a[0:2]', '$a b', '$.a..', '$[', "$['a"])('refuses %j', (path) => {
  expect(readJsonPath(path)).toBeUndefined();
});
