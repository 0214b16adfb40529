import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setUp } from '../../support/device-home.ts';
import { startTestHub, type TestHub } from '../../support/start-hub.ts';

/** What something else than the device answers to whatever it is asked. */
const ANSWERS: Readonly<Record<string, string>> = {
  'a page': 'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nconnection: close\r\n\r\n<html>\n',
  'a redirect': 'HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:9/\r\nconnection: close\r\n\r\n',
  'wrong types':
    'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n{"mac":7,"id":[]}\n',
  'bytes without end': '',
  'an answer without end': 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n[',
};
/** Those that are not tested for this elsewhere. */
const DOMAINS = [
  ...['caldav', 'dlna_dmr', 'hue', 'ipp', 'mpd', 'nut'],
  ...['shelly', 'snapcast', 'sunspec', 'wled', 'zwave_js'],
];
/** How the form of an integration is filled in; the usual one has a host and a port. */
const FORMS: Readonly<Record<string, (host: string, port: number) => object>> = {
  wled: (host, port) => ({ host: `${host}:${port}` }),
  zwave_js: (host, port) => ({ url: `ws://${host}:${port}` }),
  caldav: (host, port) => ({ url: `http://${host}:${port}/`, username: 'anna', password: 'secret' }),
  dlna_dmr: (host, port) => ({ url: `http://${host}:${port}/description.xml` }),
  hue: (host, port) => ({ host: `${host}:${port}` }),
};
const usual = (host: string, port: number) => ({ host, port });

let home: TestHub;
const servers: Server[] = [];
beforeAll(async () => {
  home = await startTestHub();
});
afterAll(async () => {
  await home.stop();
  for (const server of servers) server.close();
});

async function serve(answer: string): Promise<number> {
  const isEndless = answer.endsWith('[');
  const server = createServer((socket) => {
    socket.on('error', () => {});
    const flood = (): void => {
      while (!socket.destroyed && socket.write(Buffer.alloc(65_536, 120)));
    };
    socket.on('drain', flood);
    socket.once('data', () => {
      if (answer !== '' && !isEndless) socket.end(answer);
      else {
        socket.write(answer);
        flood();
      }
    });
    // Some wait for the other side to speak first.
    if (isEndless) return;
    if (answer !== '') setTimeout(() => !socket.destroyed && socket.end(answer), 300);
    else setTimeout(flood, 300);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

describe.each(DOMAINS.map((domain) => ({ domain })))('$domain', ({ domain }) => {
  it.each(Object.keys(ANSWERS))('says that there is no such device where %s is answered', async (kind) => {
    const port = await serve(ANSWERS[kind] ?? '');
    const answer = await setUp(home, domain, (FORMS[domain] ?? usual)('127.0.0.1', port));
    expect(answer.type).toBe('form');
    const [code] = Object.values(answer.errors ?? {});
    expect(code).toMatch(domain === 'hue' ? /^cannot_connect$/ : /^(?:cannot_connect|not_[a-z_]+)$/);
  });
});
