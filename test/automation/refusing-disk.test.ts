import { expect, test } from 'vitest';
import type { Database } from '../../src/storage/database.ts';
import { automationHome, temporaryDatabase } from '../support/automation-home.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { until } from '../support/until.ts';

const automations = [
  {
    id: 'once',
    triggers: [{ trigger: 'event', event_type: 'go' }],
    actions: [{ delay: 10 }, { action: 'test.effect' }],
  },
  {
    id: 'door',
    triggers: [{ trigger: 'state', entity_id: 'binary_sensor.door', to: 'on', for: 60 }],
    actions: [{ action: 'test.effect' }],
  },
];

/** A database that rejects writes while it is set to. */
function refusing(database: Database) {
  const disk = { isFull: false };
  const write: Database['write'] = (statements) =>
    disk.isFull ? Promise.reject(new Error('full')) : database.write(statements);
  return { disk, database: { write, query: database.query.bind(database) } };
}

async function untilKept(database: Database, table: 'runs' | 'trigger_waits', count: number): Promise<void> {
  const isSo = async () => (await database.query(`SELECT owner FROM ${table}`)).length === count;
  await until(isSo, `${count} of ${table} were kept`);
}

/** Resolves once rejected writes have been reported. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

async function house(database: Pick<Database, 'write' | 'query'>, clock: FakeClock) {
  const effects: number[] = [];
  const home = await automationHome({
    ...{ automations, database, clock },
    prepare: ({ setting }) =>
      setting.home.engine.register({
        ...{ domain: 'test', name: 'effect', fields: {} },
        handle: () => void effects.push(clock.now()),
      }),
  });
  return { ...home, effects };
}

test('a run that ended while the disk refused writes is not repeated after a restart, once the disk accepted that', async () => {
  const real = await temporaryDatabase();
  const { disk, database } = refusing(real);
  const clock = new FakeClock();
  const first = await house(database, clock);
  first.bus.fireCustom('go', {}, clock.now(), { id: 'c', parent_id: null, user_id: null });
  await untilKept(real, 'runs', 1);
  disk.isFull = true;
  clock.advance(10_000);
  await until(() => first.effects.length === 1, 'the effect');
  await settled();
  disk.isFull = false;
  clock.advance(5000);
  await untilKept(real, 'runs', 0);
  expect((await house(real, clock)).effects).toEqual([]);
  await real.close();
});

test('waits that began while the disk refused writes are saved once it accepts them', async () => {
  const real = await temporaryDatabase();
  const { disk, database } = refusing(real);
  disk.isFull = true;
  const clock = new FakeClock();
  const first = await house(database, clock);
  first.states.set('binary_sensor.door', 'off', {});
  first.states.set('binary_sensor.door', 'on', {});
  first.bus.fireCustom('go', {}, clock.now(), { id: 'c', parent_id: null, user_id: null });
  clock.advance(100);
  await settled();
  disk.isFull = false;
  clock.advance(6000);
  await untilKept(real, 'runs', 1);
  await untilKept(real, 'trigger_waits', 1);
  await real.close();
});
