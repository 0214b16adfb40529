import { Agent, get } from 'node:https';
import { connect as connectPlain } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { startTestHub, type TestHub } from '../support/start-hub.ts';

interface Answer {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** A GET over TLS. Which certificate it is, is compared by the tests of the authority. */
function secureGet(
  home: TestHub,
  path: string,
  headers: Record<string, string> = {},
  agent?: Agent,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const url = home.url.replace('http:', 'https:') + path;
    get(url, { rejectUnauthorized: false, headers, agent: agent ?? false }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, text }));
    }).on('error', reject);
  });
}

/** Sends bytes and returns all that the server answers until it closes. */
function exchange(home: TestHub, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve) => {
    const socket = connectPlain(home.hub.port, '127.0.0.1', () => socket.write(bytes));
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer));
  });
}

describe('HTTPS', () => {
  let home: TestHub;
  beforeAll(async () => {
    home = await startTestHub();
    const owner = await home.connect();
    const status = await owner.must({ type: 'hearth/tls/choose', mode: 'own' });
    expect(status).toMatchObject({ mode: 'own', is_active: true, is_fixed: false, problem: null });
    expect(status.names).toContain('hearth.local');
    expect(status.addresses).toContain('127.0.0.1');
  });
  afterAll(() => home.stop());
  const authorization = () => ({ authorization: `Bearer ${home.token}` });

  it('is on the same port as HTTP, which still works', async () => {
    const [secure, plain] = await Promise.all([
      secureGet(home, '/api/config', authorization()),
      home.rest('GET', '/api/config'),
    ]);
    expect([secure.status, plain.status]).toEqual([200, 200]);
    expect(JSON.parse(secure.text)).toEqual(plain.json);
    expect((await secureGet(home, '/api/config')).status).toBe(401);
    expect((await secureGet(home, '/')).status).toBe(200);
  });

  it('serves many requests of one connection, and large answers', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => secureGet(home, '/api/services', authorization(), agent)),
    );
    const { text } = await home.rest('GET', '/api/services');
    for (const answer of answers) expect([answer.status, answer.text]).toEqual([200, text]);
  });

  it('carries the WebSocket', async () => {
    const socket = new WebSocket(`${home.url.replace('http', 'ws')}/api/websocket`.replace('ws:', 'wss:'), {
      rejectUnauthorized: false,
    });
    onTestFinished(() => socket.terminate());
    const types: string[] = [];
    await new Promise<void>((resolve, reject) => {
      socket.on('error', reject);
      socket.on('message', (data) => {
        const { type, result } = JSON.parse(String(data));
        types.push(type);
        if (type === 'auth_required') socket.send(JSON.stringify({ type: 'auth', access_token: home.token }));
        if (type === 'auth_ok') socket.send(JSON.stringify({ id: 1, type: 'hearth/tls/info' }));
        if (type !== 'result') return;
        expect(result.is_active).toBe(true);
        resolve();
      });
    });
    expect(types).toEqual(['auth_required', 'auth_ok', 'result']);
  });

  it('names itself with its scheme', async () => {
    const path = '/.well-known/oauth-authorization-server';
    expect(JSON.parse((await secureGet(home, path)).text).issuer).toBe(home.url.replace('http:', 'https:'));
    expect((await home.rest('GET', path)).json.issuer).toBe(home.url);
  });

  it('gives the certificate of its authority to everyone, and never a key', async () => {
    const { json } = await home.rest('GET', '/api/hearth/tls', undefined, { authorization: '' });
    const answer = await fetch(`${home.url}/api/hearth/tls/authority.crt`);
    expect(answer.headers.get('content-type')).toBe('application/x-x509-ca-cert');
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.subarray(0, 2).toString('hex')).toBe('3082');
    expect(bytes.length).toBeLessThan(1000);
    expect(json).toEqual({
      is_active: true,
      fingerprint: expect.stringMatching(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/),
    });
  });

  it('leaves garbage, silence and old versions of TLS without an answer', async () => {
    expect(await exchange(home, Buffer.from([0x16, 0xff, 0xff, 0xff, 0xff, 0xff]))).not.toContain('HTTP');
    expect(await exchange(home, Buffer.from([0x80, 0x2e, 0x01, 0x00]))).toContain('400');
    const old = await new Promise<string>((resolve) => {
      const socket = connect(
        { port: home.hub.port, rejectUnauthorized: false, maxVersion: 'TLSv1.1', minVersion: 'TLSv1' },
        () => resolve('connected'),
      );
      socket.on('error', () => resolve('refused'));
    });
    expect(old).toBe('refused');
    expect((await home.rest('GET', '/api/')).status).toBe(200);
  });

  it('closes the connection of a client that leaves during the handshake at once', async () => {
    const socket = connectPlain(home.hub.port, '127.0.0.1', () =>
      socket.end(Buffer.from([0x16, 0x03, 0x01])),
    );
    const outcome = new Promise((resolve) => socket.resume().once('close', () => resolve('closed')));
    // Half of the time after which the server gives up any handshake.
    expect(await Promise.race([outcome, setTimeout(5000, 'open')])).toBe('closed');
  });

  it('takes the setting over the choice of the app', async () => {
    const fixed = await startTestHub({
      'tls.mode': 'own',
      'tls.names': 'attic.home.arpa',
      'tls.redirect': true,
    });
    onTestFinished(() => fixed.stop());
    const owner = await fixed.connect();
    const info = await owner.must({ type: 'hearth/tls/info' });
    expect(info).toMatchObject({ is_active: true, is_fixed: true });
    expect(info.names).toContain('attic.home.arpa');
    const refused = await owner.ask({ type: 'hearth/tls/choose', mode: 'off' });
    expect(refused.error).toMatchObject({ code: 'not_allowed' });

    const page = (path: string, accept = 'text/html') =>
      fetch(fixed.url + path, { redirect: 'manual', headers: { accept } });
    const moved = await page('/history?x=1');
    expect([moved.status, moved.headers.get('location')]).toEqual([
      307,
      `${fixed.url.replace('http:', 'https:')}/history?x=1`,
    ]);
    expect((await page('/trust')).status).toBe(200);
    expect((await page('/manifest.json', '*/*')).status).toBe(200);
    expect((await page('/api/hearth/tls')).status).toBe(200);
    expect((await secureGet(fixed, '/history', { accept: 'text/html' })).status).toBe(200);
  });

  it('ends when it is turned off', async () => {
    const owner = await home.connect();
    await owner.must({ type: 'hearth/tls/choose', mode: 'off' });
    await expect(secureGet(home, '/api/')).rejects.toThrow();
    expect((await fetch(`${home.url}/api/hearth/tls/authority.crt`)).status).toBe(404);
    expect((await home.rest('GET', '/api/')).status).toBe(200);
  });
});
