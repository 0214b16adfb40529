import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Route } from '../../../src/api/rest/route.ts';
import { type Api, StandingClock, startApi } from '../../support/api.ts';
import { testData } from '../../support/test-data.ts';

const cases = testData(import.meta.filename);

let api: Api;
beforeEach(async () => {
  api = await startApi();
});
afterEach(() => api.stop());

const KEYS = ['entity_id', 'state', 'attributes', 'last_changed', 'last_reported', 'last_updated', 'context'];

async function message(answer: Promise<Response>): Promise<[number, string]> {
  const response = await answer;
  return [response.status, ((await response.json()) as { message: string }).message];
}

test('a written state is 201 when new and 200 after, with all seven keys in order', async () => {
  const first = await api.post('/api/states/Light.Kitchen', { state: 'on', attributes: { a: null } });
  expect(first.status).toBe(201);
  expect(first.headers.get('location')).toBe('/api/states/Light.Kitchen');
  const state = (await first.json()) as Record<string, unknown>;
  expect(Object.keys(state)).toEqual(KEYS);
  expect(state).toMatchObject({ entity_id: 'light.kitchen', state: 'on', attributes: { a: null } });
  expect(state.last_changed).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/);
  expect(state.context).toEqual({ id: expect.any(String), parent_id: null, user_id: 'id-of-admin' });
  expect((await api.post('/api/states/light.kitchen', { state: 'off' })).status).toBe(200);
  const read = await api.get('/api/states/LIGHT.kitchen');
  expect(await read.json()).toMatchObject({ state: 'off', attributes: {} });
});

test('an ID whose lower case is another letter is stored and sent safely', async () => {
  const answer = await api.post('/api/states/sensor.%E2%84%AAitchen', { state: '1' });
  expect(answer.status).toBe(201);
  expect(await answer.json()).toMatchObject({ entity_id: 'sensor.kitchen' });
  expect(answer.headers.get('location')).toBe('/api/states/sensor.%E2%84%AAitchen');
});

test('a state that is no text is written as Python writes it', async () => {
  const rows = cases<[string, string][]>('numbers');
  for (const [given, state] of rows) {
    const answer = await api.post('/api/states/test.text', `{"state": ${given}}`);
    expect(((await answer.json()) as { state: string }).state, given).toBe(state);
  }
});

test('a write is checked in order: JSON, object, state, id, length, attributes', async () => {
  const rows: [string, string, string][] = [
    ...cases<[string, string, string][]>('invalid states'),
    ['light.a', `{"state": "${'x'.repeat(256)}"}`, 'Invalid state specified.'],
    [
      'light.a',
      `{"state": "x", "attributes": {"a": ${'['.repeat(5000)}${']'.repeat(5000)}}}`,
      'Invalid JSON specified.',
    ],
  ];
  for (const [id, body, text] of rows)
    expect(await message(api.post(`/api/states/${id}`, body)), body.slice(0, 60)).toEqual([400, text]);
  expect(await (await api.get('/api/states')).json()).toEqual([]);
});

test('a body that is not UTF-8 is no JSON', async () => {
  const body = new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]);
  expect((await api.get('/api/states/light.a', 'admin', { method: 'POST', body })).status).toBe(400);
});

test('the body is JSON whatever its content type', async () => {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const init = { method: 'POST', headers, body: '{"state": "on"}' };
  expect((await api.get('/api/states/light.a', 'admin', init)).status).toBe(201);
});

test('force_update counts an equal write as a change', async () => {
  let changes = 0;
  api.bus.on('state_changed', () => {
    changes += 1;
  });
  await api.post('/api/states/light.a', { state: 'on' });
  await api.post('/api/states/light.a', { state: 'on' });
  await api.post('/api/states/light.a', { state: 'on', force_update: true });
  expect(changes).toBe(2);
});

test('__proto__ is a key like any other', async () => {
  const body = '{"state": "on", "attributes": {"__proto__": {"isAdmin": true}}}';
  const answer = await api.post('/api/states/light.proto', body);
  expect(await answer.text()).toContain('"attributes":{"__proto__":{"isAdmin":true}}');
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
});

test('a removed state is gone, and removing it again is 404', async () => {
  await api.post('/api/states/light.a', { state: 'on' });
  const remove = { method: 'DELETE' };
  expect(await message(api.get('/api/states/Light.A', 'admin', remove))).toEqual([200, 'Entity removed.']);
  expect(await message(api.get('/api/states/light.a', 'admin', remove))).toEqual([404, 'Entity not found.']);
  expect(await message(api.get('/api/states/light.a'))).toEqual([404, 'Entity not found.']);
  expect(await message(api.get('/api/states/does_not_exist'))).toEqual([404, 'Entity not found.']);
});

test('a limited caller sees its own entities; for it there are no others', async () => {
  await api.post('/api/states/light.kitchen', { state: 'on' });
  await api.post('/api/states/light.bath', { state: 'on' });
  const list = (await (await api.get('/api/states', 'kitchen')).json()) as { entity_id: string }[];
  expect(list.map((state) => state.entity_id)).toEqual(['light.kitchen']);
  expect((await api.get('/api/states/light.kitchen', 'kitchen')).status).toBe(200);
  expect((await api.get('/api/states/light.bath', 'kitchen')).status).toBe(404);
  expect((await api.get('/api/states/light.none', 'kitchen')).status).toBe(404);
});

test('a service call answers with the states it changed', async () => {
  const call = await api.post('/api/services/test/set', { entity_id: 'light.a', state: 'on' }, 'user');
  expect(call.status).toBe(200);
  const changed = (await call.json()) as { entity_id: string; context: object }[];
  expect(changed).toHaveLength(1);
  expect(changed[0]).toMatchObject({ entity_id: 'light.a', state: 'on', context: { user_id: 'id-of-user' } });
  const again = await api.post('/api/services/test/set', { entity_id: 'light.a', state: 'on' });
  expect(await again.json()).toEqual([]);
});

test('a service call takes no body, and null for none', async () => {
  for (const body of [undefined, 'null', '{}'])
    expect((await api.post('/api/services/test/ask', body)).status).toBe(200);
});

test('bad service calls are 400: broken JSON, no object, no such service', async () => {
  const bad = (path: string, body?: string) => message(api.post(path, body));
  expect(await bad('/api/services/test/set', '{')).toEqual([400, 'Data should be valid JSON.']);
  expect(await bad('/api/services/no/such', '{')).toEqual([400, 'Data should be valid JSON.']);
  expect(await bad('/api/services/test/set', '[]')).toEqual([400, 'Service data should be a JSON object.']);
  expect(await bad('/api/services/no/such')).toEqual([400, 'Service no.such not found.']);
});

test('return_response counts by its presence and wraps the answer', async () => {
  for (const query of ['return_response', 'return_response=false', 'a=1&return_response='])
    expect(await (await api.post(`/api/services/test/ask?${query}`)).json()).toEqual({
      changed_states: [],
      service_response: { answer: 42 },
    });
  expect((await api.post('/api/services/test/set?return_response', {})).status).toBe(400);
});

test('errors of services keep their text and get their status', async () => {
  const fail = (code: string) => message(api.post('/api/services/test/fail', { code }));
  expect(await fail('invalid_format')).toEqual([400, 'It failed with invalid_format']);
  expect(await fail('service_validation_error')).toEqual([400, 'It failed with service_validation_error']);
  expect(await fail('unauthorized')).toEqual([403, 'It failed with unauthorized']);
  expect(await fail('home_assistant_error')).toEqual([500, 'It failed with home_assistant_error']);
  expect(await fail('foreign')).toEqual([500, 'Unknown error']);
});

test('services are an object keyed by domain, or a list if configured', async () => {
  const object = (await (await api.get('/api/services', 'user')).json()) as { test: object };
  expect(Object.keys(object.test)).toEqual(['set', 'ask', 'fail']);
  const other = await startApi({ shape: 'list' });
  try {
    expect(await (await other.get('/api/services')).json()).toEqual([
      { domain: 'test', services: object.test },
    ]);
  } finally {
    await other.stop();
  }
});

test('events are fired with the body as data, and listed with their listener count', async () => {
  const heard: unknown[] = [];
  api.bus.on('doorbell', (event) => heard.push([event.data, event.origin, event.context.user_id]));
  expect(await message(api.post('/api/events/doorbell', { who: 'me' }))).toEqual([
    200,
    'Event doorbell fired.',
  ]);
  await api.post('/api/events/doorbell');
  expect(heard).toEqual([
    [{ who: 'me' }, 'REMOTE', 'id-of-admin'],
    [{}, 'REMOTE', 'id-of-admin'],
  ]);
  expect(await message(api.post('/api/events/doorbell', '{'))).toEqual([
    400,
    'Event data should be valid JSON.',
  ]);
  expect(await message(api.post('/api/events/doorbell', '[]'))).toEqual([
    400,
    'Event data should be a JSON object',
  ]);
  expect((await api.post(`/api/events/${'x'.repeat(65)}`)).status).toBe(400);
  const undo = api.bus.onAll(() => {});
  expect(await (await api.get('/api/events')).json()).toEqual([
    { event: '*', listener_count: 1 },
    { event: 'doorbell', listener_count: 1 },
  ]);
  undo();
});

test('states in a state_changed of a caller’s own making get the shape of states', async () => {
  let data: unknown;
  api.bus.on('state_changed', (event) => {
    data = JSON.parse(event.toJsonText()).data;
  });
  await api.post('/api/events/state_changed', {
    entity_id: 'a.b',
    new_state: { entity_id: 'a.b', state: 'on' },
  });
  expect(data).toMatchObject({ entity_id: 'a.b', new_state: { state: 'on', attributes: {} } });
  expect(Object.keys((data as { new_state: object }).new_state)).toEqual(KEYS);
});

test('the server reports itself', async () => {
  expect(await (await api.get('/api/', 'user')).json()).toEqual({ message: 'API running.' });
  expect(await (await api.get('/api/config', 'user')).json()).toMatchObject({ service_version: '2026.11.0' });
  expect(await (await api.get('/api/components', 'user')).json()).toEqual(['light']);
  expect(await (await api.get('/api/core/state', 'user')).json()).toEqual({
    state: 'RUNNING',
    recorder_state: { migration_in_progress: false, migration_is_live: false },
  });
  expect(await (await api.post('/api/config/core/check_config')).json()).toEqual({
    result: 'valid',
    errors: null,
    warnings: null,
  });
  const log = await api.get('/api/error_log');
  expect(log.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(await log.text()).toBe('WARNING something');
});

test('the OpenAPI document names every route, and only those', async () => {
  const document = (await (await fetch(`${api.url}/api/openapi.json`)).json()) as {
    openapi: string;
    paths: Record<string, Record<string, { summary: string; responses: object }>>;
  };
  expect(document.openapi).toMatch(/^3\.1/);
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  );
  expect(operations.sort()).toEqual(
    api.routes
      .map((route) => `${route.method.toLowerCase()} ${route.path.replace(/:(\w+)/g, '{$1}')}`)
      .sort(),
  );
  for (const operation of operations) {
    const [method = '', path = ''] = operation.split(' ');
    const place = path.replace(/\{\w+\}/g, 'light.x');
    const answer = await fetch(api.url + place, { method: method.toUpperCase() });
    expect([200, 401], operation).toContain(answer.status);
  }
});

/** Reads server-sent events one by one. */
async function* eventsOf(answer: Response): AsyncGenerator<string> {
  let text = '';
  for await (const chunk of answer.body ?? []) {
    text += Buffer.from(chunk as Uint8Array).toString();
    const parts = text.split('\n\n');
    text = parts.pop() ?? '';
    for (const part of parts) yield part.replace(/^data: /, '');
  }
}

test('the stream sends a ping, then events as they happen, filtered by type and rights', async () => {
  const answer = await api.get('/api/stream?restrict=state_changed,doorbell', 'kitchen-admin');
  expect(answer.headers.get('content-type')).toBe('text/event-stream');
  const events = eventsOf(answer);
  expect((await events.next()).value).toBe('ping');
  await api.post('/api/states/light.bath', { state: 'on' });
  await api.post('/api/events/other');
  await api.post('/api/states/light.kitchen', { state: 'on' });
  const event = JSON.parse(String((await events.next()).value));
  expect(event).toMatchObject({ event_type: 'state_changed', data: { entity_id: 'light.kitchen' } });
  await events.return(undefined);
});

test('the stream pings after 50 idle seconds, ends with its token, and leaves no listener', async () => {
  const clock = new StandingClock();
  const other = await startApi({ clock });
  try {
    const events = eventsOf(await other.get('/api/stream', 'owner'));
    await events.next();
    clock.advance(30_000);
    other.bus.fireCustom('doorbell', {}, clock.now(), { id: 'c', parent_id: null, user_id: null });
    expect(JSON.parse(String((await events.next()).value))).toMatchObject({ event_type: 'doorbell' });
    clock.advance(49_999);
    clock.advance(1);
    expect((await events.next()).value).toBe('ping');
    other.tokens.revoke('owner');
    expect((await events.next()).done).toBe(true);
    await expect.poll(() => other.bus.counts().size).toBe(0);
  } finally {
    await other.stop();
  }
});

test('a stream whose token is revoked ends, and a client that does not read the end is disconnected', async () => {
  const clock = new StandingClock();
  const other = await startApi({ clock });
  const failures: unknown[] = [];
  const note = (error: unknown): void => void failures.push(error);
  process.on('uncaughtException', note);
  try {
    const socket = connect(other.port, '127.0.0.1').pause();
    socket.write('GET /api/stream HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer owner\r\n\r\n');
    await expect.poll(() => other.bus.counts().size).toBe(1);
    const fire = (): void =>
      other.bus.fireCustom('doorbell', { text: 'x'.repeat(500_000) }, clock.now(), {
        ...{ id: 'c', parent_id: null, user_id: null },
      });
    for (let i = 0; i < 20; i += 1) fire();
    other.tokens.revoke('owner');
    expect(other.bus.counts().size).toBe(0);
    fire();
    await new Promise((resolve) => setImmediate(resolve));
    expect(failures).toEqual([]);
    const closed = once(socket, 'close');
    socket.on('error', () => {});
    clock.advance(1000);
    socket.resume();
    await closed;
  } finally {
    process.off('uncaughtException', note);
    await other.stop();
  }
});

test('a client that disconnects before a stream begins leaves nothing behind', async () => {
  let begin: () => void = () => {};
  let readers = 0;
  const slow: Route = {
    method: 'GET',
    path: '/api/slow',
    permission: 'user',
    summary: 'A stream that takes its time',
    answers: { 200: 'It' },
    handle: async () => {
      await new Promise<void>((resolve) => {
        begin = resolve;
      });
      return {
        ...{ status: 200, type: 'text/plain', body: 'x' },
        stream: () => {
          readers += 1;
          return () => {
            readers -= 1;
          };
        },
      };
    },
  };
  const other = await startApi({ moreRoutes: [slow] });
  try {
    const socket = connect(other.port, '127.0.0.1');
    socket.write('GET /api/slow HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer owner\r\n\r\n');
    await once(socket, 'connect');
    await other.get('/api/');
    socket.destroy();
    await once(socket, 'close');
    await other.get('/api/');
    begin();
    await other.get('/api/');
    expect(readers).toBe(0);
  } finally {
    await other.stop();
  }
});
