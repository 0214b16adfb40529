import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Contract } from '../support/contract.ts';
import { startTestHub, type TestClient, type TestHub } from '../support/start-hub.ts';
import { SteppedClock } from '../support/stepped-clock.ts';
import { HistoryPlay, type HistoryRow } from './history-rows.ts';

const rows: HistoryRow[] = readFileSync(join(import.meta.dirname, 'history.jsonl'), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line));
/** The history of states; statistics and the logbook have tests of their own. */
const ofStates = rows.filter(({ id }) => /^(?:hist|rest|stream|refuse_hist|refuse_stream)_/.test(id));

const clock = new SteppedClock();
let hub: TestHub;
let client: TestClient;
let contract: Contract;
beforeAll(async () => {
  hub = await startTestHub({}, undefined, clock);
  contract = await Contract.of(hub);
  hub = contract.watch(hub);
  client = await hub.connect();
});
afterAll(() => hub.stop());

test('there are rows', () => {
  expect(ofStates.length).toBeGreaterThan(70);
});

test.each(ofStates)('$id', async (row) => {
  await new HistoryPlay({ hub, client, clock }, row, String(ofStates.indexOf(row))).play();
});

test('every response was as the documents of the interface describe it', () => {
  expect(contract.violations).toEqual([]);
  expect(contract.checked.responses).toBeGreaterThan(20);
  expect(contract.checked.messages).toBeGreaterThan(50);
});
