import { expect, test } from 'vitest';
import { Bus, type HubEvent } from '../../../src/core/bus.ts';
import { silentLog } from '../../../src/core/log.ts';
import { UNIT_SYSTEMS } from '../../../src/core/unit-system.ts';
import { Home, type HomeChanges } from '../../../src/entities/home/home.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { MemoryCollection } from '../../support/home.ts';

const settings = {
  name: 'Home',
  latitude: 0,
  longitude: 0,
  elevation: 0,
  time_zone: 'UTC',
  country: null,
  currency: 'EUR',
  language: 'en',
  unit_system: 'metric',
} as const;

test('settings that cannot be saved are reverted, and clients are notified', async () => {
  const bus = new Bus(silentLog);
  const events: HubEvent[] = [];
  bus.onAll((event) => events.push(event));
  const store = new MemoryCollection<HomeChanges>();
  const home = new Home(settings, store, { bus, clock: new FakeClock() });
  await home.update({ name: 'Villa' }, { location_name: 'Villa' });
  store.failWith(new Error('disk full'));
  const wished = { location_name: 'Ruin', unit_system: UNIT_SYSTEMS.us_customary };
  await expect(home.update({ name: 'Ruin', unit_system: 'us_customary' }, wished)).rejects.toThrow(
    'disk full',
  );
  expect([home.facts.name, home.units]).toEqual(['Villa', UNIT_SYSTEMS.metric]);
  expect(events.map(({ data }) => data).slice(1)).toEqual([
    wished,
    { location_name: 'Villa', unit_system: UNIT_SYSTEMS.metric },
  ]);
});
