import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Contract } from '../support/contract.ts';
import { useMachineZone } from '../support/machine-zone.ts';
import { startTestHub, type TestClient, type TestHub } from '../support/start-hub.ts';
import { seeds } from '../support/thoroughness.ts';
import { asksHome } from './home-templates.ts';

interface Row {
  readonly id: string;
  readonly template: string;
  readonly world?: string;
  readonly states?: readonly WrittenState[];
  readonly result?: string;
  readonly error?: boolean;
  readonly message_contains?: string;
  readonly native?: unknown;
  readonly listeners?: Listeners;
}

interface WrittenState {
  readonly entity_id: string;
  readonly state: string;
  readonly attributes?: object;
}

interface Listeners {
  readonly all: boolean;
  readonly time: boolean;
  readonly domains: readonly string[];
  readonly entities: readonly string[];
}

/** Rows that cannot hold here, each with its reason. */
const UNMET: Readonly<Record<string, string>> = {};

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');
const worlds: Record<string, readonly WrittenState[]> = JSON.parse(read('template-worlds.json'));
const lines = read('templates.jsonl').split('\n').filter(Boolean);
const rows = lines.map((line) => ({ row: JSON.parse(line) as Row, rest: bodyOf(line) }));

/** The template and the variables as written in the file: `21.0` stays a float. */
function bodyOf(line: string): string {
  const { template, variables } = JSON.parse(line);
  const own = `"template":${JSON.stringify(template)}`;
  if (variables === undefined) return own;
  const start = line.indexOf('"variables":') + '"variables":'.length;
  for (let end = line.indexOf('}', start); end >= 0; end = line.indexOf('}', end + 1)) {
    try {
      const text = line.slice(start, end + 1);
      JSON.parse(text);
      return `${own},"variables":${text}`;
    } catch {
      // not the closing brace of the variables yet
    }
  }
  throw new Error(`No variables in ${line}`);
}

function sorted(listeners: Listeners): Listeners {
  const { all, time, domains, entities } = listeners;
  return { all, time, domains: [...domains].sort(), entities: [...entities].sort() };
}

function roughly(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_key, item) =>
    typeof item === 'number' && !Number.isInteger(item) ? Number(item.toPrecision(12)) : item,
  );
}

/** `test/jinja/golden.test.ts` renders rows independent of a home: a tenth of them is tried here, too. */
const isTried = (row: Row): boolean =>
  asksHome(row) || rows.findIndex((one) => one.row === row) % seeds(10, 1) === 0;

const groups = new Map<string, { world: readonly WrittenState[]; rows: typeof rows }>();
for (const entry of rows) {
  const { states, world, id } = entry.row;
  const key = states === undefined ? `the world ${world ?? 'without entities'}` : `the states of ${id}`;
  const group = groups.get(key) ?? { world: states ?? worlds[world ?? ''] ?? [], rows: [] };
  groups.set(key, group);
  group.rows.push(entry);
}

// Where the rows were recorded.
useMachineZone('UTC');

describe('the recorded templates, over REST and the WebSocket', () => {
  let hub: TestHub;
  let client: TestClient;
  let contract: Contract;

  beforeAll(async () => {
    const place = { 'home.latitude': '52.37', 'home.longitude': '4.89', 'home.elevation': '2' };
    hub = await startTestHub({ ...place, 'home.time_zone': 'Europe/Amsterdam' });
    contract = await Contract.of(hub);
    hub = contract.watch(hub);
    client = await hub.connect();
  });
  afterAll(() => hub.stop());

  it('are all there', () => {
    expect(rows.length).toBe(1313);
    for (const id of Object.keys(UNMET)) expect(rows.some(({ row }) => row.id === id)).toBe(true);
  });

  for (const [name, group] of groups) {
    describe(`in ${name}`, () => {
      beforeAll(async () => {
        for (const { entity_id, ...body } of group.world) {
          const { status } = await hub.rest('POST', `/api/states/${entity_id}`, body);
          expect(status).toBe(201);
        }
      });
      afterAll(async () => {
        for (const { entity_id } of group.world) await hub.rest('DELETE', `/api/states/${entity_id}`);
      });

      const tried = group.rows.filter(({ row }) => UNMET[row.id] === undefined && isTried(row));
      it.each(tried.map((entry) => [entry.row.id, entry] as const))('%s', async (_id, { row, rest }) => {
        const answer = await hub.rest('POST', '/api/template', `{${rest}}`);
        if (row.error === true) {
          expect(answer.status).toBe(400);
          expect(answer.json.message).toContain(row.message_contains ?? 'Error rendering template: ');
          return;
        }
        expect([answer.status, answer.text]).toEqual([200, row.result]);
        if (row.native === undefined && row.listeners === undefined) return;
        const id = await client.subscribeText('render_template', rest);
        const { event } = await client.event((message) => message.id === id);
        if (row.native !== undefined) expect(roughly(event.result)).toEqual(roughly(row.native));
        if (row.listeners !== undefined) expect(sorted(event.listeners)).toEqual(sorted(row.listeners));
        await client.must({ type: 'unsubscribe_events', subscription: id });
      });
    });
  }

  it('are answered as the documents of the interface say', () => {
    expect(contract.violations).toEqual([]);
    expect(contract.checked.responses).toBeGreaterThan(300);
  });
});
