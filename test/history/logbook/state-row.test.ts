import { expect, test } from 'vitest';
import { stateRows } from '../../../src/history/logbook/state-row.ts';
import type { Sample } from '../../../src/history/samples/sample.ts';

function sample(at: number, state: string | null, changedAt = at): Sample {
  return { at, changedAt, state, attributes: '{}', context: null };
}

function entriesOf(before: string | null | undefined, ...samples: Sample[]): (readonly [number, string])[] {
  const run = {
    entityId: 'light.hall',
    before: before === undefined ? undefined : { state: before },
    samples,
  };
  return stateRows(run).map(({ at, state }) => [at, state]);
}

test('each other state is an entry', () => {
  const samples = [sample(1, 'on'), sample(2, 'off'), sample(3, 'unavailable'), sample(4, 'off')];
  const all = [
    [1, 'on'],
    [2, 'off'],
    [3, 'unavailable'],
    [4, 'off'],
  ];
  expect(entriesOf('off', ...samples)).toEqual(all);
});

test('the creation and the removal of an entity are no entries', () => {
  expect(entriesOf(undefined, sample(1, 'off'), sample(2, 'on'))).toEqual([[2, 'on']]);
  expect(entriesOf('on', sample(1, null), sample(2, 'off'), sample(3, 'on'))).toEqual([[3, 'on']]);
  expect(entriesOf(null, sample(1, 'off'))).toEqual([]);
});

test('changes of attributes alone are no entries', () => {
  expect(entriesOf('off', sample(5, 'off', 1), sample(6, 'on'), sample(7, 'on', 6))).toEqual([[6, 'on']]);
});

test('a restored state, which changed before it was written, is no entry', () => {
  expect(entriesOf('off', sample(5, 'on', 2), sample(6, 'off'))).toEqual([[6, 'off']]);
});
