import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { silentLog } from '../../src/core/log.ts';
import { unpackBackup } from '../../src/import/archive/unpack.ts';
import { readHome } from '../../src/import/read-home.ts';
import { openSourceFolder } from '../../src/import/source-folder.ts';
import { writeHome } from '../../src/import/write-home.ts';
import { openDataFolder } from '../../src/storage/data-folder.ts';
import { RunningClock } from '../support/running-clock.ts';
import { startTestHub, type TestClient, type TestHub } from '../support/start-hub.ts';
import { tempFolder } from '../support/temp-folder.ts';

const IMPORT = new URL('../import/', import.meta.url).pathname;
const KEY = 'TEST-0AAA-1BBB-2CCC-3DDD-4EEE-5FFF';
const { scope, seen } = JSON.parse(readFileSync(`${IMPORT}home/ha-home.expected.json`, 'utf8'));
/** The day after the last recorded state. */
const clock = new RunningClock('2026-11-23T12:00:00Z');
const data = tempFolder(afterAll);
const unpacked = tempFolder(afterAll);
let source: string;
let home: TestHub;
let client: TestClient;

/** Imports the backup as the command line does, and returns how much was written. */
async function importHome(): Promise<number> {
  const read = await readHome(await openSourceFolder(source), { now: clock.now() });
  const folder = await openDataFolder({ folder: data, clock, log: silentLog });
  const { written } = await writeHome(read, await openSourceFolder(source), folder);
  await folder.release();
  return written;
}

async function start(): Promise<void> {
  home = await startTestHub({ 'mqtt.url': 'mqtt://127.0.0.1:1' }, data, clock);
  client = await home.connect();
}

const sourcesIn = (folder: string): string[] =>
  readdirSync(folder).filter((name) => name.startsWith('history-source-'));

beforeAll(async () => {
  mkdirSync(unpacked, { recursive: true });
  source = await unpackBackup(join(IMPORT, 'archives', 'encrypted-v3.tar'), KEY, unpacked);
  await importHome();
  expect(sourcesIn(data).length).toBeGreaterThan(0);
  await start();
});
afterAll(() => home.stop());

it('is complete when the copy of the database is gone', async () => {
  await expect.poll(() => sourcesIn(data)).toEqual([]);
});

it('has the states that Home Assistant recorded', async () => {
  const { entities: entity_ids, start, end } = scope.history;
  const answer = await client.must({
    type: 'history/history_during_period',
    ...{ entity_ids, start_time: start, end_time: end },
    ...{ include_start_time_state: false, significant_changes_only: false, no_attributes: true },
  });
  for (const id of entity_ids) {
    // Home Assistant was asked for changes of the state alone.
    const all = answer[id] as { s: string; lu: number; lc?: number }[];
    const rows = all.filter(({ s }, index) => s !== all[index - 1]?.s);
    const [first, last] = [rows[0], rows.at(-1)];
    const shown = { rows: rows.length, first: [first?.s, at(first)], last: [last?.s, at(last)] };
    const { rows: count, first: expectedFirst, last: expectedLast } = seen.history[id];
    expect(shown, id).toEqual({ rows: count, first: expectedFirst, last: expectedLast });
  }
});

it('has the statistics of entities, of an entity that is gone, and from elsewhere', async () => {
  const { ids: statistic_ids, start: start_time, end: end_time } = scope.statistics;
  const listed = await client.must({ type: 'recorder/list_statistic_ids' });
  for (const id of statistic_ids)
    expect(listed.find(({ statistic_id }: { statistic_id: string }) => statistic_id === id)).toMatchObject(
      seen.statistic_ids[id],
    );
  for (const period of ['hour', 'day']) {
    const answer = await client.must({
      type: 'recorder/statistics_during_period',
      ...{ statistic_ids, start_time, end_time, period },
    });
    for (const id of statistic_ids) {
      const rows = answer[id] as Record<string, number | null>[];
      const { rows: count, first, last, last_sum, ...totals } = seen.statistics[`${id} ${period}`];
      expect([rows.length, rows[0]?.start, rows.at(-1)?.start, rows.at(-1)?.sum ?? null]).toEqual([
        ...[count, first, last, last_sum],
      ]);
      for (const [key, total] of Object.entries(totals as Record<string, number | null>)) {
        const sum = rows.reduce((before, row) => before + Number(row[key] ?? 0), 0);
        if (total !== null) expect(sum, `${id} ${key}`).toBeCloseTo(total, 4);
      }
    }
  }
});

it('is not imported again', async () => {
  await home.stop();
  expect(await importHome()).toBe(0);
  expect(sourcesIn(data)).toEqual([]);
  await start();
  expect(existsSync(join(data, 'hearth.db'))).toBe(true);
});

function at(row: { lu: number; lc?: number } | undefined): number {
  return Math.round((row?.lc ?? row?.lu ?? 0) * 1000);
}
