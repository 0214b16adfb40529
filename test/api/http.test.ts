import { connect } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Route } from '../../src/api/rest/route.ts';
import { type Log, silentLog } from '../../src/core/log.ts';
import { type Api, startApi } from '../support/api.ts';
import { testData } from '../support/test-data.ts';

const cases = testData(import.meta.filename);

const failing: Route = {
  method: 'GET',
  path: '/api/broken',
  permission: 'user',
  summary: 'Fails',
  answers: {},
  handle: () => {
    throw new Error('secret of the house');
  },
};

let api: Api;
beforeAll(async () => {
  api = await startApi({ moreRoutes: [failing], trustedProxies: ['10.0.0.0/8'] });
});
afterAll(() => api.stop());

/** Sends raw bytes and reads until the server closes. */
function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(api.port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

test('an unknown path is 404 and a wrong method 405 with Allow, before any token is looked at', async () => {
  for (const path of cases<string[]>('unknown paths'))
    expect((await fetch(api.url + path)).status, path).toBe(404);
  const wrong = await fetch(`${api.url}/api/states`, { method: 'DELETE' });
  expect(wrong.status).toBe(405);
  expect(wrong.headers.get('allow')).toBe('GET, HEAD');
  const one = await fetch(`${api.url}/api/states/light.a`, { method: 'PUT' });
  expect(one.headers.get('allow')).toBe('DELETE, GET, HEAD, POST');
});

test('a page of another origin is rejected, with or without a preflight request', async () => {
  const headers = { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'GET' };
  expect((await fetch(`${api.url}/api/states`, { method: 'OPTIONS', headers })).status).toBe(403);
  expect((await fetch(`${api.url}/api/states`, { method: 'OPTIONS' })).status).toBe(405);
  const answer = await api.get('/api/', 'admin', { headers: { Origin: 'https://evil.example' } });
  expect(answer.headers.get('access-control-allow-origin')).toBeNull();
});

test('without a valid token everything is 401, as JSON with a challenge', async () => {
  const headers = cases<Record<string, string>[]>('headers');
  for (const one of headers) {
    const answer = await fetch(`${api.url}/api/states`, { headers: one });
    expect(answer.status).toBe(401);
    const metadata = `${api.url}/.well-known/oauth-protected-resource`;
    expect(answer.headers.get('www-authenticate')).toBe(`Bearer resource_metadata="${metadata}"`);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(await answer.json()).toEqual({ message: expect.any(String), code: 'unauthenticated' });
  }
});

test('an administrator’s route is 403 for others, before the body is read', async () => {
  for (const path of ['/api/states/light.a', '/api/events/x', '/api/config/core/check_config'])
    expect((await api.post(path, 'no json', 'user')).status, path).toBe(403);
  for (const path of ['/api/error_log', '/api/stream'])
    expect((await api.get(path, 'user')).status, path).toBe(403);
});

test('every answer carries the security headers and an empty Server', async () => {
  for (const path of ['/api/', '/api/nothing', '/api/states/light.none']) {
    const { headers } = await api.get(path);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
    expect(headers.get('server')).toBe('');
  }
});

test('an unexpected error is 500 without its message or stack', async () => {
  const answer = await api.get('/api/broken');
  expect(answer.status).toBe(500);
  expect(await answer.json()).toEqual({ message: 'Unknown error', code: 'unknown_error' });
});

test('HEAD answers like GET without a body', async () => {
  const answer = await api.get('/api/', 'admin', { method: 'HEAD' });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-length')).toBe('26');
  expect(await answer.text()).toBe('');
});

test('a body beyond 16 MiB is 413, and the server continues', async () => {
  const answer = await api.post('/api/states/light.big', `"${'x'.repeat(20 * 1024 * 1024)}"`);
  expect(answer.status).toBe(413);
  expect(await answer.json()).toEqual({ message: expect.any(String), code: 'too_large' });
  expect((await api.get('/api/')).status).toBe(200);
});

test('a body beyond 512 KiB is 413 for callers who are no administrators', async () => {
  const answer = await api.post('/api/services/test/set', `"${'x'.repeat(512 * 1024)}"`, 'user');
  expect(answer.status).toBe(413);
});

test('a body beyond the limit is refused also when it comes in chunks without a length', async () => {
  const stream = new ReadableStream({
    start(controller) {
      for (let i = 0; i < 17; i += 1) controller.enqueue(new Uint8Array(1024 * 1024).fill(0x20));
      controller.close();
    },
  });
  const init = { method: 'POST', body: stream, duplex: 'half' } as RequestInit;
  expect((await api.get('/api/states/light.big', 'admin', init)).status).toBe(413);
});

test('addresses that look like attacks are 400, however often encoded', async () => {
  const bad = cases<string[]>('bad paths');
  for (const path of bad) expect((await raw(get(path))).split(' ')[1], path).toBe('400');
  expect((await raw(get('/api/../api/'))).split(' ')[1]).toBe('400');
});

test('addresses with harmless special characters are not rejected as attacks', async () => {
  for (const path of cases<string[]>('invalid paths'))
    expect((await raw(get(path))).split(' ')[1], path).toBe('200');
});

function get(path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer admin\r\nConnection: close\r\n\r\n`;
}

test('a plus in the path stays a plus, a percent code is decoded', async () => {
  await api.post('/api/states/light.plus', { state: 'on' });
  expect((await api.get('/api/states/light%2Eplus')).status).toBe(200);
  expect((await api.get('/api/states/light.pl%75s')).status).toBe(200);
  expect((await api.get('/api/states/light+plus')).status).toBe(404);
  expect((await api.get('/api/states/%zz')).status).toBe(404);
});

test('a whole address in the request line is understood', async () => {
  expect(await raw(get('http://hearth:8123/api/'))).toContain('API running.');
});

test('bytes that are not HTTP get a JSON 400, and the connection is closed', async () => {
  const answer = await raw('\x16\x03\x01 hello\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('"code":"invalid_format"');
});

test('a rejected client that does not disconnect is disconnected', async () => {
  const ended: Promise<void>[] = [];
  const requests = [
    '\x16\x03\x01 hello\r\n\r\n',
    get('/api/').replace('GET', 'POST').replace('close', 'Upgrade\r\nUpgrade: h2c'),
  ];
  for (const text of requests) {
    const socket = connect({ port: api.port, host: '127.0.0.1', allowHalfOpen: true }, () =>
      socket.write(text),
    );
    socket.resume();
    // The server's FIN alone leaves the connection half open; only its close makes our writes fail.
    const gone = new Promise<void>((resolve) => {
      socket.on('error', () => resolve());
      socket.on('close', () => resolve());
    });
    socket.on('end', () => {
      const knock = setInterval(() => socket.write('?'), 50);
      void gone.then(() => clearInterval(knock));
    });
    ended.push(gone);
  }
  await Promise.all(ended);
});

test('what Node would answer by itself is answered as JSON too', async () => {
  const homeless = await raw('GET /api/ HTTP/1.1\r\nConnection: close\r\n\r\n');
  expect(homeless).toMatch(/^HTTP\/1\.1 400 Bad Request/);
  expect(homeless).toContain('The Host header is missing');
  const expecting = get('/api/').replace('Connection', 'Expect: cake\r\nConnection');
  expect(await raw(expecting)).toContain('API running.');
});

test('forwarding headers are only accepted from trusted proxies, for pages too', async () => {
  const headers = { 'X-Forwarded-For': '1.2.3.4' };
  expect((await api.get('/api/', 'admin', { headers })).status).toBe(400);
  const page = await startApi({ fallback: (_request, response) => response.end('page') });
  try {
    expect((await fetch(page.url)).status).toBe(200);
    const forwarded = await fetch(page.url, { headers });
    expect([forwarded.status, await forwarded.text()]).toEqual([
      400,
      expect.stringContaining('not a trusted proxy'),
    ]);
  } finally {
    await page.stop();
  }
});

test.each(['Host: evil.example', 'Authorization: Bearer x', 'Origin: https://evil.example'])(
  'a duplicate header is refused: %s',
  async (line) => {
    const once = get('/api/').replace('Connection', `Origin: http://localhost\r\nConnection`);
    expect(await raw(once)).toContain('HTTP/1.1 200');
    expect(await raw(once.replace('Connection', `${line}\r\nConnection`))).toContain('HTTP/1.1 400');
    const upgrade = [
      'GET /api/websocket HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nAuthorization: Bearer y',
      'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ].join('\r\n');
    expect(await raw(`${upgrade}\r\n${line}\r\n\r\n`)).toContain('HTTP/1.1 400');
  },
);

test('JSON views above 1 KiB are compressed on request, one state never', async () => {
  const attributes = { text: 'x'.repeat(5000) };
  await api.post('/api/states/light.long', { state: 'on', attributes });
  const list = await raw(get('/api/states').replace('Host', 'Accept-Encoding: br, gzip;q=0.5\r\nHost'));
  expect(list).toContain('Content-Encoding: gzip');
  expect(list).toContain('Vary: Accept-Encoding');
  const unpacked = (await api.get('/api/states')).headers.get('content-encoding');
  expect(unpacked).toBe('gzip');
  expect(await raw(get('/api/states'))).not.toContain('Content-Encoding');
  expect(await raw(get('/api/states').replace('Host', 'Accept-Encoding: gzip;q=0\r\nHost'))).not.toContain(
    'Content-Encoding',
  );
  expect((await api.get('/api/states/light.long')).headers.get('content-encoding')).toBeNull();
  expect((await api.get('/api/')).headers.get('content-encoding')).toBeNull();
});

test('the compressed list follows every write', async () => {
  for (const state of ['1', '2', '2']) {
    await api.post('/api/states/light.moves', { state, attributes: { pad: 'y'.repeat(2000) } });
    const list = (await (await api.get('/api/states')).json()) as {
      entity_id: string;
      last_reported: string;
    }[];
    const one = (await (await api.get('/api/states/light.moves')).json()) as object;
    expect(list.find((item) => item.entity_id === 'light.moves')).toEqual(one);
  }
});

test('an upgrade to another protocol is answered as a plain request', async () => {
  const h2c = get('/api/').replace('Connection: close', 'Connection: Upgrade\r\nUpgrade: h2c');
  expect(await raw(h2c)).toContain('API running.');
  const elsewhere = get('/api/nothing').replace(
    'Connection: close',
    'Connection: Upgrade\r\nUpgrade: websocket',
  );
  expect(await raw(elsewhere)).toMatch(/^HTTP\/1\.1 404 /);
});

test('an invalid WebSocket handshake is a JSON 400', async () => {
  const broken = get('/api/websocket').replace(
    'Connection: close',
    'Connection: Upgrade\r\nUpgrade: websocket',
  );
  const refusal = await raw(broken);
  expect(refusal).toMatch(/^HTTP\/1\.1 400 /);
  expect(refusal).toContain('"code":"invalid_format"');
  expect((await fetch(`${api.url}/api/websocket`)).status).toBe(400);
  expect((await fetch(`${api.url}/api/websocket`, { method: 'POST' })).status).toBe(405);
});

test('a WebSocket from a foreign origin is 403, with advice for administrators, and logged once a minute', async () => {
  const lines: string[] = [];
  const note = (message: string, details?: object): number => lines.push(message + JSON.stringify(details));
  const log: Log = { ...silentLog, warn: note };
  const other = await startApi({ log, trustedProxies: ['127.0.0.1'] });
  const ask = (headers: string): Promise<string> =>
    new Promise((resolve) => {
      const socket = connect(other.port, '127.0.0.1', () =>
        socket.write(
          `GET /api/websocket HTTP/1.1\r\n${headers}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
        ),
      );
      socket.once('data', (chunk) => {
        resolve(String(chunk).split('\r\n', 1)[0] ?? '');
        socket.destroy();
      });
    });
  const forwarded = 'X-Forwarded-For: 203.0.113.9\r\nX-Forwarded-Host: hub.lan';
  expect(await ask('Host: 10.0.0.5:8123\r\nOrigin: https://evil.example')).toContain(' 403 ');
  expect(await ask('Host: evil.example\r\nOrigin: http://evil.example')).toContain(' 403 ');
  expect(await ask('Host: evil.example')).toContain(' 101 ');
  expect(await ask('Host: hub.lan\r\nOrigin: https://hub.lan')).toContain(' 101 ');
  expect(await ask(`Host: upstream:1\r\nOrigin: https://hub.lan\r\n${forwarded}`)).toContain(' 101 ');
  expect(await ask('Host: upstream:1\r\nOrigin: https://hub.lan\r\nX-Forwarded-Host: hub.lan')).toContain(
    ' 403 ',
  );
  expect(lines.filter((line) => line.includes('suspicious'))).toEqual([
    expect.stringContaining('http.allowed_origins'),
  ]);
  await other.stop();
});

test('the gzip response contains the body', async () => {
  const answer = await new Promise<Buffer>((resolve, reject) => {
    const socket = connect(api.port, '127.0.0.1', () =>
      socket.write(get('/api/states').replace('Host', 'Accept-Encoding: gzip\r\nHost')),
    );
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('close', () => resolve(Buffer.concat(chunks)));
    socket.on('error', reject);
  });
  const body = answer.subarray(answer.indexOf('\r\n\r\n') + 4);
  expect(JSON.parse(gunzipSync(body).toString())).toEqual(await (await api.get('/api/states')).json());
});
