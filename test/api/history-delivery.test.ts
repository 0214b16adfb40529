import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { historyRoutes } from '../../src/api/rest/routes/history.ts';
import { historyCommands } from '../../src/api/ws/commands/history.ts';
import { Bus } from '../../src/core/bus.ts';
import { silentLog } from '../../src/core/log.ts';
import { StateMachine } from '../../src/core/state-machine.ts';
import { type Api, startApi, TestClient } from '../support/api.ts';
import { RunningClock } from '../support/running-clock.ts';
import { until } from '../support/until.ts';

const CHUNK = Buffer.from(`"${'x'.repeat(65_000)}",`);
const PATH = '/api/history/period/2026-11-01?filter_entity_id=sensor.kitchen';
const QUESTION = {
  type: 'history/history_during_period',
  start_time: '2026-11-01',
  entity_ids: ['sensor.kitchen'],
};

/** How many chunks answers have, which one fails, and what became of them. */
let chunks: number;
let failsAt: number;
let produced: number;
let ended: number;
let api: Api;
const sockets: Socket[] = [];
const clients: TestClient[] = [];

beforeEach(async () => {
  [chunks, failsAt, produced, ended] = [40, Number.POSITIVE_INFINITY, 0, 0];
  const clock = new RunningClock();
  const bus = new Bus(silentLog);
  const reader = {
    async *states() {
      try {
        if (chunks === 0) yield Buffer.from('[0]');
        if (chunks === 0) return;
        yield Buffer.from('[');
        for (let n = 0; n < chunks; n += 1) {
          if (n === failsAt) throw new Error('the disk is gone');
          produced += 1;
          yield CHUNK;
        }
        yield Buffer.from('0]');
      } finally {
        ended += 1;
      }
    },
  };
  const parts = { reader, states: new StateMachine(bus, clock), clock, timeZone: () => 'UTC' };
  api = await startApi({
    moreRoutes: historyRoutes(parts),
    moreCommands: historyCommands({ ...parts, bus, log: silentLog }),
  });
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

/** A client that sends a request and reads nothing. */
function stuck(): Socket {
  const socket = connect(api.port, '127.0.0.1');
  sockets.push(socket);
  socket.pause();
  socket.write(`GET ${PATH} HTTP/1.1\r\nHost: hub\r\nAuthorization: Bearer admin\r\n\r\n`);
  return socket;
}

/** Waits until nothing is produced anymore. */
async function standstill(): Promise<number> {
  for (let before = -1; ; await pause(30)) {
    if (produced > 0 && produced === before) return produced;
    before = produced;
  }
}

test('a long answer over REST is whole, compressed or not', async () => {
  for (const encoding of ['identity', 'gzip']) {
    const answer = await api.get(PATH, 'admin', { headers: { 'accept-encoding': encoding } });
    expect(answer.headers.get('content-encoding')).toBe(encoding === 'gzip' ? 'gzip' : null);
    expect(await answer.json()).toHaveLength(41);
  }
  expect(ended).toBe(2);
});

test('a short answer over REST has its length', async () => {
  chunks = 0;
  const answer = await api.get(PATH);
  expect(answer.headers.get('content-length')).toBe('3');
  expect(await answer.json()).toEqual([0]);
});

test('a client that does not read stops the work, and ends it when it disconnects', async () => {
  chunks = 10_000;
  const socket = stuck();
  expect(await standstill()).toBeLessThan(1000);
  expect(ended).toBe(0);
  socket.destroy();
  await until(() => ended === 1, 'the work ended');
  expect(produced).toBeLessThan(1000);
});

test('only the headers of a long answer end the work, too', async () => {
  chunks = 10_000;
  const answer = await api.get(PATH, 'admin', { method: 'HEAD' });
  expect(answer.status).toBe(200);
  await until(() => ended === 1, 'the work ended');
  expect(produced).toBeLessThan(10);
});

test('a failure before the first chunk is an error, a later one cuts the answer off', async () => {
  failsAt = 0;
  expect((await api.get(PATH)).status).toBe(500);
  failsAt = 20;
  const answer = await api.get(PATH);
  await expect(answer.text()).rejects.toThrow();
});

test('a long result over the WebSocket is one message, and others keep their order', async () => {
  const client = await login();
  client.send({ id: 1, ...QUESTION });
  client.send({ id: 2, type: 'ping' });
  client.send({ id: 3, ...QUESTION });
  const messages = [await client.next(), await client.next(), await client.next()];
  const byId = new Map(messages.map((message) => [message.id, message]));
  expect(byId.get(1).result).toHaveLength(41);
  expect(byId.get(2).type).toBe('pong');
  expect(byId.get(3).result).toHaveLength(41);
});

test('a WebSocket that does not read stops the work, and ends it when it disconnects', async () => {
  chunks = 10_000;
  const client = await login();
  client.socket.pause();
  client.send({ id: 1, ...QUESTION });
  expect(await standstill()).toBeLessThan(1000);
  expect(ended).toBe(0);
  client.socket.terminate();
  await until(() => ended === 1, 'the work ended');
});

test('a result that fails is an error, or closes the connection if a part of it is sent', async () => {
  const client = await login();
  failsAt = 0;
  client.send({ id: 1, ...QUESTION });
  expect(await client.next()).toMatchObject({ id: 1, success: false, error: { code: 'unknown_error' } });
  failsAt = 20;
  const closed = new Promise((resolve) => client.socket.once('close', resolve));
  client.send({ id: 2, ...QUESTION });
  await closed;
});
