import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { defineCommand } from '../../../src/api/ws/command.ts';
import { type Api, StandingClock, startApi, TestClient, VERSION } from '../../support/api.ts';
import { testData } from '../../support/test-data.ts';

const cases = testData(import.meta.filename);

const slow = defineCommand({
  type: 'test/slow',
  permission: 'user',
  summary: 'Answers after a turn',
  fields: {},
  handle: () => new Promise((resolve) => setImmediate(resolve)),
});
const unwritable = defineCommand({
  type: 'test/unwritable',
  permission: 'user',
  summary: 'Answers what JSON cannot hold',
  fields: {},
  handle: () => ({ big: 1n }),
});

let api: Api;
let clock: StandingClock;
const clients: TestClient[] = [];
beforeEach(async () => {
  clock = new StandingClock();
  api = await startApi({ clock, moreCommands: [slow, unwritable] });
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await api.stop();
});

function connect(): TestClient {
  const client = new TestClient(api.port);
  clients.push(client);
  return client;
}

async function login(token = 'admin'): Promise<TestClient> {
  const client = await TestClient.login(api.port, token);
  clients.push(client);
  return client;
}

const VERSIONS = { service_version: VERSION, ha_version: VERSION };

test('the greeting and the welcome carry both versions', async () => {
  const client = connect();
  expect(await client.next()).toEqual({ type: 'auth_required', ...VERSIONS });
  expect(await client.ask({ type: 'auth', access_token: 'admin' })).toEqual({ type: 'auth_ok', ...VERSIONS });
});

test('auth and commands sent at once are both answered', async () => {
  const client = connect();
  client.socket.on('open', () => {
    client.send({ type: 'auth', access_token: 'admin' });
    client.send({ id: 1, type: 'ping' });
  });
  await client.next();
  expect(await client.next()).toMatchObject({ type: 'auth_ok' });
  expect(await client.next()).toEqual({ id: 1, type: 'pong' });
});

test('an invalid token, none, or a password is an error and closes the connection with 1000', async () => {
  for (const message of cases<Record<string, string>[]>('logins')) {
    const client = connect();
    await client.next();
    expect(await client.ask(message)).toEqual({
      type: 'auth_invalid',
      message: 'Invalid access token or password',
    });
    expect(await client.next()).toBe('closed 1000');
  }
});

test('a first message of another shape is refused with its error', async () => {
  for (const message of cases<(string | object)[]>('messages before login')) {
    const client = connect();
    await client.next();
    const answer = await client.ask(message);
    expect(answer.type).toBe('auth_invalid');
    expect(answer.message).toMatch(/^Auth message incorrectly formatted: ./);
    expect(await client.next()).toBe('closed 1000');
  }
});

test('invalid data before the login closes without a message: no JSON, binary, more than 64 KiB', async () => {
  const noise: (string | Buffer)[] = [
    'hello',
    '',
    Buffer.from('{"type":"auth","access_token":"admin"}'),
    JSON.stringify({ type: 'auth', access_token: 'x'.repeat(65 * 1024) }),
  ];
  for (const one of noise) {
    const client = connect();
    await client.next();
    client.socket.send(one, { binary: typeof one !== 'string' });
    expect(await client.next()).toBe('closed 1000');
  }
});

test('a client that does not log in within ten seconds is disconnected', async () => {
  const client = connect();
  await client.next();
  clock.advance(9_999);
  const other = await login();
  clock.advance(1);
  expect(await client.next()).toBe('closed 1000');
  expect(await other.ask({ id: 1, type: 'ping' })).toEqual({ id: 1, type: 'pong' });
});

test('revoking the token closes its connections and no others', async () => {
  const client = await login('admin');
  const other = await login('owner');
  api.tokens.revoke('admin');
  expect(await client.next()).toBe('closed 1000');
  expect(await other.ask({ id: 1, type: 'ping' })).toEqual({ id: 1, type: 'pong' });
});

test('a stop of the server closes all connections', async () => {
  const client = await login();
  await api.server.stop();
  expect(await client.next()).toBe('closed 1001');
});

const malformed = { code: 'invalid_format', message: 'Message incorrectly formatted.' };

test('a message that is not a command is answered with its id, and consumes none', async () => {
  const client = await login();
  const rows = cases<[string, unknown][]>('invalid messages');
  for (const [text, id] of rows)
    expect(await client.ask(text), text).toEqual({ id, type: 'result', success: false, error: malformed });
  expect(await client.ask({ id: 1, type: 'ping' })).toEqual({ id: 1, type: 'pong' });
});

test('ids must increase; unknown commands consume none, schema and permission failures do', async () => {
  const client = await login('user');
  const code = async (message: object) => (await client.ask(message)).error?.code ?? 'ok';
  expect(await code({ id: 5, type: 'no_such' })).toBe('unknown_command');
  expect(await code({ id: 5, type: 'ping', extra: 1 })).toBe('invalid_format');
  expect(await code({ id: 5, type: 'ping' })).toBe('id_reuse');
  expect(await code({ id: 4, type: 'no_such' })).toBe('id_reuse');
  expect(await code({ id: 7, type: 'fire_event', event_type: 'x' })).toBe('unauthorized');
  expect(await code({ id: 7, type: 'ping' })).toBe('id_reuse');
  expect(await code({ id: 8, type: 'fire_event' })).toBe('invalid_format');
  expect(await code({ id: 2 ** 53, type: 'ping' })).toBe('ok');
});

test('ids beyond 2^53 keep their digits', async () => {
  const client = await login();
  client.send('{"id":9007199254740993,"type":"ping"}');
  client.send('{"id":9007199254740994,"type":"ping"}');
  client.send('{"id":9007199254740994,"type":"ping"}');
  await client.next();
  await client.next();
  await client.next();
  expect(client.frames.slice(-3)).toEqual([
    '{"id":9007199254740993,"type":"pong"}',
    '{"id":9007199254740994,"type":"pong"}',
    '{"id":9007199254740994,"type":"result","success":false,"error":{"code":"id_reuse","message":"Identifier values have to increase."}}',
  ]);
});

test('an array is handled item by item, an empty one gets no answer', async () => {
  const client = await login();
  client.send('[]');
  client.send([{ id: 1, type: 'ping' }, 5, { id: 2.5, type: 'ping' }, { id: 2, type: 'ping' }]);
  expect(await client.next()).toEqual({ id: 1, type: 'pong' });
  expect(await client.next()).toMatchObject({ id: 0, error: malformed });
  expect(await client.next()).toMatchObject({ id: 2.5, error: malformed });
  expect(await client.next()).toEqual({ id: 2, type: 'pong' });
});

test('text that is not JSON closes the connection', async () => {
  for (const text of ['hello', '', '{"id":1,', '{"id":1,"type":"ping","x":NaN}', '['.repeat(100_000)]) {
    const client = await login();
    client.send(text);
    expect(await client.next(), text.slice(0, 20)).toBe('closed 1000');
  }
});

test('a message above 4 MiB closes with 1009', async () => {
  const client = await login();
  client.send(`"${'x'.repeat(4 * 1024 * 1024)}"`);
  expect(await client.next()).toBe('closed 1009');
});

test('of callers who are no administrators a message above 256 KiB closes with 1009', async () => {
  const client = await login('user');
  client.send(`"${'x'.repeat(256 * 1024)}"`);
  expect(await client.next()).toBe('closed 1009');
});

test('an empty binary frame closes, one for an unknown handler does not', async () => {
  const client = await login();
  client.socket.send(Buffer.from([7, 1, 2, 3]));
  expect(await client.ask({ id: 1, type: 'ping' })).toEqual({ id: 1, type: 'pong' });
  client.socket.send(Buffer.alloc(0));
  expect(await client.next()).toBe('closed 1000');
});

test('slow commands do not hold up quick ones', async () => {
  const client = await login();
  client.send([
    { id: 1, type: 'test/slow' },
    { id: 2, type: 'ping' },
  ]);
  expect((await client.next()).id).toBe(2);
  expect(await client.next()).toEqual({ id: 1, type: 'result', success: true, result: null });
});

test('a result that JSON cannot hold is an unknown_error', async () => {
  const client = await login();
  expect((await client.ask({ id: 1, type: 'test/unwritable' })).error).toEqual({
    code: 'unknown_error',
    message: 'Invalid JSON in response',
  });
});

test('a client that does not answer pings is disconnected, others stay', async () => {
  const deaf = new WebSocket(`ws://127.0.0.1:${api.port}/api/websocket`, { autoPong: false });
  const closed = new Promise<number>((resolve) => deaf.on('close', resolve));
  deaf.on('message', () => deaf.send('{"type":"auth","access_token":"admin"}'));
  await new Promise((resolve) => deaf.once('message', resolve));
  const client = await login();
  const pinged = new Promise((resolve) => client.socket.once('ping', resolve));
  clock.advance(55_000);
  await pinged;
  await client.ask({ id: 1, type: 'ping' });
  clock.advance(55_000);
  expect(await closed).toBe(1006);
  expect(await client.ask({ id: 2, type: 'ping' })).toEqual({ id: 2, type: 'pong' });
});

test('messages of a tick are joined in an array only if the client supports it', async () => {
  const client = await login();
  client.send([
    { id: 1, type: 'ping' },
    { id: 2, type: 'ping' },
  ]);
  await client.next();
  await client.next();
  expect(client.frames.slice(-2)).toEqual(['{"id":1,"type":"pong"}', '{"id":2,"type":"pong"}']);
  const features = { coalesce_messages: 1, unheard_of: 3 };
  expect(await client.ask({ id: 3, type: 'supported_features', features })).toMatchObject({ result: null });
  await client.ask({ id: 4, type: 'supported_features', features: {} });
  client.send([
    { id: 5, type: 'ping' },
    { id: 6, type: 'ping' },
  ]);
  await client.next();
  expect(client.frames.at(-1)).toBe('[{"id":5,"type":"pong"},{"id":6,"type":"pong"}]');
  await client.next();
  await client.ask({ id: 7, type: 'ping' });
  expect(client.frames.at(-1)).toBe('{"id":7,"type":"pong"}');
});

test('the features of a client must be whole numbers', async () => {
  const client = await login();
  const bad = { id: 1, type: 'supported_features', features: { coalesce_messages: 'x' } };
  expect((await client.ask(bad)).error.code).toBe('invalid_format');
});

test('__proto__ in a message is a key like any other: an unknown one is refused, a service’s is handed on', async () => {
  const client = await login();
  client.send('{"id":1,"type":"ping","__proto__":{"isAdmin":true}}');
  expect((await client.next()).error.code).toBe('invalid_format');
  client.send('{"__proto__":{"id":2,"type":"ping"}}');
  expect(await client.next()).toMatchObject({ id: null, error: malformed });
  client.send('{"id":3,"type":"fire_event","event_type":"x","event_data":{"__proto__":{"isAdmin":true}}}');
  expect((await client.next()).success).toBe(true);
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
});

test.each(['id', 'type'])(
  'a command cannot be defined with a field that overwrites the %s of the message',
  (field) => {
    const command = {
      ...({
        type: 'test/overwriting',
        permission: 'user',
        summary: 'Never exists',
        handle: () => null,
      } as const),
      fields: { [field]: z.string() },
    };
    expect(() => defineCommand(command)).toThrow(
      `test/overwriting: the field ${field} is that of every message`,
    );
  },
);
