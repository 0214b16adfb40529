import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GoldenReplay, goldenRows } from '../support/golden-replay.ts';
import { startTestHub, type TestHub } from '../support/start-hub.ts';

let hub: TestHub;
let replay: GoldenReplay;
beforeAll(async () => {
  hub = await startTestHub({ demo: true });
  const client = await hub.connect();
  for (const n of [1, 2]) await client.must({ type: 'input_boolean/create', name: `Row ${n}` });
  replay = await GoldenReplay.open(hub);
});
afterAll(() => hub.stop());

/** Rows that do not hold, each with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {};

/** Services that the house offers beyond those of its entities, and helpers' own. */
const VALIDATED = /^sv-(group|scene|persistent_notification|homeassistant)-/;

describe('recorded calls of services of the home itself', () => {
  const rows = goldenRows('service-validation.jsonl').filter(({ id }) => VALIDATED.test(id));
  test.each(rows)('$id', async (row) => {
    if (row.id in EXCEPTIONS) return;
    expect(await replay.validation(row)).toEqual([]);
  });
  test('are there', () => expect(rows.length).toBeGreaterThan(50));
});

describe('recorded lives of helpers', () => {
  const rows = goldenRows('helpers.jsonl');
  test.concurrent.each(rows)('$id', async (row) => {
    if (row.id in EXCEPTIONS) return;
    expect(await replay.helper(row)).toEqual([]);
  });
  test('are there', () => expect(rows.length).toBe(79));
});

describe('recorded scenes, groups and generic services', () => {
  const rows = goldenRows('domain-behaviour.jsonl').filter(({ id }) => /^db-(scene|group|ha)-/.test(id));
  test.each(rows)('$id', async (row) => {
    if (row.id in EXCEPTIONS) return;
    const wrong = await replay.behaviour(row);
    if (wrong !== null) expect(wrong).toEqual([]);
  });
  test('are there', () => expect(rows.length).toBeGreaterThan(30));
});
