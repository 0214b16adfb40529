import { expect, test } from 'vitest';
import { silentLog } from '../../../src/core/log.ts';
import { NightlyStatistics, type Tidying } from '../../../src/history/recorder/nightly-statistics.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const DAY = 86_400_000;

test('statistics are tidied and copied each night at 04:30 local time, also when the clocks change', () => {
  const clock = new FakeClock('2026-10-24T12:00:00Z');
  const done: Tidying[] = [];
  const nightly = new NightlyStatistics({
    ...{ clock, log: silentLog, folder: '/backups', shortTermDays: 31 },
    timeZone: () => 'Europe/Amsterdam',
    tidy: async (tidying) => {
      done.push(tidying);
      return '';
    },
  });
  const at = (time: string) => {
    clock.advance(Date.parse(time) - clock.now());
    return done.splice(0);
  };
  nightly.start();
  expect(at('2026-10-25T03:29:59Z')).toEqual([]);
  const [first] = at('2026-10-25T03:30:01Z');
  expect(first?.copies).toEqual({ folder: '/backups', stamp: '2026-10-25T03-30-00' });
  expect(first?.shortTermBefore).toBeCloseTo(Date.parse('2026-10-25T03:30:00Z') - 31 * DAY, -2);
  expect(first?.changesBefore).toBeCloseTo(Date.parse('2026-10-25T03:30:00Z') - 366 * DAY, -2);
  expect(at('2026-10-26T03:30:01Z')).toHaveLength(1);
  nightly.stop();
  expect(at('2026-10-28T03:30:01Z')).toEqual([]);
});
