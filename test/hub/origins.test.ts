import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startTestHub, type TestHub } from '../support/start-hub.ts';

const NAME = 'hub.our-family.org:8123';
let home: TestHub;
beforeAll(async () => {
  home = await startTestHub();
});
afterAll(() => home.stop());

/** Whether a page of the origin gets its greeting, or the status it is refused with. */
function knock(origin: string, host: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`${home.url.replace('http', 'ws')}/api/websocket`, {
      origin,
      headers: { Host: host },
    });
    socket.once('message', () => {
      resolve('greeted');
      socket.terminate();
    });
    socket.once('unexpected-response', (_request, response) => resolve(String(response.statusCode)));
    socket.on('error', () => {});
  });
}

test('a page is allowed while there is a login for its origin', async () => {
  const { auth } = home.hub;
  const [owner] = [...auth.users.all()];
  expect(await knock(`http://${NAME}`, NAME)).toBe('403');
  const login = { user_id: owner?.id ?? '', kind: 'normal', client_id: `http://${NAME}/` } as const;
  const { token } = await auth.tokens.create(login);
  expect(await knock(`http://${NAME}`, NAME)).toBe('greeted');
  expect(await knock(`http://${NAME}`, '10.0.0.5:8123')).toBe('greeted');
  expect(await knock('http://hub.our-family.org', NAME)).toBe('403');
  await auth.tokens.revoke(token.id);
  expect(await knock(`http://${NAME}`, NAME)).toBe('403');
});

test('the external address of the home is one of its own', async () => {
  const client = await home.connect();
  expect(await knock('https://our-home.example', 'proxied:8123')).toBe('403');
  await client.ask({ type: 'config/core/update', external_url: 'https://our-home.example' });
  expect(await knock('https://our-home.example', 'proxied:8123')).toBe('greeted');
});
