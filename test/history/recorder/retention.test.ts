import { expect, test } from 'vitest';
import { silentLog } from '../../../src/core/log.ts';
import { type PurgeNight, Retention } from '../../../src/history/recorder/retention.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const DAY = 86_400_000;

function retention(
  fields: {
    readonly sizes?: number[];
    readonly start?: string;
    readonly oldest?: number;
    readonly night?: PurgeNight | undefined;
  } = {},
) {
  let { night } = fields;
  const clock = new FakeClock(fields.start);
  const dropped: [days: number, entityIds: readonly string[] | undefined][] = [];
  const announced: unknown[] = [];
  const tidied: number[] = [];
  const causes: number[] = [];
  const sizes = fields.sizes ?? [1000];
  const made = new Retention({
    ...{ clock, log: silentLog, folder: '/', isAutomatic: true, maxSize: 1e9 },
    nights: {
      read: () => night,
      write: (last) => {
        night = last;
      },
    },
    timeZone: () => 'Europe/Amsterdam',
    periods: { days: 365, domains: { camera: 7 }, entities: { 'sensor.c': 30 }, labels: { private: 2 } },
    chosenDays: (id) => ({ 'light.a': 400, 'camera.b': 9, 'sensor.c': 5 })[id],
    labelsOf: (id) => (id === 'sensor.d' ? ['private', 'other'] : []),
    announce: (texts) => announced.push(texts),
    shortTermDays: 30,
    tidyStatistics: async (before) => {
      tidied.push(Math.round((clock.now() - before) / DAY));
    },
    history: {
      entityIds: async () => ['light.a', 'camera.b', 'sensor.c', 'sensor.d'],
      oldestLocal: async () => clock.now() - (fields.oldest ?? 240) * DAY,
      size: async () => (sizes.length > 1 ? (sizes.shift() ?? 0) : (sizes[0] ?? 0)),
      dropBefore: async (at, entityIds) => {
        dropped.push([Math.round((clock.now() - at) / DAY), entityIds]);
        return 1;
      },
      dropLocalBefore: async (at) => {
        dropped.push([Math.round((clock.now() - at) / DAY), undefined]);
        return 1;
      },
      dropCausesBefore: async (at) => causes.push(Math.round((clock.now() - at) / DAY)),
    },
  });
  return { made, clock, dropped, announced, tidied, causes, lastNight: () => night };
}

test('an entity is kept for its own period, that of its labels, of its domain, or the general one; a choice shortens it', async () => {
  const { made, dropped } = retention();
  expect(await made.purge()).toBe(4);
  expect(dropped).toEqual([
    [365, ['light.a']],
    [7, ['camera.b']],
    [5, ['sensor.c']],
    [2, ['sensor.d']],
  ]);
});

test('causes are kept as long as any entity, and after the service was called as it says', async () => {
  const { made, causes } = retention();
  await made.purge();
  await made.purge(3);
  expect(causes).toEqual([365, 3]);
});

test('the service may name another number of days for all', async () => {
  const { made, dropped } = retention();
  await made.purge(0);
  expect(dropped).toEqual([[0, ['light.a', 'camera.b', 'sensor.c', 'sensor.d']]]);
});

test('history is deleted each night at 04:12 local time, also when the clocks change', async () => {
  const { made, clock, dropped } = retention({ start: '2026-10-24T12:00:00Z' });
  const at = async (time: string) => {
    clock.advance(Date.parse(time) - clock.now());
    await new Promise((resolve) => process.nextTick(resolve));
    return dropped.splice(0).length > 0;
  };
  made.start();
  expect(await at('2026-10-25T03:11:59Z')).toBe(false);
  expect(await at('2026-10-25T03:12:01Z')).toBe(true);
  expect(await at('2026-10-26T03:11:59Z')).toBe(false);
  expect(await at('2026-10-26T03:12:01Z')).toBe(true);
  made.stop();
  expect(clock.pending).toBe(0);
});

test('a full history is announced first, and then loses its oldest changes', async () => {
  const { made, announced, dropped } = retention({ sizes: [950e6] });
  await made.limitSize();
  expect(announced).toEqual([{ size: '950 MB', max: '1 GB' }]);
  expect(dropped).toEqual([]);
  const full = retention({ sizes: [1.1e9, 1.1e9, 1e9, 0.95e9, 0.8e9] });
  await full.made.limitSize();
  expect(full.announced).toEqual([{ size: '1.1 GB', max: '1 GB' }]);
  expect(full.dropped).toEqual([]);
  await full.made.limitSize();
  expect(full.dropped).toEqual([
    [230, undefined],
    [220, undefined],
    [210, undefined],
  ]);
  const small = retention({ sizes: [1e6] });
  await small.made.limitSize();
  expect(small.announced).toEqual([null]);
});

test('five-minute statistics are deleted once a night, also if the timer ends early', async () => {
  const { made, clock, tidied } = retention({ start: '2026-06-01T00:00:00Z' });
  made.start();
  clock.advance(Date.parse('2026-06-01T02:11:59.999Z') - clock.now());
  clock.advance(Date.parse('2026-06-01T06:00:00Z') - clock.now());
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => process.nextTick(resolve));
  expect(tidied).toEqual([30]);
  made.stop();
});

test('a clock that was set a year ahead deletes nothing by age for a week', async () => {
  const { made, clock, dropped, tidied } = retention({ start: '2026-06-01T00:00:00Z' });
  const night = async (hours: number) => {
    clock.advance(hours * 3_600_000);
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => process.nextTick(resolve));
    return dropped.splice(0).length > 0;
  };
  made.start();
  expect(await night(6)).toBe(true);
  clock.set(365 * DAY);
  tidied.splice(0);
  const nights: boolean[] = [];
  for (let count = 0; count < 9; count += 1) nights.push(await night(24));
  expect(nights).toEqual([false, false, false, false, false, false, false, true, true]);
  expect(tidied.slice(0, 7).every((days) => days > 20_000)).toBe(true);
  made.stop();
});

test('a clock a year ahead at a start deletes nothing by age for a week, however often the server restarts', async () => {
  const before = retention({ start: '2026-06-01T00:00:00Z' });
  const night = async ({ clock, dropped }: ReturnType<typeof retention>) => {
    clock.advance(24 * 3_600_000);
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => process.nextTick(resolve));
    return dropped.splice(0).length > 0;
  };
  before.made.start();
  expect(await night(before)).toBe(true);
  before.made.stop();
  expect(before.lastNight()).toEqual({ at: Date.parse('2026-06-01T02:12:00Z'), waits: 0 });

  let last = before.lastNight();
  let now = Date.parse('2027-06-01T00:00:00Z');
  const nights: boolean[] = [];
  for (let count = 0; count < 9; count += 1) {
    const one = retention({ start: new Date(now).toISOString(), night: last });
    one.made.start();
    nights.push(await night(one));
    one.made.stop();
    last = one.lastNight();
    now = one.clock.now();
  }
  expect(nights).toEqual([false, false, false, false, false, false, false, true, true]);
});

test('a full history is announced at the start, and deleted from later', async () => {
  const { made, clock, announced, dropped } = retention({
    ...{ start: '2026-06-01T00:00:00Z', sizes: [1.1e9, 1.1e9, 0.8e9] },
  });
  const turns = async () => {
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => process.nextTick(resolve));
  };
  made.start();
  await turns();
  expect(announced).toHaveLength(1);
  expect(dropped).toEqual([]);
  clock.advance(6 * 3_600_000);
  await turns();
  expect(dropped.filter(([, entityIds]) => entityIds === undefined)).toHaveLength(1);
  made.stop();
});

test('a clock that is behind what was recorded does not delete by size', async () => {
  const { made, dropped } = retention({ sizes: [1.1e9], oldest: -60 });
  await made.limitSize();
  await made.limitSize();
  expect(dropped).toEqual([]);
});

test('the size is limited within ten minutes, and announced once', async () => {
  const { made, clock, dropped, announced } = retention({
    start: '2026-06-01T12:00:00Z',
    sizes: [0.8e9, 0.8e9, 0.95e9, 0.95e9, 1.1e9, 0.85e9],
  });
  const tenMinutes = async () => {
    clock.advance(600_000);
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => process.nextTick(resolve));
    return [announced.length, dropped.length];
  };
  made.start();
  expect(await tenMinutes()).toEqual([0, 0]);
  expect(await tenMinutes()).toEqual([1, 0]);
  expect(await tenMinutes()).toEqual([1, 0]);
  expect(await tenMinutes()).toEqual([1, 1]);
  expect(await tenMinutes()).toEqual([2, 1]);
  expect(announced).toEqual([{ size: '950 MB', max: '1 GB' }, null]);
  made.stop();
  expect(clock.pending).toBe(0);
});

test('an entity that was gone for years does not keep the last day from being deleted', async () => {
  const { made, dropped } = retention({ sizes: [1.1e9], oldest: 2000 });
  await made.limitSize();
  expect(dropped).toEqual([]);
  await made.limitSize();
  const days = dropped.map(([before]) => before);
  expect(days.slice(0, 2)).toEqual([1917, 1833]);
  expect(days.at(-1)).toBe(0);
  expect(days.length).toBeLessThan(50);
});
