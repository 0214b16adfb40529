import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHub, type TestClient, type TestHub } from '../support/start-hub.ts';
import { StatisticsPlay, type StatisticsRow } from './statistics-play.ts';

const text = readFileSync(join(import.meta.dirname, 'history.jsonl'), 'utf8');
/** Those that ask the recorder; energy has rows of its own. */
const rows: StatisticsRow[] = text
  .split('\n')
  .filter((line) => line.includes('"recorder') && !/^\{"id":"(?:energy|fossil)_/.test(line))
  .map((line) => JSON.parse(line));

let hub: TestHub;
let client: TestClient;
beforeAll(async () => {
  hub = await startTestHub({ 'home.time_zone': 'Europe/Amsterdam' });
  client = await hub.connect();
});
afterAll(() => hub.stop());

test('there are rows', () => {
  expect(rows.length).toBeGreaterThan(190);
});

test.each(rows)('$id', async (row) => {
  await new StatisticsPlay({ hub, client }, row, String(rows.indexOf(row))).play();
});
