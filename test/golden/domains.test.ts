import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Contract } from '../support/contract.ts';
import { startTestHub, type TestHub } from '../support/start-hub.ts';
import { SteppedClock } from '../support/stepped-clock.ts';
import { Golden, type Row, read } from './replay/domains.mjs';
import { DOMAINS_TO_COME, UNMET } from './unmet.ts';

let hub: TestHub;
let golden: Golden;
let contract: Contract;
beforeAll(async () => {
  const clock = new SteppedClock();
  hub = await startTestHub({ demo: true }, undefined, clock);
  const client = await hub.connect();
  for (const n of [1, 2]) await client.must({ type: 'input_boolean/create', name: `Row ${n}` });
  golden = new Golden(hub.url, hub.token, clock);
  await golden.open();
  contract = await Contract.of(hub);
  golden.api = contract.watchRest(golden.api);
  for (const connection of [golden.ws, golden.bus]) contract.watchSocket(connection.ws);
});
afterAll(async () => {
  golden.close();
  await hub.stop();
});

const FILES = ['service-validation.jsonl', 'domain-behaviour.jsonl', 'helpers.jsonl', 'helpers-more.jsonl'];
const rowsOf = (file: string): Row[] => read(join(import.meta.dirname, file));
const domainOf = ({ domain, call, create }: Row): string =>
  (domain ?? call?.[0] ?? create?.type.split('/')[0] ?? '').toLowerCase();
const isDue = (row: Row): boolean => !DOMAINS_TO_COME.has(domainOf(row)) && !Object.hasOwn(UNMET, row.id);

describe.each(FILES)('%s', (file) => {
  test.each(rowsOf(file).filter(isDue))('$id', { timeout: 60_000 }, async (row) => {
    const { bad = [], skip } = await golden.check(file, row);
    expect(bad).toEqual([]);
    expect(skip).toBeUndefined();
  });
});

test('what is listed as not to hold is a row, and what is to come is not there yet', async () => {
  const ids = new Set(FILES.flatMap(rowsOf).map(({ id }) => id));
  expect(Object.keys(UNMET).filter((id) => !ids.has(id))).toEqual([]);
  const offered = (await hub.rest('GET', '/api/services')).json;
  expect([...DOMAINS_TO_COME].filter((domain) => Object.hasOwn(offered, domain))).toEqual([]);
});

test('every response was as the documents of the interface describe it', () => {
  expect(contract.violations).toEqual([]);
  expect(contract.checked.responses).toBeGreaterThan(1000);
  expect(contract.checked.messages).toBeGreaterThan(200);
});
