import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { json, type Route } from '../../../src/api/rest/route.ts';
import { type Api, startApi } from '../../support/api.ts';

let api: Api;
afterEach(() => api.stop());

function route(path: string, handle: Route['handle']): Route {
  return { method: 'GET', path, permission: 'public', summary: 'For a test', answers: {}, handle };
}

const request = (path: string, method = 'GET', more = ''): string =>
  `${method} ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer admin\r\n${more}\r\n`;
const LAST = 'Connection: close\r\n';

function open(): Socket {
  return connect({ port: api.port, host: '127.0.0.1', noDelay: true });
}

/** All data until the server closes the connection. */
function answerOf(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });
}

const statusesOf = (text: string): string[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, s]) => String(s));

test('requests sent at once are answered in their order, whichever is done first', async () => {
  const slow = route('/api/slow', async () => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    return json('slow');
  });
  api = await startApi({ moreRoutes: [slow, route('/api/fast', () => json('fast'))] });
  const body = '{"state": "on"}';
  const socket = open();
  const text = answerOf(socket);
  socket.write(
    [
      request('/api/slow'),
      request('/api/fast'),
      request('/api/fast', 'HEAD'),
      `${request('/api/states/light.new', 'POST', `Content-Length: ${body.length}\r\n`)}${body}`,
      request('/api/nothing'),
      request('/api/fast', 'DELETE'),
      request('/api/fast', 'GET', LAST),
    ].join(''),
  );
  const answers = (await text).split(/(?=HTTP\/1\.1 )/);
  expect(answers.map((answer) => answer.slice(9, 12))).toEqual([
    ...['200', '200', '200', '201', '404', '405', '200'],
  ]);
  const bodies = answers.map((answer) => answer.slice(answer.indexOf('\r\n\r\n') + 4));
  expect([bodies[0], bodies[1], bodies[2], bodies[6]]).toEqual(['"slow"', '"fast"', '', '"fast"']);
  expect(JSON.parse(bodies[3] ?? '')).toMatchObject({ entity_id: 'light.new', state: 'on' });
  expect(answers[2]).toContain('Content-Length: 6\r\n');
});

test('a connection is kept and used again', async () => {
  api = await startApi({ moreRoutes: [route('/api/fast', () => json('fast'))] });
  const socket = open();
  const text = answerOf(socket);
  for (let n = 0; n < 20; n += 1) {
    const heard = new Promise((resolve) => socket.once('data', resolve));
    socket.write(request('/api/fast'));
    await heard;
  }
  socket.write(request('/api/fast', 'GET', LAST));
  expect(statusesOf(await text)).toHaveLength(21);
});

test('a client that disconnects before its response affects no other', async () => {
  const leaving: Socket[] = [];
  const leave = route('/api/leave', () => {
    for (const socket of leaving.splice(0)) socket.destroy();
    return json('too late');
  });
  api = await startApi({ moreRoutes: [leave, route('/api/fast', () => json('fast'))] });
  for (let n = 0; n < 20; n += 1) {
    const socket = open();
    const closed = new Promise((resolve) => socket.once('close', resolve));
    leaving.push(socket);
    socket.write(request('/api/leave') + request('/api/fast'));
    await closed;
  }
  expect((await api.get('/api/fast')).status).toBe(200);
});

test('a client that sends many requests and reads late gets all responses in order', async () => {
  const large = 'x'.repeat(100_000);
  let asked = 0;
  api = await startApi({
    moreRoutes: [
      route('/api/large', () => {
        asked += 1;
        return json(`${asked} ${large}`);
      }),
    ],
  });
  const socket = open();
  socket.pause();
  socket.write(request('/api/large').repeat(199) + request('/api/large', 'GET', LAST));
  await new Promise((resolve) => setTimeout(resolve, 50));
  const text = answerOf(socket);
  socket.resume();
  const bodies = [...(await text).matchAll(/"(\d+) x+"/g)].map(([, n]) => Number(n));
  expect(bodies).toEqual(Array.from({ length: 200 }, (_, n) => n + 1));
});

test('answers are still sent when the server stops in the same tick', async () => {
  const stop = route('/api/stop', () => {
    queueMicrotask(() => queueMicrotask(() => api.server.stop()));
    return json('bye');
  });
  api = await startApi({ moreRoutes: [stop] });
  const socket = open();
  const text = answerOf(socket);
  socket.write(request('/api/stop'));
  expect(await text).toMatch(/^HTTP\/1\.1 200 .*"bye"$/s);
});
