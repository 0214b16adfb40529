import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { RequestSocket } from 'hearth-integration';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';

/** A connection to a peer that holds its answers back until it is told to give one. */
async function connection() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => server.close());
  await once(server, 'listening');
  const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const [peer] = (await once(server, 'connection')) as [WebSocket];
  await once(socket, 'open');
  const received: string[] = [];
  peer.on('message', (data) => received.push(String(data)));
  const requests: RequestSocket = new RequestSocket(socket, {
    ...{ timeout: 60_000, ping: 60_000 },
    take: (text) => {
      const { id, result, error } = JSON.parse(text);
      if (error === undefined) requests.succeed(id, result);
      else requests.fail(id, new Error(error));
    },
  });
  onTestFinished(() => requests.close());
  return { requests, received, peer, answer: (message: object) => peer.send(JSON.stringify(message)) };
}

test('answers find their requests in any order, and those to no request are ignored', async () => {
  const { requests, received, answer } = await connection();
  const asked = ['a', 'b', 'c'].map((name) => requests.request(name, (id) => ({ id, name })));
  await expect
    .poll(() => received)
    .toEqual(['a', 'b', 'c'].map((name, at) => JSON.stringify({ id: at + 1, name })));
  for (const message of [
    { id: 9 },
    { id: 3, result: 'third' },
    { id: 2, error: 'no' },
    { id: 3 },
    { id: 1, result: 1 },
  ])
    answer(message);
  expect(await Promise.allSettled(asked)).toMatchObject([
    { value: 1 },
    { reason: { message: 'no' } },
    { value: 'third' },
  ]);
});

test('what is pending when the connection ends is rejected with the reason, and so is what comes later', async () => {
  const { requests, peer } = await connection();
  const asked = requests.request('a', (id) => ({ id }));
  peer.terminate();
  await expect(asked).rejects.toThrow('The connection was closed');
  await expect(requests.request('b', (id) => ({ id }))).rejects.toThrow('The connection was closed');
  expect((await requests.closed).message).toBe('The connection was closed');
});
