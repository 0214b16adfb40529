import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Contract } from '../support/contract.ts';
import { startTestHub, type TestClient, type TestHub } from '../support/start-hub.ts';
import { StatisticsPlay, type StatisticsRow } from './statistics-play.ts';

const rows: StatisticsRow[] = readFileSync(join(import.meta.dirname, 'history.jsonl'), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line))
  .filter(({ id }) => /^(?:energy|fossil|refuse_fossil)_/.test(id));

let hub: TestHub;
let client: TestClient;
let contract: Contract;
beforeAll(async () => {
  hub = await startTestHub({ 'home.time_zone': 'Europe/Amsterdam', 'home.currency': 'EUR' });
  contract = await Contract.of(hub);
  hub = contract.watch(hub);
  client = await hub.connect();
});
afterAll(() => hub.stop());

test('there are rows', () => {
  expect(rows.length).toBeGreaterThan(60);
});

// In order: each changes the preferences.
test.each(rows)('$id', async (row) => {
  await new StatisticsPlay({ hub, client }, row, `energy_${rows.indexOf(row)}`).play();
});

test('every response was as the documents of the interface describe it', () => {
  expect(contract.violations).toEqual([]);
  expect(contract.checked.messages).toBeGreaterThan(60);
});
