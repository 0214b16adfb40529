import { expect, test } from 'vitest';
import { Bus } from '../../../src/core/bus.ts';
import { newContext } from '../../../src/core/context.ts';
import { silentLog } from '../../../src/core/log.ts';
import { Habits, type StoredHabit } from '../../../src/entities/usage/habits.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { MemoryCollection } from '../../support/home.ts';

const HOUR = 3_600_000;

function aHome() {
  const bus = new Bus(silentLog);
  const clock = new FakeClock('2026-11-20T08:00:00Z');
  const store = new MemoryCollection<StoredHabit>();
  const hourAt = (at: number) => new Date(at).getUTCHours();
  const open = () => new Habits({ store, bus, clock, hourAt });
  const call = (entity_id: unknown, userId: string | null = 'robin') => {
    const data = { domain: 'light', service: 'toggle', service_data: { entity_id } };
    bus.fire('call_service', data, clock.now(), newContext(clock.now(), userId));
  };
  return { clock, store, open, call };
}

test('a user is offered what they control at this time of the day, the most frequent entity first', async () => {
  const { clock, store, open, call } = aHome();
  const habits = open();
  habits.start();
  call('light.one');
  call(['light.two', 'light.one']);
  call('light.three', 'anna');
  call('light.four', null);
  call('all');
  call(Array.from({ length: 11 }, (_, i) => `light.l${i}`));
  expect(habits.commonFor('robin')).toEqual(['light.one', 'light.two']);
  expect(habits.commonFor('nobody')).toEqual([]);
  clock.advance(12 * HOUR);
  expect(habits.commonFor('robin')).toEqual([]);
  call('light.evening');
  expect(habits.commonFor('robin')).toEqual(['light.evening']);
  await habits.stop();
  expect(store.entries.get('robin')?.weights.morning).toMatchObject({ 'light.one': expect.any(Number) });
});

test('what was done long ago counts less, also after a restart', async () => {
  const { clock, open, call } = aHome();
  const before = open();
  before.start();
  for (let i = 0; i < 3; i += 1) call('light.old');
  await before.stop();
  clock.advance(28 * 24 * HOUR);
  const habits = open();
  habits.start();
  expect(habits.commonFor('robin')).toEqual(['light.old']);
  call('light.new');
  await habits.stop();
  expect(open().commonFor('robin')).toEqual(['light.new', 'light.old']);
});
