import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { jsonText, type Route } from '../../src/api/rest/route.ts';
import { type Api, StandingClock, startApi, TestClient } from '../support/api.ts';

let api: Api;
let clock: StandingClock;
const sockets: Socket[] = [];
const clients: TestClient[] = [];

/** Takes longer than a user's budget per tick; nothing else moves the clock. */
const work: Route = {
  method: 'GET',
  path: '/api/test/work',
  permission: 'user',
  summary: 'Takes time',
  answers: {},
  handle: () => {
    clock.advance(11);
    return jsonText('{}');
  },
};
const echo: Route = {
  method: 'POST',
  path: '/api/test/echo',
  permission: 'user',
  summary: 'Says how much came',
  answers: {},
  handle: ({ body }) => jsonText(String(body.length)),
};

beforeEach(async () => {
  clock = new StandingClock();
  api = await startApi({ clock, moreRoutes: [work, echo] });
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const client of clients.splice(0)) client.close();
  await api.stop();
});

/** Opens a raw connection, whose received text is collected until it ends or matches. */
function open(): { socket: Socket; until(isThere: (text: string) => boolean): Promise<string> } {
  const socket = connect(api.port, '127.0.0.1');
  sockets.push(socket);
  let text = '';
  let wake = (): void => {};
  let isOver = false;
  socket.on('data', (chunk) => {
    text += String(chunk);
    wake();
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    isOver = true;
    wake();
  });
  const until = async (isThere: (text: string) => boolean): Promise<string> => {
    while (!isOver && !isThere(text))
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    return text;
  };
  return { socket, until };
}

/** Lets time pass until something is done: a user over budget has to wait for it. */
async function passTime(isDone: () => boolean): Promise<never> {
  while (!isDone()) {
    await new Promise((resolve) => setImmediate(resolve));
    clock.advance(10);
  }
  return new Promise(() => {});
}

const head = (line: string, token: string, more = ''): string =>
  `${line} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n${more}\r\n`;
const matches = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length;
const count = 1500;

const passed = async (promise: Promise<unknown>): Promise<void> => {
  let isDone = false;
  const ended = promise.finally(() => {
    isDone = true;
  });
  await Promise.race([ended, passTime(() => isDone)]);
};

test('requests beyond a user’s share wait, and beyond the queue are rejected with a retry time; an administrator passes', async () => {
  const each = 5;
  const connections = Array.from({ length: count / each }, () => open());
  for (const { socket } of connections) socket.write(head('GET /api/test/work', 'user').repeat(each));
  const owner = open();
  owner.socket.write(head('GET /api/test/work', 'owner'));
  expect(await owner.until((text) => text.endsWith('{}'))).toContain('HTTP/1.1 200');
  const texts: string[] = [];
  const all = connections.map(async ({ until }) => {
    const isWhole = (text: string) => matches(text, /HTTP\/1\.1 /g) === each && text.endsWith('}');
    texts.push(await until(isWhole));
  });
  await passed(Promise.all(all));
  const text = texts.join('');
  const refused = matches(text, /HTTP\/1\.1 429/g);
  expect(matches(text, /HTTP\/1\.1 200/g)).toBe(count - refused);
  expect(refused).toBeGreaterThan(0);
  expect(count - refused).toBeGreaterThan(500);
  expect(matches(text, /Retry-After: 1\r\n/g)).toBe(refused);
});

test('a connection with very many requests at once is closed, unless an administrator sends them', async () => {
  const { socket, until } = open();
  socket.write(head('GET /api/test/work', 'user').repeat(count));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await passed(closed);
  expect(matches(await until(() => true), /HTTP\/1\.1 /g)).toBeLessThan(count);
  const admin = open();
  admin.socket.write(head('GET /api/states', 'admin').repeat(100));
  await admin.until((text) => matches(text, /HTTP\/1\.1 200/g) === 100);
});

test('a body that does not arrive in time is refused, and its connection ends', async () => {
  const { socket, until } = open();
  socket.write(head('POST /api/test/echo', 'user', 'Content-Length: 1000\r\n'));
  socket.write('x'.repeat(10));
  while (clock.pending < 1) await new Promise((resolve) => setImmediate(resolve)); // the head has arrived
  clock.advance(30_001);
  const text = await until(() => false);
  expect(text).toContain('HTTP/1.1 408');
  expect(text).toContain('Connection: close');
  expect(text).toContain('10 bytes so far');
});

test('a body that arrives in chunks gets more time for each chunk', async () => {
  const { socket, until } = open();
  socket.write(head('POST /api/test/echo', 'admin', `Content-Length: ${1024 * 1024 + 1}\r\n`));
  await new Promise((resolve) => socket.write('x'.repeat(1024 * 1024), resolve));
  for (let n = 0; n < 8; n += 1) {
    for (let turns = 0; turns < 20; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    clock.advance(5000);
  }
  socket.write('x');
  expect(await until((text) => text.endsWith('1048577'))).toContain('HTTP/1.1 200');
});

test('bodies of one user that are together too large are refused', async () => {
  const whole = 16 * 1024 * 1024;
  const first = open();
  for (const { socket } of [first, open(), open()]) {
    socket.write(head('POST /api/test/echo', 'admin', `Content-Length: ${whole}\r\n`));
    await new Promise((resolve) => socket.write(Buffer.alloc(whole - 1), resolve));
  }
  // Client and server share this event loop: after these ticks all written data has been read.
  for (let turns = 0; turns < 500; turns += 1) await new Promise((resolve) => setImmediate(resolve));
  const more = 'y'.repeat(1024 * 1024);
  expect((await api.post('/api/test/echo', more, 'admin')).status).toBe(429);
  expect((await api.post('/api/test/echo', more, 'owner')).status).toBe(200);
  first.socket.write('x');
  expect(await first.until((text) => text.endsWith(String(whole)))).toContain('HTTP/1.1 200');
  expect((await api.post('/api/test/echo', more, 'admin')).status).toBe(200);
});

test('JSON of absurdly many values is refused, however short they are', async () => {
  const values = `{"state":"x","attributes":{"list":[${'1,'.repeat(300_000)}1]}}`;
  expect((await api.post('/api/states/light.a', values)).status).toBe(400);
  const few = `{"state":"x","attributes":{"list":[${'1,'.repeat(100_000)}1]}}`;
  expect((await api.post('/api/states/light.a', few)).status).toBe(201);
});

test('a client that is not logged in cannot send much', async () => {
  const client = new TestClient(api.port);
  clients.push(client);
  await client.next();
  for (let n = 0; n < 6; n += 1) client.socket.send('x'.repeat(64 * 1024), { fin: false });
  expect(await client.next()).toMatch(/^closed/);
});

test('a user has so many WebSockets at once; the next one is to try again later', async () => {
  const open = Array.from({ length: 256 }, () => TestClient.login(api.port, 'user'));
  clients.push(...(await Promise.all(open)));
  const next = new TestClient(api.port);
  clients.push(next);
  await next.next();
  expect(await next.ask({ type: 'auth', access_token: 'user' })).toBe('closed 1013');
  clients.push(await TestClient.login(api.port, 'kitchen'));
  clients[0]?.close();
  await clients[0]?.next();
  let again = await TestClient.login(api.port, 'user');
  while (!again.isOpen) again = await TestClient.login(api.port, 'user');
  clients.push(again);
});
