import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHub, type TestHub } from '../support/start-hub.ts';
import { SteppedClock } from '../support/stepped-clock.ts';
import { until } from '../support/until.ts';

type Call = readonly [domain: string, service: string, data: object];

/** One step of a row; it does one of these things. */
interface HelperStep {
  readonly set?: readonly [entity: string, state: string, attributes?: object];
  readonly wait?: number;
  readonly flow?: readonly [handler: string, ...answers: object[]];
  readonly tryflow?: readonly [handler: string, ...answers: object[]];
  readonly do?: { readonly call: Call };
  readonly call?: Call;
  readonly state?: string;
  readonly expect?: { readonly state?: string; readonly attributes?: object } & object;
}

interface HelperRow {
  readonly id: string;
  readonly steps: readonly HelperStep[];
}

const FLOW = '/api/config/config_entries/flow';
/** Milliseconds between two changes of a row. */
const GAP = 25;
const rows: HelperRow[] = readFileSync(join(import.meta.dirname, 'history-helpers.jsonl'), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line));

const clock = new SteppedClock();
let hub: TestHub;
beforeAll(async () => {
  hub = await startTestHub(
    { 'home.time_zone': 'Europe/Amsterdam', 'home.currency': 'EUR' },
    undefined,
    clock,
  );
});
afterAll(() => hub.stop());

test('there are rows', () => {
  expect(rows.length).toBe(71);
});

test.each(rows)('$id', async ({ steps }) => {
  const tag = `golden_${rows.findIndex((row) => row.steps === steps)}`;
  for (const step of filled(steps, tag) as HelperStep[]) {
    await clock.sleep(step.wait ?? GAP);
    if (step.set !== undefined) {
      const [entity, state, attributes = {}] = step.set;
      await hub.rest('POST', `/api/states/${entity}`, { state, attributes });
    } else if (step.flow !== undefined)
      expect(await ended(step.flow)).toMatchObject({ status: 200, type: 'create_entry' });
    else if (step.tryflow !== undefined)
      expect({ flow: await ended(step.tryflow) }).toMatchObject(step.expect ?? {});
    else if (step.do !== undefined) expect((await called(step.do.call)).status).toBe(200);
    else if (step.call !== undefined) expect(await called(step.call)).toMatchObject(step.expect ?? {});
    else if (step.state !== undefined) await shows(step.state, step.expect ?? {});
    else expect(Object.keys(step)).toEqual(['wait']);
  }
});

/** Where a flow ended whose forms were answered one after the other. */
async function ended([handler, ...answers]: readonly [string, ...object[]]) {
  let answer = await hub.rest('POST', FLOW, { handler });
  const path = `${FLOW}/${answer.json.flow_id}`;
  for (const one of answers) answer = await hub.rest('POST', path, one);
  const { type, step_id, errors } = answer.json;
  return { status: answer.status, type, step_id, errors };
}

function called([domain, service, data]: Call) {
  return hub.rest('POST', `/api/services/${domain}/${service}`, data);
}

/** Waits until an entity shows what the row expects: what reads the history answers a moment later. */
async function shows(id: string, { state, attributes = {} }: NonNullable<HelperStep['expect']>) {
  const seen = async () => (await hub.rest('GET', `/api/states/${id}`)).json;
  await until(async () => sameText((await seen())?.state, state), `${id} was ${state}`);
  expect((await seen()).attributes).toMatchObject(attributes);
}

/** Texts of numbers are compared by value. */
function sameText(seen: unknown, wanted: string | undefined): boolean {
  if (seen === undefined || wanted === undefined || seen === wanted) return seen === wanted;
  return wanted.trim() !== '' && Math.abs(Number(seen) - Number(wanted)) <= 1e-9 * Math.abs(Number(wanted));
}

/** Replaces the placeholders for names in a row. */
function filled(value: unknown, tag: string): unknown {
  if (Array.isArray(value)) return value.map((one) => filled(one, tag));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, filled(one, tag)]));
  if (typeof value !== 'string') return value;
  return value
    .replace(/\$E(\d*)(?::([a-z_]+))?/g, (_, number, domain = 'sensor') => `${domain}.${tag}_source${number}`)
    .replaceAll('$R', tag);
}
