import { readFileSync } from 'node:fs';
import { connectAsync } from 'mqtt';
import { expect, it, onTestFinished } from 'vitest';
import { silentLog } from '../../src/core/log.ts';
import { readHome } from '../../src/import/read-home.ts';
import { openSourceFolder } from '../../src/import/source-folder.ts';
import { writeHome } from '../../src/import/write-home.ts';
import { openDataFolder } from '../../src/storage/data-folder.ts';
import { startMosquitto } from '../support/mosquitto.ts';
import { startTestHub, type TestHub, testTime } from '../support/start-hub.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { until } from '../support/until.ts';

const HOME = new URL('../import/home/', import.meta.url).pathname;
/** Retained messages of the devices, as `[topic, payload]`. */
const MESSAGES: [string, string][] = readFileSync(`${HOME}ha-home.mqtt.jsonl`, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
const { seen } = JSON.parse(readFileSync(`${HOME}ha-home.expected.json`, 'utf8'));

interface Entry {
  readonly entity_id: string;
  readonly unique_id: string;
  readonly platform: string;
  readonly device_id: string | null;
  readonly [field: string]: unknown;
}

it('devices that announce themselves after the import are who they were', async () => {
  const folder = tempFolder();
  const source = await openSourceFolder(`${HOME}ha-home`);
  const data = await openDataFolder({ folder, clock: testTime, log: silentLog });
  await writeHome(await readHome(source, { now: testTime.now() }), source, data);
  await data.release();
  const broker = await startMosquitto();
  onTestFinished(() => broker.stop());
  const home = await startTestHub({ 'mqtt.url': broker.url }, folder);
  onTestFinished(() => home.stop());
  const before = await registry(home);
  const device = await connectAsync(broker.url);
  onTestFinished(() => device.endAsync(true));
  for (const [topic, payload] of MESSAGES) await device.publishAsync(topic, payload, { retain: true });
  const states = async () =>
    new Map((await home.rest('GET', '/api/states')).json.map((state: Entry) => [state.entity_id, state]));
  const wanted: [string, { state: string }][] = Object.entries(seen.mqtt);
  const last = wanted.findLast(([, { state }]) => !['unknown', 'unavailable'].includes(state));
  await until(async () => (await stateOf(home, last?.[0] ?? '')) === last?.[1].state);

  const after = await registry(home);
  const added = after.entities.filter(({ entity_id: id }) => !before.ids.has(id));
  expect(added.map(({ entity_id: id }) => id)).toEqual([]);
  for (const entry of before.entities.filter(({ platform }) => platform === 'mqtt')) {
    const now = after.entities.find((one) => one.unique_id === entry.unique_id);
    expect(pick(now, KEPT)).toEqual(pick(entry, KEPT));
  }
  expect(after.areas).toEqual(before.areas);

  const shown = async () => {
    const found = await states();
    return Object.fromEntries(wanted.map(([id, fields]) => [id, view(found.get(id), fields)]));
  };
  await expect.poll(shown, { timeout: 20_000 }).toEqual(Object.fromEntries(wanted));
});

/** What users have set of an entity. */
const KEPT = [
  'entity_id',
  'name',
  'icon',
  'area_id',
  'hidden_by',
  'disabled_by',
  'labels',
  'id',
  'device_id',
];

async function registry(home: TestHub) {
  const client = await home.connect();
  const entities: Entry[] = await client.must({ type: 'config/entity_registry/list' });
  const devices = await client.must({ type: 'config/device_registry/list' });
  return {
    entities,
    ids: new Set(entities.map(({ entity_id: id }) => id)),
    areas: new Map<string, string>(
      devices.map((one: Entry) => [one.id, `${one.name_by_user ?? one.name} ${one.area_id}`]),
    ),
  };
}

async function stateOf(home: TestHub, id: string): Promise<string | undefined> {
  return (await home.rest('GET', `/api/states/${id}`)).json.state;
}

function pick(entry: object | undefined, names: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [name, entry?.[name as keyof object]]));
}

function view(state: unknown, fields: object): object {
  const { state: value, attributes = {} } = (state ?? {}) as { state?: string; attributes?: object };
  const other = Object.keys(fields).filter((name) => name !== 'state');
  return {
    state: value,
    ...Object.fromEntries(other.map((name) => [name, attributes[name as keyof object] ?? null])),
  };
}
