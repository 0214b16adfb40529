import { afterAll, describe, expect, it } from 'vitest';
import { matchingTimes } from '../../../src/history/queries/matching-times.ts';
import { newestStates } from '../../../src/history/queries/newest-states.ts';
import type { Sample } from '../../../src/history/samples/sample.ts';
import { SqliteSampleStore } from '../../../src/history/samples/sqlite-sample-store.ts';
import { historyMigrations } from '../../../src/storage/migrations/history.ts';
import { openConnection } from '../../../src/storage/open-connection.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const HOUR = 3_600_000;
const folder = tempFolder(afterAll);
const { connection } = openConnection({
  ...{ file: `${folder}/history.db`, migrations: historyMigrations, lockWait: 0, releasesSpace: true },
  backup: { folder, stamp: 'test' },
});
const context = {
  samples: new SqliteSampleStore({ connection, pause: async () => {}, onDamage: () => {} }),
  pause: async () => {},
};
afterAll(async () => {
  await context.samples.close();
  connection.close();
});

/** Records states at hours, of an entity of this test. */
function recorded(
  entityId: string,
  states: readonly (readonly [hour: number, state: string | null, more?: Partial<Sample>])[],
) {
  const samples = states.map(([hour, state, more]): Sample => {
    const at = hour * HOUR;
    return { at, changedAt: at, state, attributes: '{}', context: null, ...more };
  });
  context.samples.append([{ entityId, samples }]);
  return entityId;
}

describe('the newest states', () => {
  const ask = (entityId: string, { from = 0, to = 1e6, limit = 100 } = {}) =>
    newestStates(context, { entityId, from: from * HOUR, to: to * HOUR, limit });
  const named = async (...given: Parameters<typeof ask>) => (await ask(...given)).map(({ state }) => state);

  it('are the last ones of a range, oldest first', async () => {
    const id = recorded('sensor.a', [
      [1, '1'],
      [400_000, '2'],
      [400_001, '3'],
      [999_999.5, '4'],
      [1e6, '5'],
    ]);
    expect(await named(id)).toEqual(['1', '2', '3', '4']);
    expect(await named(id, { limit: 2 })).toEqual(['3', '4']);
    expect(await named(id, { from: 400_001, to: 2e6 })).toEqual(['3', '4', '5']);
    expect(await named('sensor.none')).toEqual([]);
  });

  it('have their unit, and leave out changes of attributes and removals', async () => {
    const attributes = '{"unit_of_measurement":"W"}';
    const id = recorded('sensor.b', [
      [1, '1', { attributes }],
      [2, '1', { changedAt: HOUR, attributes }],
      [3, null],
      [4, '2'],
    ]);
    expect(await ask(id)).toEqual([
      { at: HOUR, state: '1', unit: 'W' },
      { at: 4 * HOUR, state: '2', unit: null },
    ]);
  });
});

it('finds the times of some states', async () => {
  const id = recorded('light.c', [
    [1, 'on'],
    [2, 'auto'],
    [3, 'off'],
    [4, 'unavailable'],
    [5, 'on'],
    [6, null],
  ]);
  const ask = async (from: number, to: number) => {
    const { isOn, times } = await matchingTimes(context, {
      ...{ entityId: id, states: ['on', 'auto'], from: from * HOUR, to: to * HOUR },
    });
    return [isOn, ...times.map((at) => at / HOUR)];
  };
  expect(await ask(0, 10)).toEqual([false, 1, 3, 5, 6]);
  expect(await ask(2, 6)).toEqual([true, 3, 5]);
  expect(await ask(3.5, 4.5)).toEqual([false]);
});
