import { expect, test } from 'vitest';
import { Bus } from '../../../src/core/bus.ts';
import { fault } from '../../../src/core/errors.ts';
import { type Log, silentLog } from '../../../src/core/log.ts';
import { RecordedAttributes } from '../../../src/history/recorder/recorded-attributes.ts';
import { StatisticsSchedule } from '../../../src/history/recorder/statistics-schedule.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const FIVE_MINUTES = 300_000;

/** A schedule whose compilations fail with the given errors, one after the other, and what it reports. */
async function failingWith(errors: readonly Error[]) {
  const clock = new FakeClock();
  const logged: string[] = [];
  const reported: Error[] = [];
  const log: Log = { ...silentLog, error: (text: string) => logged.push(text), named: () => log };
  const waiting = [...errors];
  const schedule = new StatisticsSchedule({
    ...{ bus: new Bus(silentLog), clock, log, timeZone: () => 'UTC', states: () => [] },
    ...{ isRecorded: () => true, attributes: new RecordedAttributes(() => {}) },
    compile: async () => {
      const error = waiting.shift();
      if (error !== undefined) throw error;
      return { periods: 0, isHour: false, warnings: [] };
    },
    onDiskFailure: (error) => reported.push(error),
  });
  schedule.start();
  while (waiting.length > 0) {
    clock.advance(FIVE_MINUTES);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await schedule.stop();
  return { logged, reported };
}

test('a full disk is left to the recorder, which warns once for all of the history', async () => {
  const full = fault('unavailable', 'storage_closed');
  expect(await failingWith([full, full, full])).toEqual({ logged: [], reported: [full] });
});

test('any other failure is logged once', async () => {
  const { logged, reported } = await failingWith([new Error('a bug'), new Error('a bug')]);
  expect([logged.length, reported.length]).toEqual([1, 0]);
});
