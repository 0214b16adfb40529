import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHub, type TestClient, type TestHub } from '../support/start-hub.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'hearth-test-'));
let hub: TestHub;
let client: TestClient;
beforeAll(async () => {
  hub = await startTestHub({ 'home.time_zone': 'Europe/Amsterdam' }, dataDir);
  client = await hub.connect();
});
afterAll(async () => {
  await hub.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const todo = (service: string, data: object) =>
  hub.rest('POST', `/api/services/todo/${service}`, { entity_id: 'todo.garden', ...data });
const items = async () => (await client.must({ type: 'todo/item/list', entity_id: 'todo.garden' })).items;

test('a list is created, filled, reordered, and sent to subscribers', async () => {
  await client.must({ type: 'todo/create', name: 'Garden' });
  await client.must({ type: 'todo/item/subscribe', entity_id: 'todo.garden' });
  await todo('add_item', { item: 'Weed', due_date: '2026-11-30' });
  await todo('add_item', { item: 'Water', due_datetime: '2026-07-01 08:00:00', description: 'Early.' });
  await todo('add_item', { item: 'Prune' });
  const [weed, water, prune] = await items();
  expect(weed).toEqual({
    uid: expect.any(String),
    summary: 'Weed',
    status: 'needs_action',
    due: '2026-11-30',
  });
  expect(water).toMatchObject({ due: '2026-07-01T08:00:00+02:00', description: 'Early.' });
  await client.must({ type: 'todo/item/move', entity_id: 'todo.garden', uid: prune.uid });
  await client.must({
    type: 'todo/item/move',
    entity_id: 'todo.garden',
    uid: weed.uid,
    previous_uid: water.uid,
  });
  const summaries = ['Prune', 'Water', 'Weed'];
  expect((await items()).map(({ summary }: { summary: string }) => summary)).toEqual(summaries);
  await client.event(
    ({ event }) => event?.items?.[2]?.summary === 'Weed' && event.items[0].summary === 'Prune',
  );
  const away = await client.ask({ type: 'todo/item/move', entity_id: 'todo.garden', uid: 'nothing' });
  expect(away.error.code).toBe('failed');
  expect((await client.ask({ type: 'todo/item/list', entity_id: 'light.none' })).error.code).toBe(
    'not_found',
  );
});

test('fields are cleared by null, and completion has its time', async () => {
  await todo('update_item', { item: 'Water', description: null, status: 'completed' });
  const water = (await items())[1];
  expect(water).toEqual({
    uid: water.uid,
    summary: 'Water',
    status: 'completed',
    due: '2026-07-01T08:00:00+02:00',
    completed: expect.stringMatching(/\+00:00$/),
  });
  await todo('update_item', { item: water.uid, status: 'needs_action', due_date: null });
  expect((await items())[1]).toEqual({ uid: water.uid, summary: 'Water', status: 'needs_action' });
});

test('an item that could not be kept is not in the list', async () => {
  const before = await items();
  const { database } = hub.folder;
  const refuse = `CREATE TRIGGER refused BEFORE UPDATE ON documents WHEN NEW.collection = 'todo_items'
    BEGIN SELECT RAISE(ABORT, 'refused'); END`;
  await database.write([{ sql: refuse }]);
  const answer = await hub.rest('POST', '/api/services/todo/add_item', {
    ...{ entity_id: 'todo.garden', item: 'Lost' },
  });
  await database.write([{ sql: 'DROP TRIGGER refused' }]);
  expect(answer.status).toBe(500);
  expect(await items()).toEqual(before);
  expect((await hub.rest('GET', '/api/states/todo.garden')).json.state).toBe('3');
});

test('a tag is known from its first scan, and can be named', async () => {
  const tag = await client.must({ type: 'tag/create', tag_id: 'A1', name: 'Door' });
  expect(tag).toEqual({ id: 'A1', name: 'Door' });
  expect((await client.ask({ type: 'tag/create', tag_id: 'A1' })).error.code).toBe('home_assistant_error');
  await client.must({ type: 'fire_event', event_type: 'tag_scanned', event_data: { tag_id: 'B2' } });
  await client.must({ type: 'fire_event', event_type: 'tag_scanned', event_data: { tag_id: 'A1' } });
  await client.must({ type: 'tag/update', tag_id: 'B2', name: 'Fridge' });
  const scanned = expect.stringMatching(/^\d{4}-/);
  expect(await client.must({ type: 'tag/list' })).toEqual([
    { id: 'A1', name: 'Door', last_scanned: scanned, device_id: null },
    { id: 'B2', name: 'Fridge', last_scanned: scanned, device_id: null },
  ]);
  expect((await client.ask({ type: 'tag/delete', tag_id: 'C3' })).error.code).toBe('not_found');
});

test('a tag has an entity with the time and user of the last scan', async () => {
  const stateOf = async (id: string) => (await hub.rest('GET', `/api/states/${id}`)).json;
  await client.must({ type: 'tag/create', tag_id: 'K/1', name: 'Keys' });
  expect(await stateOf('tag.keys')).toMatchObject({
    state: 'unknown',
    attributes: { tag_id: 'K/1', last_scanned_by_device_id: null, friendly_name: 'Keys' },
  });
  const scan = {
    type: 'fire_event',
    event_type: 'tag_scanned',
    event_data: { tag_id: 'K/1', device_id: 'd' },
  };
  const { context } = await client.must(scan);
  expect(context.id).toBeTruthy();
  const scanned = await stateOf('tag.keys');
  expect(scanned.state).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/);
  expect(scanned.attributes.last_scanned_by_device_id).toBe('d');
  await client.must({ type: 'tag/update', tag_id: 'K/1', name: 'All keys' });
  expect((await stateOf('tag.keys')).attributes.friendly_name).toBe('All keys');
  await client.must({ type: 'fire_event', event_type: 'tag_scanned', event_data: { tag_id: 'Neu é' } });
  expect((await stateOf('tag.neu_e')).attributes).toMatchObject({
    tag_id: 'Neu é',
    friendly_name: 'Tag Neu é',
  });
  for (const tag_id of ['K/1', 'Neu é']) await client.must({ type: 'tag/delete', tag_id });
  expect((await stateOf('tag.keys')).state).toBeUndefined();
  expect((await stateOf('tag.door')).state).toMatch(/^\d{4}-/);
});

test('notifications are sent to subscribers, until they are dismissed', async () => {
  const call = (service: string, data: object) =>
    hub.rest('POST', `/api/services/persistent_notification/${service}`, data);
  await call('create', { message: 'Done', notification_id: 'washing' });
  await client.must({ type: 'persistent_notification/subscribe' });
  const change = (type: string) => client.event(({ event }) => event?.type === type);
  const washing = {
    notification_id: 'washing',
    title: null,
    message: 'Done',
    created_at: expect.any(String),
  };
  expect((await change('current')).event.notifications).toEqual({ washing });
  await call('create', { message: 'Empty it', title: 'Laundry', notification_id: 'washing' });
  expect((await change('updated')).event.notifications.washing.title).toBe('Laundry');
  await call('dismiss_all', {});
  expect((await change('removed')).event.notifications.washing.message).toBe('Empty it');
  expect(await client.must({ type: 'persistent_notification/get' })).toEqual([]);
});

test('lists and tags outlive a restart; a deleted list leaves nothing behind', async () => {
  const before = await items();
  await hub.stop();
  hub = await startTestHub({}, dataDir);
  client = await hub.connect();
  expect(await items()).toEqual(before);
  expect((await hub.rest('GET', '/api/states/todo.garden')).json.state).toBe('3');
  expect(await client.must({ type: 'tag/list' })).toHaveLength(2);
  const door = await hub.rest('GET', '/api/states/tag.door');
  expect(door.json).toMatchObject({ state: expect.stringMatching(/^\d{4}-/), attributes: { tag_id: 'A1' } });
  await client.must({ type: 'todo/delete', todo_id: 'garden' });
  await client.must({ type: 'todo/create', name: 'Garden' });
  expect(await items()).toEqual([]);
});
