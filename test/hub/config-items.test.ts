import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHub, type TestClient, type TestHub } from '../support/start-hub.ts';
import { testText } from '../support/test-data.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'hearth-test-'));
const AUTOMATIONS = testText(import.meta.filename, 'automations.yaml');
let hub: TestHub;
let client: TestClient;
const path = (name: string) => join(dataDir, name);
const text = (name: string) => readFileSync(path(name), 'utf8');
const config = (domain: string, id: string) => `/api/config/${domain}/config/${id}`;

beforeAll(async () => {
  writeFileSync(path('automations.yaml'), AUTOMATIONS);
  writeFileSync(path('secrets.yaml'), 'code: 1234\nguests: false\nword: hunter2\n');
  mkdirSync(path('packages'));
  writeFileSync(
    path('packages/guests.yaml'),
    `input_boolean:
  guests: # somebody is here
    name: Guests
    initial: !secret guests
script:
  greet:
    sequence:
      - action: input_boolean.turn_on
        target: { entity_id: input_boolean.guests }
`,
  );
  hub = await startTestHub({}, dataDir);
  client = await hub.connect();
});
afterAll(async () => {
  await hub.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const result = async (command: Record<string, unknown>) => (await client.ask(command)).result;
const state = async (id: string) => (await hub.rest('GET', `/api/states/${id}`)).json;

test('an automation is shown with its tags, and saved unchanged it leaves its file as it is', async () => {
  const { status, json, headers } = await hub.rest('GET', config('automation', 'lamp'));
  expect(status).toBe(200);
  expect(json).toMatchObject({ id: 'lamp', variables: { code: '!secret code' } });
  expect(headers.get('etag')).toMatch(/^"[\w-]+"$/);
  expect((await result({ type: 'automation/config', entity_id: 'automation.lamp_at_dark' })).config).toEqual(
    json,
  );
  expect((await hub.rest('POST', config('automation', 'lamp'), json)).json).toEqual({ result: 'ok' });
  expect(text('automations.yaml')).toBe(AUTOMATIONS);
});

test('an edit keeps all comments, is in use at once, and yesterday comes back byte for byte', async () => {
  const { json } = await hub.rest('GET', config('automation', 'lamp'));
  expect(
    (await hub.rest('POST', config('automation', 'lamp'), { ...json, mode: 'queued', alias: 'Lamp' })).status,
  ).toBe(200);
  expect(text('automations.yaml')).toBe(
    AUTOMATIONS.replace('alias: Lamp at dark', 'alias: Lamp').replace(
      '!secret code\n',
      '!secret code\n  mode: queued\n',
    ),
  );
  expect(await state('automation.lamp_at_dark')).toMatchObject({
    attributes: { friendly_name: 'Lamp', mode: 'queued', id: 'lamp' },
  });
  const item = { domain: 'automation', item_id: 'lamp' };
  const versions = await result({ type: 'config/history/list', ...item });
  expect(versions).toMatchObject([
    { version: 2, kind: 'saved', file: 'automations.yaml', user_id: expect.stringMatching(/^[0-9a-f]{32}$/) },
    { version: 1, kind: 'found', user_id: null },
  ]);
  const diff = await result({ type: 'config/history/diff', ...item, version: 1 });
  expect(diff.lines.filter(({ op }: { op: string }) => op !== ' ')).toEqual([
    { op: '-', text: '  alias: Lamp at dark' },
    { op: '+', text: '  alias: Lamp' },
    { op: '+', text: '  mode: queued' },
  ]);
  await result({ type: 'config/history/restore', ...item, version: 1 });
  expect(text('automations.yaml')).toBe(AUTOMATIONS);
  expect((await state('automation.lamp_at_dark')).attributes.mode).toBe('single');
  expect((await client.ask({ type: 'config/history/restore', ...item, version: 9 })).error.code).toBe(
    'not_found',
  );
});

test('a new automation is added at the end, and a deleted one is removed with its entity', async () => {
  const fresh = { alias: 'Fresh', triggers: [{ trigger: 'event', event_type: 'x' }], actions: [] };
  expect((await hub.rest('POST', config('automation', '1718'), fresh)).status).toBe(200);
  expect(text('automations.yaml')).toBe(
    `${AUTOMATIONS}- id: '1718'\n  alias: Fresh\n  triggers:\n    - trigger: event\n      event_type: x\n  actions: []\n`,
  );
  expect((await state('automation.fresh')).state).toBe('on');
  expect((await hub.rest('DELETE', config('automation', '1718'))).json).toEqual({ result: 'ok' });
  expect(text('automations.yaml')).toBe(AUTOMATIONS);
  expect((await hub.rest('GET', '/api/states/automation.fresh')).status).toBe(404);
});

test('what cannot be used, named or found is refused with a message', async () => {
  const post = (domain: string, id: string, body: unknown) => hub.rest('POST', config(domain, id), body);
  expect(await hub.rest('GET', config('automation', 'nobody'))).toMatchObject({
    status: 404,
    json: { message: 'Resource not found' },
  });
  expect((await hub.rest('DELETE', config('automation', 'nobody'))).status).toBe(400);
  expect(await post('automation', 'lamp', '{')).toMatchObject({
    status: 400,
    json: { message: 'Invalid JSON specified' },
  });
  const bad = await post('automation', 'lamp', { triggers: [{ trigger: 'nonsense' }], actions: [] });
  expect(bad).toMatchObject({
    status: 400,
    json: { message: expect.stringMatching(/^Message malformed: .*nonsense/) },
  });
  expect(await post('script', 'Not A Slug', { sequence: [] })).toMatchObject({
    status: 400,
    json: { message: expect.stringMatching(/^Key malformed: /) },
  });
  expect((await post('scene', '1', { name: 'x' })).status).toBe(400);
  expect((await post('scene', '1', [])).status).toBe(400);
  const leaky = await post('automation', 'lamp', { triggers: [], actions: [{ delay: '!secret word' }] });
  expect(leaky.status).toBe(400);
  expect(leaky.text).not.toContain('hunter2');
  expect(leaky.json.message).toContain('!secret word');
  expect((await hub.rest('GET', '/api/config/automation/config')).status).toBe(404);
  expect(text('automations.yaml')).toBe(AUTOMATIONS);
});

test('what changed in the file since it was read is a conflict, until it is read again', async () => {
  const { json } = await hub.rest('GET', config('automation', 'other'));
  writeFileSync(path('automations.yaml'), AUTOMATIONS.replace('alias: Other', 'alias: By hand'));
  const refused = await hub.rest('POST', config('automation', 'other'), { ...json, alias: 'By app' });
  expect(refused).toMatchObject({ status: 409, json: { code: 'conflict' } });
  expect(refused.json.message).toContain('automations.yaml');
  const now = await hub.rest('GET', config('automation', 'other'));
  expect(now.json.alias).toBe('By hand');
  expect(
    (await hub.rest('POST', config('automation', 'other'), { ...now.json, alias: 'By app' })).status,
  ).toBe(200);
  expect(text('automations.yaml')).toBe(AUTOMATIONS.replace('alias: Other', 'alias: By app'));
  const stale = await hub.rest('POST', config('automation', 'other'), now.json, { 'if-match': '"old"' });
  expect(stale.status).toBe(409);
});

test('scripts are edited by their key', async () => {
  const script = { alias: 'Wake', sequence: [{ delay: '00:00:01' }], fields: { who: { example: 'Ann' } } };
  expect((await hub.rest('POST', config('script', 'wake_up'), script)).status).toBe(200);
  expect(text('scripts.yaml')).toMatch(/^wake_up:\n {2}alias: Wake\n/);
  expect((await hub.rest('GET', config('script', 'wake_up'))).json).toEqual(script);
  expect(await state('script.wake_up')).toMatchObject({
    state: 'off',
    attributes: { friendly_name: 'Wake' },
  });
  expect((await result({ type: 'script/config', entity_id: 'script.wake_up' })).config).toEqual(script);
  expect((await hub.rest('DELETE', config('script', 'wake_up'))).status).toBe(200);
  expect(text('scripts.yaml')).toBe('');
  expect((await hub.rest('GET', '/api/states/script.wake_up')).status).toBe(404);
});

test('scenes are edited with their id, and scenes a service made stay', async () => {
  await hub.rest('POST', '/api/services/scene/create', { scene_id: 'quick', entities: { 'light.x': 'on' } });
  const scene = {
    name: 'Evening',
    entities: { 'light.desk': { state: 'on', brightness: 40 } },
    icon: 'mdi:lamp',
  };
  expect((await hub.rest('POST', config('scene', '77'), scene)).status).toBe(200);
  expect((await hub.rest('GET', config('scene', '77'))).json).toEqual({ id: '77', ...scene });
  expect((await state('scene.evening')).attributes).toMatchObject({
    id: '77',
    entity_id: ['light.desk'],
    icon: 'mdi:lamp',
  });
  expect((await hub.rest('GET', '/api/states/scene.quick')).status).toBe(200);
  expect((await hub.rest('POST', config('scene', '77'), { ...scene, name: 'Night' })).status).toBe(200);
  expect((await state('scene.evening')).attributes.friendly_name).toBe('Night');
  expect((await hub.rest('DELETE', config('scene', '77'))).status).toBe(200);
  expect((await hub.rest('GET', '/api/states/scene.evening')).status).toBe(404);
});

test('a package brings helpers and what goes with them, and is edited in its place', async () => {
  expect(await state('input_boolean.guests')).toMatchObject({
    state: 'off',
    attributes: { friendly_name: 'Guests' },
  });
  expect((await hub.rest('POST', '/api/services/script/greet', {})).status).toBe(200);
  expect((await state('input_boolean.guests')).state).toBe('on');
  const { json } = await hub.rest('GET', config('script', 'greet'));
  expect((await hub.rest('POST', config('script', 'greet'), { ...json, alias: 'Greet' })).status).toBe(200);
  expect(text('packages/guests.yaml')).toContain('  guests: # somebody is here\n');
  expect(text('packages/guests.yaml')).toMatch(/input_boolean.guests }\n {4}alias: Greet\n$/);
});
