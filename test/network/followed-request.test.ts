import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { type FollowedRequest, sendFollowed } from '../../src/network/followed-request.ts';
import { FakeClock } from '../support/fake-clock.ts';

async function serve(answer: RequestListener): Promise<URL> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
}

const ask = (url: URL, more: Partial<FollowedRequest> = {}) =>
  sendFollowed(
    { url, method: 'GET', headers: {}, verifySsl: true, timeout: 5000, maxBytes: 1000, ...more },
    new FakeClock(),
  );
const kindOf = (work: Promise<unknown>) => work.then(String, ({ kind }: { kind: string }) => kind);

it('follows a redirect within the host, with the login, and drops the body where browsers do', async () => {
  const seen: string[] = [];
  const url = await serve((request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`);
    if (request.url === '/') response.writeHead(302, { location: '/next' }).end();
    else response.end('there');
  });
  const login = { username: 'a', password: 'b', isDigest: false };
  const { bytes } = await ask(url, { method: 'POST', body: 'x', login });
  expect(bytes.toString()).toBe('there');
  expect(seen).toEqual(['POST / Basic YTpi', 'GET /next Basic YTpi']);
});

it('refuses redirects to other hosts in the home, and never sends them the body', async () => {
  let asked = 0;
  const inner = await serve((_request, response) => {
    asked += 1;
    response.end();
  });
  const elsewhere = `http://localhost:${inner.port}/`;
  for (const location of [elsewhere, 'http://169.254.169.254/', 'file:///etc/passwd']) {
    const url = await serve((_request, response) => response.writeHead(302, { location }).end());
    expect(await kindOf(ask(url))).toBe('refused');
  }
  const url = await serve((_request, response) =>
    response.writeHead(307, { location: 'http://192.0.2.1/' }).end(),
  );
  expect(await kindOf(ask(url, { method: 'POST', body: 'x' }))).toBe('refused');
  expect(asked).toBe(0);
});

it('ends circles of redirects', async () => {
  let count = 0;
  const url = await serve((_request, response) => {
    count += 1;
    response.writeHead(301, { location: '/' }).end();
  });
  expect(await kindOf(ask(url))).toBe('refused');
  expect(count).toBe(6);
});

it('unpacks what is packed, within the limit', async () => {
  const packed = (text: string) =>
    serve((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(text)),
    );
  expect((await ask(await packed('hello'))).bytes.toString()).toBe('hello');
  expect(await kindOf(ask(await packed('x'.repeat(5000))))).toBe('large');
});

it('refuses headers with line breaks instead of sending them', async () => {
  const url = await serve((_request, response) => response.end());
  expect(await kindOf(ask(url, { headers: { 'x-a': 'a\r\nb: c' } }))).toBe('failed');
});
