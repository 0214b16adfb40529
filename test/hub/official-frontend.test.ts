import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startTestHub, type TestHub } from '../support/start-hub.ts';
import { tempFolder } from '../support/temp-folder.ts';

const TEMPLATE =
  '<meta content="{{ theme_color }}">{%- for extra_module in extra_modules -%}import("{{ extra_module }}");{%- endfor -%}<script>1</script>';

/** A data folder with an installed frontend and files of the home. */
function aFolder(): string {
  const folder = tempFolder(afterAll);
  const frontend = join(folder, 'official-frontend');
  mkdirSync(join(frontend, 'static'), { recursive: true });
  writeFileSync(join(frontend, 'version.txt'), '20261028.4\n');
  writeFileSync(join(frontend, 'index.html'), TEMPLATE);
  writeFileSync(join(frontend, 'static', 'a.js.br'), brotliCompressSync('let a;'));
  mkdirSync(join(folder, 'www'));
  writeFileSync(join(folder, 'www', 'card.js'), 'let card;');
  symlinkSync(join(folder, 'hearth.db'), join(folder, 'www', 'link.db'));
  return folder;
}

const start = (flags: Record<string, string> = {}) =>
  startTestHub({ 'http.second_port': '0', ...flags }, aFolder());
const get = (url: string, headers: Record<string, string> = {}) =>
  fetch(url, { redirect: 'manual', headers: { 'accept-encoding': 'identity', ...headers } });

describe('the official frontend', () => {
  let home: TestHub;
  let second: string;
  beforeAll(async () => {
    home = await start();
    second = `http://127.0.0.1:${home.hub.secondPort}`;
  });
  afterAll(() => home.stop());

  it('is at the second port, and shares no page with the app of Hearth', async () => {
    for (const path of ['/', '/home', '/config/dashboard', '/lovelace/0']) {
      const page = await get(second + path);
      expect([path, page.status]).toEqual([path, 200]);
      expect(await page.text()).toBe('<meta content="#18BCF2"><script>1</script>');
      expect(page.headers.get('content-security-policy')).toContain("'unsafe-inline'");
    }
    expect((await get(`${second}/settings`)).status).toBe(404);
    expect((await get(`${second}/assets/index.js`)).status).toBe(404);
    expect((await get(`${home.url}/static/a.js`)).status).toBe(404);
    expect((await get(`${home.url}/local/card.js`)).status).toBe(404);
    const own = (await get(home.url)).headers.get('content-security-policy') ?? '';
    expect(own).not.toContain('unsafe-inline');
  });

  it('has the same API, whose version of the frontend is the installed one', async () => {
    const headers = { authorization: `Bearer ${home.token}` };
    expect((await get(`${second}/api/config`, headers)).status).toBe(200);
    expect((await get(`${second}/api/config`)).status).toBe(401);
    const owner = await home.connect();
    expect(await owner.must({ type: 'frontend/get_version' })).toEqual({ version: '20261028.4' });
  });

  it('serves its files compressed, and inflates them for clients that need it', async () => {
    const plain = await get(`${second}/static/a.js`);
    expect([await plain.text(), plain.headers.get('content-encoding')]).toEqual(['let a;', null]);
    expect(plain.headers.get('cache-control')).toBe('public, max-age=2678400');
    const compressed = await get(`${second}/static/a.js`, { 'accept-encoding': 'br' });
    expect([await compressed.text(), compressed.headers.get('content-encoding')]).toEqual(['let a;', 'br']);
    expect((await fetch(`${second}/static/none.js`, { method: 'HEAD' })).status).toBe(404);
    expect((await get(`${second}/static/a.js.br`)).status).toBe(404);
    expect((await get(`${second}/version.txt`)).status).toBe(200);
    expect((await fetch(`${second}/`, { method: 'POST' })).status).toBe(405);
  });

  it('serves the files of the home below /local, and nothing outside of their folder', async () => {
    expect(await (await get(`${second}/local/card.js`)).text()).toBe('let card;');
    for (const path of ['link.db', '..%2fhearth.db', '%2e%2e/hearth.db', '', 'none.js'])
      expect([400, 404]).toContain((await get(`${second}/local/${path}`)).status);
  });

  it('sends users to the login page of Hearth, and to pages that moved', async () => {
    const login = await get(`${second}/auth/authorize?client_id=x`);
    expect([login.status, login.headers.get('location')]).toEqual([
      302,
      `${home.url}/auth/authorize?client_id=x`,
    ]);
    const moved = await get(`${second}/developer-tools/state?a=1`);
    expect([moved.status, moved.headers.get('location')]).toEqual([301, '/config/tools/state?a=1']);
  });

  it('links to the app of Hearth, which learns where the official one is', async () => {
    const owner = await home.connect();
    const { 'hearth-app': link } = await owner.must({ type: 'get_panels' });
    const { module_url } = link.config._panel_custom;
    expect(await (await get(second + module_url)).text()).toContain('location.replace("/hearth")');
    for (const path of ['/hearth', `/${link.url_path}`])
      expect((await get(second + path)).headers.get('location')).toBe(`${home.url}/`);
    expect(await owner.must({ type: 'hearth/official_frontend' })).toEqual({
      ...{ version: '20261028.4', port: home.hub.secondPort },
    });
  });
});

describe('http.frontend', () => {
  it('exchanges the ports of the two apps', async () => {
    const home = await start({ 'http.frontend': 'official' });
    onTestFinished(() => home.stop());
    const second = `http://127.0.0.1:${home.hub.secondPort}`;
    expect(await (await get(home.url)).text()).toContain('<script>1</script>');
    expect(await (await get(second)).text()).toContain('Hearth');
    const login = await get(`${home.url}/auth/authorize?a=1`);
    expect(login.headers.get('location')).toBe(`${second}/auth/authorize?a=1`);
  });

  it('changes nothing while the official frontend is not installed', async () => {
    const home = await startTestHub({ 'http.frontend': 'official' });
    onTestFinished(() => home.stop());
    expect(home.hub.secondPort).toBeUndefined();
    expect(await (await get(home.url)).text()).toContain('Hearth');
  });
});
