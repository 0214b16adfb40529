import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Log, silentLog } from '../../../src/core/log.ts';
import { type Api, startApi, TestClient } from '../../support/api.ts';
import { seeds } from '../../support/thoroughness.ts';

let api: Api;
let warnings: string[];
const sockets: Socket[] = [];
const clients: TestClient[] = [];
beforeEach(async () => {
  warnings = [];
  const log: Log = { ...silentLog, warn: (message) => warnings.push(message), named: () => log };
  api = await startApi({ log });
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const client of clients.splice(0)) client.close();
  await api.stop();
});

async function login(): Promise<TestClient> {
  const client = await TestClient.login(api.port);
  clients.push(client);
  return client;
}

/** Writes states of about 64 KiB until the given number of bytes has changed. */
async function flood(bytes: number): Promise<void> {
  const size = 64 * 1024;
  for (let written = 0; written < bytes; written += size) {
    api.states.set(`light.l${(written / size) % 10}`, String(written), {
      pad: String(written).repeat(size / 8),
    });
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test('a slow client gets, when it reads again, the newest state of each entity; others miss nothing', async () => {
  const slow = await login();
  slow.send({ id: 1, type: 'subscribe_entities' });
  await slow.next();
  await slow.next();
  const quick = await login();
  quick.send({ id: 1, type: 'subscribe_events', event_type: 'state_changed' });
  await quick.next();
  slow.socket.pause();
  const changes = seeds(480, 1280);
  const seen = new Promise<void>((resolve) => {
    let count = 0;
    quick.socket.on('message', () => {
      count += 1;
      if (count === changes) resolve();
    });
  });
  await flood(changes * 64 * 1024);
  await seen;
  expect(warnings).toEqual([]);
  slow.socket.resume();
  const known = new Map<string, string>();
  let events = 0;
  const newest = () => [...api.states.all()].every((state) => known.get(state.entity_id) === state.state);
  while (!newest()) {
    const { event } = await slow.next();
    events += 1;
    for (const [id, { s }] of Object.entries<{ s: string }>(event.a ?? {})) known.set(id, s);
    for (const [id, step] of Object.entries<{ '+': { s?: string } }>(event.c ?? {}))
      if (step['+'].s !== undefined) known.set(id, step['+'].s);
  }
  expect(events).toBeLessThan(changes);
  api.states.set('light.after', 'on', {});
  expect((await slow.next()).event.a['light.after'].s).toBe('on');
});

test('a client that reads none of its events is disconnected and logged; others stay', async () => {
  const deaf = await login();
  await deaf.ask({ id: 1, type: 'subscribe_events', event_type: 'state_changed' });
  deaf.socket.pause();
  const quick = await login();
  await flood(80 * 1024 * 1024);
  expect(warnings).toEqual(['Closed a WebSocket: the client reads too slowly']);
  expect(api.bus.counts().size).toBe(0);
  expect(await quick.ask({ id: 1, type: 'ping' })).toEqual({ id: 1, type: 'pong' });
});

test('a client that reads nothing of the stream is disconnected and logged', async () => {
  const socket = connect(api.port, '127.0.0.1');
  sockets.push(socket);
  socket.write('GET /api/stream HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer admin\r\n\r\n');
  await new Promise((resolve) => socket.once('data', resolve));
  socket.pause();
  await flood(80 * 1024 * 1024);
  expect(warnings).toEqual(['Closed a stream: the client reads too slowly']);
  expect(api.bus.counts().size).toBe(0);
});

test('half-open sockets and invalid data do not affect the server', async () => {
  for (const text of [
    '',
    'GET /api/websocket HTTP/1.1\r\n',
    '\0\0\0\0',
    'POST /api/states/a.b HTTP/1.1\r\n',
  ]) {
    const socket = connect(api.port, '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => {});
    socket.write(text);
  }
  const cut = connect(api.port, '127.0.0.1');
  cut.write(
    'POST /api/states/light.a HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer admin\r\nContent-Length: 100\r\n\r\n{"state"',
  );
  await new Promise((resolve) => setImmediate(resolve));
  cut.destroy();
  expect((await api.get('/api/')).status).toBe(200);
  expect(api.states.size).toBe(0);
});
