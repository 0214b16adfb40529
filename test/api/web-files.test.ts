import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { APP_PATHS, openWebFiles } from '../../src/api/web-files.ts';
import { PATHS } from '../../web/app/paths.ts';
import { startApi } from '../support/api.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { testData } from '../support/test-data.ts';

const cases = testData(import.meta.filename);

const SCRIPT = `console.log('${'home '.repeat(400)}');`;

async function startSite() {
  const outer = tempFolder();
  const folder = join(outer, 'web');
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(outer, 'secret.txt'), 'secret of the house');
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Hearth</title>');
  writeFileSync(join(folder, 'manifest.json'), '{"name":"Hearth"}');
  writeFileSync(join(folder, 'assets', 'app-abc.js'), SCRIPT);
  mkdirSync(join(folder, 'assets', 'icons'));
  writeFileSync(join(folder, 'assets', 'icons', '1.json'), '{"lamp":"M0"}');
  writeFileSync(join(folder, 'assets', 'icons', 'gone.json'), '{}');
  writeFileSync(join(folder, 'assets', 'app-abc.js.br'), brotliCompressSync(SCRIPT));
  writeFileSync(join(folder, 'assets', 'app-abc.js.gz'), gzipSync(SCRIPT));
  const api = await startApi({ fallback: await openWebFiles(folder) });
  rmSync(join(folder, 'assets', 'icons', 'gone.json'));
  onTestFinished(() => api.stop());
  return api;
}

/** The bare answer: no client in between tidies the path or unpacks the body. */
function ask(port: number, path: string, headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>(
    (resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port, path, headers, method, agent: false }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part) => parts.push(part));
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }),
        );
      });
      sent.on('error', reject).end();
    },
  );
}

function raw(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (part) => {
      answer += part;
    });
    socket.on('close', () => resolve(answer));
  });
}

describe('the web app', () => {
  it('reads files in subfolders on request, and only those that existed at the start', async () => {
    const { port } = await startSite();
    const piece = await ask(port, '/assets/icons/1.json');
    expect([piece.status, String(piece.body)]).toEqual([200, '{"lamp":"M0"}']);
    expect(piece.headers['cache-control']).toContain('immutable');
    const tag = String(piece.headers.etag);
    expect((await ask(port, '/assets/icons/1.json', { 'If-None-Match': tag })).status).toBe(304);
    expect((await ask(port, '/assets/icons/1.json', {}, 'POST')).status).toBe(405);
    for (const path of ['/assets/icons/gone.json', '/assets/icons/2.json', '/assets/icons/', '/assets/icons'])
      expect([path, (await ask(port, path)).status]).toEqual([path, 404]);
  });

  it('opens at each of its addresses, which are those it knows itself', async () => {
    // The pages themselves are browser code, which this project does not compile: their paths are read.
    const table = readFileSync(new URL('../../web/app/pages.ts', import.meta.url), 'utf8');
    expect(table).toContain('path: PATHS.home');
    const others: string[] = Object.values(PATHS);
    for (const [, path = ''] of table.matchAll(/path: '([^']+)'/g)) others.push(path);
    expect(others).toContain('/area/:id');
    const { port } = await startSite();
    for (const path of [
      ...APP_PATHS,
      ...others,
      '/settings',
      '/area/x',
      '/?auth_callback=1',
      '/auth/authorize?client_id=x',
    ]) {
      const { status, headers, body } = await ask(port, path);
      expect([path, status, headers['content-type']]).toEqual([path, 200, 'text/html; charset=utf-8']);
      expect(String(body)).toContain('<title>Hearth</title>');
      expect(headers['cache-control']).toBe('no-cache');
    }
  });

  it('runs nothing but its own files, in no frame', async () => {
    const { port } = await startSite();
    for (const path of ['/', '/assets/app-abc.js']) {
      const { headers } = await ask(port, path);
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self'");
      expect(policy).toContain("style-src 'self'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("base-uri 'none'");
      expect(policy).toMatch(/require-trusted-types-for 'script'; trusted-types lit-html hearth-worker$/);
      expect(policy).not.toMatch(/unsafe|\*|data:|https?:/);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
      });
    }
  });

  it('is sent in the best encoding the browser accepts; files named by hash are cached forever', async () => {
    const { port } = await startSite();
    const script = '/assets/app-abc.js';
    const plain = await ask(port, script);
    expect(String(plain.body)).toBe(SCRIPT);
    expect(plain.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      vary: 'Accept-Encoding',
    });
    expect(plain.headers['content-encoding']).toBeUndefined();
    const best = await ask(port, script, { 'Accept-Encoding': 'gzip, deflate, br' });
    expect(best.headers['content-encoding']).toBe('br');
    const gzip = await ask(port, script, { 'Accept-Encoding': 'gzip, br;q=0' });
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(String(gunzipSync(gzip.body))).toBe(SCRIPT);
    expect((await ask(port, `${script}.gz`)).status).toBe(404);
  });

  it('is not sent again to a client that has it', async () => {
    const { port } = await startSite();
    const { headers } = await ask(port, '/');
    const again = await ask(port, '/', { 'If-None-Match': `"other", ${String(headers.etag)}` });
    expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, headers.etag]);
    const strong = String(headers.etag).replace('W/', '');
    expect((await ask(port, '/', { 'If-None-Match': strong })).status).toBe(304);
    expect((await ask(port, '/', { 'If-None-Match': '"other"' })).status).toBe(200);
  });

  it('answers HEAD without a body, and other methods with 405', async () => {
    const { port } = await startSite();
    const head = await ask(port, '/profile', {}, 'HEAD');
    expect([head.status, head.body.length, head.headers['content-length']]).toEqual([200, 0, '36']);
    const posted = await ask(port, '/profile', {}, 'POST');
    expect([posted.status, posted.headers.allow]).toEqual([405, 'GET, HEAD']);
    expect(JSON.parse(String(posted.body))).toMatchObject({ code: 'method_not_allowed' });
  });

  it('shows its manifest to every origin', async () => {
    const { port } = await startSite();
    const { headers } = await ask(port, '/manifest.json');
    expect(headers['content-type']).toBe('application/manifest+json');
    expect(headers['access-control-allow-origin']).toBe('*');
  });

  it.each(cases<string[]>('unknown paths'))('has nothing at %s', async (path) => {
    const { port } = await startSite();
    const { status, headers, body } = await ask(port, path);
    expect([400, 404]).toContain(status);
    expect(headers['content-type']).toBe('application/json');
    expect(String(body)).not.toContain('secret of');
  });

  it.each(['/../secret.txt', '/assets/../../secret.txt', '/./index.html', 'http://x/../secret.txt'])(
    'does not serve %s outside of its folder',
    async (path) => {
      const { port } = await startSite();
      const answer = await raw(port, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1\.1 (400|404) /);
      expect(answer).not.toContain('secret of');
    },
  );

  it('is found by whole addresses too', async () => {
    const { port } = await startSite();
    const answer = await raw(
      port,
      'GET http://home.local/profile?x=1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('leaves every address unknown where it is not built', async () => {
    const api = await startApi({ fallback: await openWebFiles(join(tempFolder(), 'none')) });
    onTestFinished(() => api.stop());
    expect((await ask(api.port, '/')).status).toBe(404);
  });
});
