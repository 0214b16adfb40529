import { expect, test } from 'vitest';
import { automationHome, temporaryDatabase } from '../support/automation-home.ts';
import { FakeClock } from '../support/fake-clock.ts';

const MINUTE = 60_000;

/** What happens after a downtime of some minutes, during which a delay and a `for` of 10 s passed. */
async function afterDown(minutes: number, onMissed: string | undefined): Promise<string[]> {
  const database = await temporaryDatabase();
  const clock = new FakeClock();
  const own = onMissed === undefined ? {} : { on_missed: onMissed };
  const options = {
    ...{ clock, database },
    automations: [
      {
        ...{ id: 'delay', ...own, triggers: [{ trigger: 'event', event_type: 'go' }] },
        actions: [{ delay: 10 }, { event: 'done_delay' }],
      },
      {
        ...{ id: 'for', ...own, actions: [{ event: 'done_for' }] },
        triggers: [{ trigger: 'state', entity_id: 'binary_sensor.door', to: 'on', for: 10 }],
      },
    ],
  };
  const first = await automationHome(options);
  first.states.set('binary_sensor.door', 'off', {});
  first.states.set('binary_sensor.door', 'on', {});
  first.fire('go');
  clock.advance(1000);
  await database.query('SELECT 1');
  await new Promise((done) => setImmediate(done));
  const door = first.states.get('binary_sensor.door');
  // The first process ends here: its clock stops, and another continues its time.
  const later = new FakeClock(clock.now() + minutes * MINUTE);
  const second = await automationHome({
    ...{ ...options, clock: later },
    prepare: ({ states }) => {
      if (door !== undefined) states.restore(door);
    },
  });
  for (let turn = 0; turn < 20; turn += 1) {
    await database.query('SELECT 1');
    await new Promise((done) => setImmediate(done));
    later.advance(100);
  }
  await database.close();
  return second.events.filter(({ type }) => type.startsWith('done_')).map(({ type }) => type.slice(5));
}

test('a time that passed while the hub was down is made up for while it is under fifteen minutes late', async () => {
  expect((await afterDown(10, undefined)).sort()).toEqual(['delay', 'for']);
  expect(await afterDown(20, undefined)).toEqual([]);
});

test('on_missed makes up for it always, or never', async () => {
  expect((await afterDown(20, 'run')).sort()).toEqual(['delay', 'for']);
  expect(await afterDown(2, 'skip')).toEqual([]);
});
