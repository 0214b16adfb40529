import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Bus } from '../../../src/core/bus.ts';
import { type Log, type LogFields, silentLog } from '../../../src/core/log.ts';
import { StateMachine } from '../../../src/core/state-machine.ts';
import { DownsampleIntervals } from '../../../src/history/recorder/downsample-intervals.ts';
import { RecordedAttributes } from '../../../src/history/recorder/recorded-attributes.ts';
import { Recorder } from '../../../src/history/recorder/recorder.ts';
import { fromColumns } from '../../../src/history/samples/sample-columns.ts';
import { SqliteSampleStore } from '../../../src/history/samples/sqlite-sample-store.ts';
import { historyMigrations } from '../../../src/storage/migrations/history.ts';
import { openConnection } from '../../../src/storage/open-connection.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { readAll } from '../sample-store-suite.ts';

/** A recorder whose store may take as many pages as `limit` says. */
function recording() {
  const clock = new FakeClock();
  const bus = new Bus(silentLog);
  const states = new StateMachine(bus, clock);
  const lines: [level: string, message: string, fields: LogFields | undefined][] = [];
  const note = (level: string) => (message: string, fields?: LogFields) => {
    lines.push([level, message, fields]);
  };
  const log: Log = { ...silentLog, info: note('info'), warn: note('warn'), error: note('error') };
  const recorder = new Recorder({
    ...{ bus, clock, log, commitInterval: 1000, isRecorded: () => true, isInformative: () => false },
    attributes: new RecordedAttributes(() => {}),
    intervals: new DownsampleIntervals({ domains: {}, entities: {}, labels: {} }),
  });
  const folder = tempFolder();
  const { connection } = openConnection({
    ...{ file: join(folder, 'history.db'), migrations: historyMigrations, lockWait: 0, releasesSpace: true },
    backup: { folder, stamp: 'test' },
  });
  const store = new SqliteSampleStore({ connection, pause: async () => {}, onDamage: () => {} });
  let committing: Promise<void> = Promise.resolve();
  recorder.connect((columns, commit) => {
    store.append(fromColumns(columns));
    if (commit)
      committing = store.commit().then(
        () => recorder.committed(undefined),
        (error) => recorder.committed(error),
      );
  });
  recorder.start();
  onTestFinished(async () => {
    recorder.stop();
    await store.close();
    connection.close();
  });
  return {
    ...{ clock, lines, store },
    write: (count: number, from: number) => {
      for (let i = 0; i < count; i += 1) states.set(`sensor.s${i % 200}`, String(from + i), {});
      clock.advance(count);
    },
    retry: async () => {
      clock.advance(5000);
      await committing;
    },
    limit: (pages: number) => connection.exec(`PRAGMA max_page_count = ${pages}`),
  };
}

test('a busy home commits full batches before the interval is over, one commit at a time', () => {
  const clock = new FakeClock();
  const bus = new Bus(silentLog);
  const states = new StateMachine(bus, clock);
  const recorder = (commitInterval: number): { readonly recorder: Recorder; readonly sent: boolean[] } => {
    const sent: boolean[] = [];
    const made = new Recorder({
      ...{ bus, clock, log: silentLog, commitInterval, isRecorded: () => true, isInformative: () => false },
      attributes: new RecordedAttributes(() => {}),
      intervals: new DownsampleIntervals({ domains: {}, entities: {}, labels: {} }),
    });
    made.connect((_columns, commit) => sent.push(commit));
    made.start();
    onTestFinished(() => made.stop());
    return { recorder: made, sent };
  };
  const second = recorder(1000);
  const minute = recorder(60_000);
  const change = (count: number) => {
    for (let i = 0; i < count; i += 1) states.set('sensor.busy', `${clock.now()} ${i}`, {});
  };
  states.set('sensor.busy', 'new', {});
  change(1500);
  expect(second.sent).toEqual([true, false, false]);
  second.recorder.committed(undefined);
  change(500);
  expect(second.sent).toEqual([true, false, false, true]);
  // The interval counts from the oldest sample that waits.
  change(10);
  clock.advance(1000);
  expect(second.sent).toEqual([true, false, false, true, true]);
  expect(minute.sent).toEqual([false, false, false, false]);
});

test('a full disk is one warning, loses only what came during the pause, and recording resumes', async () => {
  const { lines, store, write, retry, limit } = recording();
  const recorded = async () => {
    const found = Object.values(await readAll(store, { entityIds: store.entityIds() }));
    return found.reduce((sum, samples) => sum + samples.length, 0);
  };
  write(100, 0);
  await retry();
  limit(1);
  write(1000, 1000);
  await retry();
  write(1000, 2000);
  for (let i = 0; i < 5; i += 1) await retry();
  expect(lines).toEqual([['warn', expect.stringContaining('cannot be saved'), expect.anything()]]);
  expect(await recorded()).toBe(2100);
  // More than may wait: recording pauses.
  write(200_000, 10_000);
  await retry();
  await retry();
  const before = await recorded();
  expect(before).toBeLessThanOrEqual(200_100);
  limit(1_000_000);
  await retry();
  expect(lines.map(([level]) => level)).toEqual(['warn', 'info']);
  expect(lines[1]?.[2]).toEqual({ lost: 202_100 - before });
  write(10, 900_000);
  await retry();
  expect(await recorded()).toBe(before + 10);
  expect(lines).toHaveLength(2);
});
