import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AutomationRows, readRows } from '../golden/automation-rows.ts';
import { AUTOMATIONS_UNMET } from '../golden/unmet.ts';
import { Contract } from '../support/contract.ts';
import { startTestHub, type TestHub } from '../support/start-hub.ts';
import { SteppedClock } from '../support/stepped-clock.ts';

let hub: TestHub;
let rows: AutomationRows;
let contract: Contract;
beforeAll(async () => {
  const clock = new SteppedClock();
  const place = { 'home.time_zone': 'Europe/Amsterdam', 'home.latitude': '52.37', 'home.longitude': '4.89' };
  hub = await startTestHub(place, undefined, clock);
  contract = await Contract.of(hub);
  hub = contract.watch(hub);
  rows = new AutomationRows(hub, clock);
  await rows.open();
});
afterAll(() => hub.stop());

const all = ['automations.jsonl', 'automations-more.jsonl'].flatMap((file) =>
  readRows(join(import.meta.dirname, '../golden', file)),
);

test.each(all.filter(({ id }) => !Object.hasOwn(AUTOMATIONS_UNMET, id)))(
  '$id',
  { timeout: 60_000 },
  async (row) => {
    expect(await rows.check(row)).toEqual([]);
  },
);

test('what is listed as not to hold is a row', () => {
  const ids = new Set(all.map(({ id }) => id));
  expect(Object.keys(AUTOMATIONS_UNMET).filter((id) => !ids.has(id))).toEqual([]);
});

test('every response was as the documents of the interface describe it', () => {
  expect(contract.violations).toEqual([]);
  expect(contract.checked.messages).toBeGreaterThan(500);
});
