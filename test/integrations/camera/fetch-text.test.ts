import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { fetchText } from '../../../src/integrations/camera/fetch-text.ts';
import { refuseLinkLocal, refusePrivate } from '../../../src/network/http-request.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { testData } from '../../support/test-data.ts';

const cases = testData(import.meta.filename);

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const code = (work: Promise<unknown>) => work.then(String, (error: { code: string }) => error.code);

test('a text comes from an address the user named, also in the own network', async () => {
  const url = await serve((_request, response) => response.end('hellö'));
  expect(await fetchText(`${url}/a.yaml`, new FakeClock())).toBe('hellö');
});

test('a redirect into the own network is refused', async () => {
  let asked = 0;
  const inner = await serve((_request, response) => {
    asked += 1;
    response.end('secret');
  });
  for (const location of [
    inner,
    inner.replace('127.0.0.1', 'localhost'),
    'http://[::1]:1/',
    'http://169.254.169.254/',
    'file:///etc/passwd',
    'http://0.0.0.0/',
  ]) {
    const url = await serve((_request, response) => response.writeHead(302, { location }).end());
    expect(await code(fetchText(url, new FakeClock()))).toBe('not_allowed');
  }
  expect(asked).toBe(0);
});

test('responses that are too large, wrong or late are refused', async () => {
  const huge = await serve((_request, response) => response.end(Buffer.alloc(1_000_001, 'x')));
  expect(await code(fetchText(huge, new FakeClock()))).toBe('too_large');
  const endless = await serve((_request, response) => {
    response.on('error', () => {});
    const more = (): void => {
      if (!response.destroyed) response.write('x'.repeat(100_000), more);
    };
    more();
  });
  expect(await code(fetchText(endless, new FakeClock()))).toBe('too_large');
  const missing = await serve((_request, response) => response.writeHead(404).end('no'));
  expect(await code(fetchText(missing, new FakeClock()))).toBe('failed');
  const bytes = await serve((_request, response) => response.end(Buffer.from([0xff, 0xfe])));
  expect(await code(fetchText(bytes, new FakeClock()))).toBe('failed');
  const clock = new FakeClock();
  let arrived: () => void = () => {};
  const asked = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const silent = await serve(() => arrived());
  const waiting = code(fetchText(silent, clock));
  await asked;
  clock.advance(10_000);
  expect(await waiting).toBe('timeout');
  expect(await code(fetchText('http://127.0.0.1:1/', new FakeClock()))).toBe('failed');
});

test.each(cases<string[]>('private addresses'))('%s is inside', (address) => {
  expect(refusePrivate(address)).toBeDefined();
});

test.each(['1.1.1.1', '93.184.216.34', '2606:4700::1111', '172.32.0.1'])('%s is outside', (address) => {
  expect(refusePrivate(address)).toBe(undefined);
  expect(refuseLinkLocal(address)).toBe(undefined);
});
