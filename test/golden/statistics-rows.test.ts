import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Contract } from '../support/contract.ts';
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
let contract: Contract;
beforeAll(async () => {
  hub = await startTestHub({ 'home.time_zone': 'Europe/Amsterdam' });
  contract = await Contract.of(hub);
  hub = contract.watch(hub);
  client = await hub.connect();
});
afterAll(() => hub.stop());

test('there are rows', () => {
  expect(rows.length).toBeGreaterThan(190);
});

test.each(rows)('$id', async (row) => {
  await new StatisticsPlay({ hub, client }, row, String(rows.indexOf(row))).play();
});

test('every response was as the documents of the interface describe it', () => {
  expect(contract.violations).toEqual([]);
  expect(contract.checked.messages).toBeGreaterThan(190);
});
