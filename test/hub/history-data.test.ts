import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHub, type TestClient, type TestHub } from '../support/start-hub.ts';
import { SteppedClock } from '../support/stepped-clock.ts';

const clock = new SteppedClock();
const START = '2026-11-20T12:00:00Z';
let hub: TestHub;
let client: TestClient;
/** May read nothing but `sensor.seen`. */
let guest: TestClient;
let guestToken: string;

beforeAll(async () => {
  hub = await startTestHub({ demo: true }, undefined, clock);
  client = await hub.connect();
  const { users, tokens } = hub.hub.auth;
  const rules = [{ effect: 'allow' as const, actions: ['read' as const], entities: ['sensor.seen'] }];
  const user = await users.create({ name: 'Guest', group_ids: ['system-users'], policy: { rules } });
  const kind = 'long_lived_access_token' as const;
  ({ secret: guestToken } = await tokens.create({ user_id: user.id, kind, name: 'guest' }));
  guest = await hub.connect(guestToken);
  for (const state of ['1', '2', '3']) {
    await write('sensor.seen', state);
    await write('sensor.hidden', state);
  }
  await write('sensor.text', '=1+1');
  await clock.sleep(1000);
});
afterAll(() => hub.stop());

async function write(id: string, state: string, attributes = {}): Promise<void> {
  await clock.sleep(10);
  await hub.rest('POST', `/api/states/${id}`, { state, attributes });
}

const plot = (who: TestClient, entity_ids: readonly string[], more = {}) =>
  who.ask({ type: 'hearth/history/query', start_time: START, entity_ids, ...more });

test('a plot has numbers and runs of what the caller may read', async () => {
  const { result } = await plot(client, ['sensor.seen', 'sensor.text', 'sensor.seen'], { points: 1 });
  expect(Object.keys(result.entities)).toEqual(['sensor.seen', 'sensor.text']);
  const seen = result.entities['sensor.seen'];
  expect([seen.kind, seen.min, seen.max, seen.last]).toEqual(['numbers', [1], [3], [3]]);
  expect(result.entities['sensor.text'].state).toEqual(['=1+1']);
  const own = await plot(guest, ['sensor.hidden', 'sensor.text', 'sensor.none', 'sensor.seen']);
  expect(Object.keys(own.result.entities)).toEqual(['sensor.seen']);
});

test('bad questions for a plot are refused', async () => {
  const codes = [];
  for (const more of [
    { start_time: 'never' },
    { end_time: 'x' },
    { end_time: '2020-01-01' },
    { entity_ids: ['no id'] },
    { points: 0 },
    { points: 5001 },
  ])
    codes.push((await plot(client, ['sensor.seen'], more)).error.code);
  const invalid = 'invalid_format';
  expect(codes).toEqual(
    ['invalid_start_time', 'invalid_end_time', 'invalid_end_time', 'invalid_entity_ids'].concat(
      Array(2).fill(invalid),
    ),
  );
  const { result } = await plot(client, ['sensor.seen'], {
    start_time: '2999-01-01',
    end_time: '2999-01-02',
  });
  expect(result.entities).toEqual({});
});

const exported = (query: string, token?: string) =>
  hub.rest('GET', `/api/hearth/history/export?${query}`, undefined, {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  });

test('an export has what the caller may read, and is audited', async () => {
  const { text } = await exported('entity_ids=sensor.seen,sensor.text');
  const lines = text.trimEnd().split('\r\n');
  expect(lines[0]).toBe(
    'entity_id,state,attributes,last_changed,last_updated,context_id,context_parent_id,context_user_id',
  );
  expect(lines.slice(1).map((line) => line.split(',').slice(0, 3))).toEqual([
    ['sensor.seen', '1', '{}'],
    ['sensor.seen', '2', '{}'],
    ['sensor.seen', '3', '{}'],
    ['sensor.text', "'=1+1", '{}'],
  ]);
  for (const query of [
    'format=jsonl',
    'format=jsonl&start=2020-01-01&entity_ids=sensor.hidden,sensor.seen,sensor.none',
  ]) {
    const own = (await exported(query, guestToken)).text.trimEnd().split('\n');
    expect(own.map((line) => JSON.parse(line).entity_id)).toEqual(Array(3).fill('sensor.seen'));
  }
  const { result } = await client.ask({ type: 'hearth/audit/list', action: 'history_exported' });
  expect(result.entries).toHaveLength(3);
  expect(result.entries.at(-1).detail).toMatchObject({ entities: 2, format: 'csv' });
});

test('an export of a range has the changes in it', async () => {
  const { text } = await exported('format=jsonl&entity_ids=sensor.seen');
  const times = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).last_updated);
  const range = `start=${encodeURIComponent(times[1])}&end=${encodeURIComponent(times[2])}`;
  const one = (await exported(`format=jsonl&entity_ids=sensor.seen&${range}`)).text;
  expect(JSON.parse(one).state).toBe('2');
  for (const bad of ['format=xml', 'start=x', 'end=x', 'entity_ids=no'])
    expect((await exported(bad)).status).toBe(400);
});

const imported = (query: string, body: string, token?: string) =>
  hub.rest('POST', `/api/hearth/history/import?${query}`, body, {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  });

test('an administrator imports what was exported; nobody else does', async () => {
  const { text } = await exported('format=jsonl&entity_ids=sensor.seen');
  const moved = text.replaceAll('sensor.seen', 'sensor.moved');
  expect((await imported('format=jsonl', moved, guestToken)).status).toBe(403);
  const checked = await imported('format=jsonl&dry_run=true', moved);
  const entities = { 'sensor.moved': { new: 3, existing: 0 } };
  expect(checked.json).toEqual({ imported: false, entities, refused: 0, refusals: [] });
  expect((await exported('entity_ids=sensor.moved')).text.split('\r\n')).toHaveLength(2);
  expect((await imported('format=jsonl', moved)).json).toEqual({ ...checked.json, imported: true });
  expect((await exported('format=jsonl&entity_ids=sensor.moved')).text).toBe(moved);
  const { result } = await client.ask({ type: 'hearth/audit/list', action: 'history_imported' });
  expect(result.entries[0].detail).toEqual({ entities: 1, added: 3 });
  for (const bad of ['format=xml', 'dry_run=perhaps']) expect((await imported(bad, '')).status).toBe(400);
});

test('an administrator stops the recording of an entity and keeps less of it, and resumes', async () => {
  const id = 'input_boolean.guest_mode';
  const choose = (options: object | null) =>
    client.ask({ type: 'config/entity_registry/update', entity_id: id, options_domain: 'recorder', options });
  const seen = async () => {
    const { result } = await client.ask({ type: 'hearth/history/usage' });
    expect(result).toMatchObject({ keep_days: 365, short_term_days: 30 });
    const found = result.entities.find((one: { entity_id: string }) => one.entity_id === id);
    return [found?.recorded, found?.keep_days, found?.samples];
  };
  await write(id, 'one');
  const [, , before] = await seen();
  await choose({ recording_disabled_by: 'user', keep_days: 7 });
  await write(id, 'two');
  expect(await seen()).toEqual([false, 7, before]);
  const asked = await client.ask({ type: 'recorder/entity_options/get', entity_id: id });
  expect(asked.result).toEqual({ recording_disabled_by: 'user' });
  await choose(null);
  // The entity itself reports its state after each change of its settings.
  const [, , resumed] = await seen();
  await write(id, 'three');
  expect(await seen()).toEqual([true, 365, resumed + 1]);
});

test('an administrator sees what the history occupies, and deletes it with that of device trackers', async () => {
  await write('device_tracker.phone', 'home');
  await write('person.somebody', 'home', { device_trackers: ['device_tracker.phone'] });
  const usage = async (): Promise<string[]> => {
    const { result } = await client.ask({ type: 'hearth/history/usage' });
    return result.entities.map(({ entity_id: id }: { entity_id: string }) => id);
  };
  const [first] = (await client.ask({ type: 'hearth/history/usage' })).result.entities;
  expect(first).toMatchObject({ recorded: true, downsample: null });
  const ids = ['device_tracker.phone', 'person.somebody'];
  expect(await usage()).toEqual(expect.arrayContaining([...ids, 'sensor.seen']));
  const forget = { type: 'hearth/history/forget', entity_ids: ['person.somebody'] };
  expect((await guest.ask(forget)).error.code).toBe('unauthorized');
  expect((await guest.ask({ type: 'hearth/history/usage' })).error.code).toBe('unauthorized');
  expect((await client.ask(forget)).result).toEqual({ entity_ids: [...ids].reverse(), samples: 2 });
  expect((await usage()).filter((id) => ids.includes(id))).toEqual([]);
  expect((await usage()).includes('sensor.seen')).toBe(true);
  const { result } = await client.ask({ type: 'hearth/audit/list', action: 'history_forgotten' });
  expect(result.entries[0].detail).toEqual({ entity_ids: [...ids].reverse(), samples: 2 });
});

test('an administrator lets an entity take over the past of another one, and undoes it', async () => {
  await write('sensor.successor', '9');
  await clock.sleep(1000);
  const states = async () =>
    (await exported('format=jsonl&entity_ids=sensor.successor')).text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).state);
  const request = {
    ...{ type: 'hearth/history/take_over', entity_id: 'sensor.successor', predecessor: 'sensor.seen' },
  };
  expect((await guest.ask(request)).error.code).toBe('unauthorized');
  const counted = (await client.ask({ ...request, dry_run: true })).result;
  expect(counted).toMatchObject({ samples: 3, statistics: { hours: 0, five_minutes: 0 }, change_id: null });
  expect(await states()).toEqual(['9']);
  const { change_id } = (await client.ask(request)).result;
  expect(await states()).toEqual(['1', '2', '3', '9']);
  const changes = await client.ask({ type: 'hearth/statistics/changes' });
  expect(changes.result[0]).toMatchObject({ change_id, kind: 'take_over', statistic_id: 'sensor.successor' });
  expect((await client.ask({ type: 'hearth/statistics/undo', change_id })).result).toBe(null);
  expect(await states()).toEqual(['9']);
  for (const predecessor of ['sensor.successor', 'no id'])
    expect((await client.ask({ ...request, predecessor })).error.code).toBe('invalid_entity_ids');
  expect((await client.ask({ ...request, predecessor: 'sensor.none' })).error.code).toBe('not_found');
  const { result } = await client.ask({ type: 'hearth/audit/list', action: 'history_taken_over' });
  expect(result.entries.map(({ detail }: { detail: object }) => detail)).toEqual([
    { entity_id: 'sensor.successor', predecessor: 'sensor.seen', samples: 3 },
  ]);
});

test('a renaming moves causes that are not written yet', async () => {
  const [entity] = (await client.ask({ type: 'config/entity_registry/list' })).result.filter(
    ({ entity_id: id }: { entity_id: string }) => id.startsWith('light.'),
  );
  const service_data = { name: 'Test', message: 'noted', entity_id: entity.entity_id };
  const call = { type: 'call_service', domain: 'logbook', service: 'log', service_data };
  expect((await client.ask(call)).success).toBe(true);
  const rename = { entity_id: entity.entity_id, new_entity_id: 'light.renamed' };
  expect((await client.ask({ type: 'config/entity_registry/update', ...rename })).success).toBe(true);
  await clock.sleep(2000);
  const messages = async (id: string) => {
    const question = { type: 'logbook/get_events', start_time: START, entity_ids: [id] };
    return (await client.ask(question)).result.flatMap(({ message }: { message?: string }) => message ?? []);
  };
  expect(await messages('light.renamed')).toContain('noted');
  expect(await messages(entity.entity_id)).not.toContain('noted');
});
