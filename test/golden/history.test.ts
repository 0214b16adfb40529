import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
beforeAll(async () => {
  hub = await startTestHub({}, undefined, clock);
  client = await hub.connect();
});
afterAll(() => hub.stop());

test('there are rows', () => {
  expect(ofStates.length).toBeGreaterThan(70);
});

test.each(ofStates)('$id', async (row) => {
  await new HistoryPlay({ hub, client, clock }, row, String(ofStates.indexOf(row))).play();
});
