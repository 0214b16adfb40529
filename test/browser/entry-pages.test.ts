import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { lookAt, openPage, type WatchedPage } from '../support/browser.ts';
import { logIn, OWNER } from '../support/household.ts';
import { homeOfFile, startHome, startUnclaimed } from '../support/served-home.ts';

const home = homeOfFile();

const LIBRARY = readFileSync(
  createRequire(import.meta.url).resolve('home-assistant-js-websocket/haws.umd.js'),
  'utf8',
);

/** A third-party website that users are redirected to. */
async function foreignSite(page = '<!doctype html><title>Elsewhere</title>'): Promise<string> {
  const server = createServer((request, response) => {
    const isLibrary = request.url === '/library.js';
    response.setHeader('Content-Type', isLibrary ? 'text/javascript' : 'text/html');
    response.end(isLibrary ? LIBRARY : page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Opens a page and logs in there. */
async function logInAtHome(): Promise<WatchedPage> {
  const watched = await openPage();
  await watched.page.goto(home().url);
  await logIn(watched.page);
  await watched.page.locator('header.bar').waitFor();
  return watched;
}

describe('a new server', () => {
  it('is claimed in the browser with the printed code, and its owner is inside', async () => {
    const home = await startUnclaimed();
    const { page, complaints } = await openPage();
    await page.goto(`${home.url}/profile`);
    expect(await page.locator('h1').textContent()).toBe('Claim this home');
    await lookAt(page, 'claim');
    await page.locator('form button.primary').click();
    expect(await page.locator('.error').count()).toBe(4);
    expect(await page.locator('#code').evaluate((one) => one.matches(':focus'))).toBe(true);
    await page.locator('#code').fill('ABCD-EFGH-JKLM');
    await page.locator('#name').fill(OWNER.name);
    await page.locator('#username').fill(OWNER.username);
    await page.locator('#password').fill('1234567');
    expect(await page.locator('.strength').textContent()).toContain('too short');
    await page.locator('#password').fill(OWNER.password);
    expect(await page.locator('.strength').textContent()).toContain('good');
    await page.locator('form button.primary').click();
    await page.getByText('This is not the code the server printed').waitFor();
    await lookAt(page, 'claim-mistake');
    await page.locator('#code').fill(home.claimCode.toLowerCase());
    await page.locator('form button.primary').click();
    await page.getByRole('heading', { name: OWNER.name }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/profile');
    await page.reload();
    await page.getByRole('heading', { name: OWNER.name }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('is in German for a German browser, and remembers another choice', async () => {
    const home = await startUnclaimed();
    const { page, complaints } = await openPage({ language: 'de-AT', width: 360 });
    await page.goto(home.url);
    expect(await page.locator('h1').textContent()).toBe('Dieses Zuhause übernehmen');
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    await lookAt(page, 'claim-de');
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByRole('heading', { name: 'Claim this home' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Claim this home' }).waitFor();
    expect(complaints).toEqual([]);
  });
});

describe('the pages', () => {
  it('run no injected script, style or markup', async () => {
    const { page, complaints } = await openPage();
    await page.goto(home().url);
    await page.locator('h1').waitFor();
    const tried = (deed: string): Promise<string> =>
      page.evaluate<string>(
        `(() => { try { ${deed}; return 'done'; } catch (error) { return error.name; } })()`,
      );
    expect(await tried("document.body.innerHTML = '<b>x</b>'")).toBe('TypeError');
    expect(await tried("document.createElement('script').text = 'window.taken = 1'")).toBe('TypeError');
    expect(await tried("trustedTypes.createPolicy('other', {})")).toBe('TypeError');
    await tried("document.body.append(document.createElement('style'))");
    await tried("document.querySelector('h1').setAttribute('style', 'color: red')");
    await tried("document.querySelector('h1').setAttribute('onclick', 'window.taken = 1')");
    await page.locator('h1').click();
    expect(await page.evaluate('window.taken')).toBeUndefined();
    await expect
      .poll(() => complaints.filter((text) => text.startsWith('refused: ')).length)
      .toBeGreaterThan(3);
  });
});

describe('logging in', () => {
  it('is refused with a wrong password, waits after many, and works with the right one', async () => {
    const home = await startHome();
    const { page, complaints } = await openPage();
    await page.goto(home.url);
    await lookAt(page, 'login');
    await logIn(page, 'wrong password');
    await page.getByText('Wrong user name or password.').waitFor();
    expect(await page.locator('#username').inputValue()).toBe(OWNER.username);
    expect(await page.locator('#password').inputValue()).toBe('');
    await lookAt(page, 'login-wrong');
    for (let attempt = 0; attempt < 12; attempt += 1) {
      await logIn(page, `wrong password ${attempt}`);
      await page.locator('form button.primary:enabled, form .alert:has-text("Too many")').first().waitFor();
      if (await page.getByText('Too many attempts').isVisible()) break;
    }
    await page.getByText(/Too many attempts\. You can try again in \d+ s\./).waitFor();
    await page.locator('form button.primary:enabled').waitFor({ timeout: 15_000 });
    await logIn(page);
    await page.locator('header.bar').waitFor();
    expect(complaints).toEqual([]);
  });

  it('ends by logging out, and the same page is open after the next log-in', async () => {
    const { page, complaints } = await logInAtHome();
    await page.goto(`${home().url}/profile`);
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByText('You are logged out.').waitFor();
    expect(await page.evaluate("localStorage.getItem('hearth.tokens')")).toBeNull();
    await logIn(page);
    await page.getByRole('heading', { name: OWNER.name }).waitFor();
    expect(complaints).toEqual([]);
  });
});

describe('a saved login', () => {
  it('continues with its refresh token when its access token has expired', async () => {
    const { page, complaints } = await logInAtHome();
    await page.evaluate(`{
      const tokens = JSON.parse(localStorage.getItem('hearth.tokens'));
      localStorage.setItem('hearth.tokens', JSON.stringify({ ...tokens, access_token: 'gone', expires: 0 }));
    }`);
    await page.reload();
    await page.locator('header.bar').waitFor();
    expect(complaints).toEqual([]);
  });

  it('is not replaced by a code injected into the URL', async () => {
    const { page, complaints } = await logInAtHome();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const state = btoa(JSON.stringify({ hassUrl: 'http://evil.test', clientId: 'http://evil.test/' }));
    await page.goto(`${home().url}/?auth_callback=1&code=abc&state=${encodeURIComponent(state)}`);
    await page.locator('header.bar').waitFor();
    expect(asked).toContain('/');
    expect(asked).not.toContain('/auth/token');
    expect(complaints).toEqual([]);
  });

  it('is discarded when it is invalid', async () => {
    const { page } = await logInAtHome();
    for (const kept of ['{"hassUrl"', '{}', JSON.stringify({ hassUrl: home().url, access_token: 'no' })]) {
      await page.evaluate(`localStorage.setItem('hearth.tokens', ${JSON.stringify(kept)})`);
      await page.reload();
      await page.getByRole('heading', { name: 'Log in' }).waitFor();
    }
  });
});

describe('the authorize page', () => {
  it('names the client, and sends the code with the state to its address', async () => {
    const site = await foreignSite();
    const { page, complaints } = await openPage();
    const verifier = 'v'.repeat(64);
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: `${site}/`,
      redirect_uri: `${site}/back?from=hearth`,
      state: 'a b&c',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    await page.goto(`${home().url}/auth/authorize?${query}`);
    await page.getByRole('heading', { name: 'An app requests access' }).waitFor();
    expect(await page.locator('.asker').textContent()).toContain(new URL(site).host);
    await lookAt(page, 'authorize');
    await logIn(page);
    await page.waitForURL(`${site}/**`);
    const back = new URL(page.url());
    expect(back.searchParams.get('from')).toBe('hearth');
    expect(back.searchParams.get('state')).toBe('a b&c');
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      client_id: `${site}/`,
      code_verifier: verifier,
    });
    const answer = await fetch(`${home().url}/auth/token`, { method: 'POST', body });
    expect([answer.status, Object.keys((await answer.json()) as object)]).toEqual([
      200,
      expect.arrayContaining(['access_token', 'refresh_token']),
    ]);
    expect(complaints).toEqual([]);
  });

  it('works with Home Assistant’s own library, unmodified: it logs in, refreshes and logs out', async () => {
    const site =
      await foreignSite(`<!doctype html><title>App</title><script src="/library.js"></script><script>
      HAWS.getAuth({ hassUrl: '${home().url}' }).then(async (auth) => {
        const first = auth.accessToken;
        await auth.refreshAccessToken();
        window.seen = { first, second: auth.accessToken };
        window.leave = () => auth.revoke();
        document.title = 'inside';
      });
    </script>`);
    const { page } = await openPage();
    await page.goto(`${site}/app`);
    await page.getByRole('heading', { name: 'An app requests access' }).waitFor();
    await logIn(page);
    await expect.poll(() => page.title(), { timeout: 15_000 }).toBe('inside');
    const { first, second } = await page.evaluate<{ first: string; second: string }>('window.seen');
    expect(first).not.toBe(second);
    const status = async (token: string): Promise<number> =>
      (await fetch(`${home().url}/api/`, { headers: { Authorization: `Bearer ${token}` } })).status;
    expect([await status(first), await status(second)]).toEqual([200, 200]);
    await page.evaluate('window.leave()');
    expect([await status(first), await status(second)]).toEqual([401, 401]);
  });

  it.each([
    ['no client', { redirect_uri: 'http://127.0.0.1:1/' }],
    ['no way back', { client_id: 'http://127.0.0.1:1/' }],
    ['a script for a way back', { client_id: 'http://x.test/', redirect_uri: 'javascript:alert(1)' }],
    ['a page for a way back', { client_id: 'http://x.test/', redirect_uri: 'data:text/html,<h1>hi' }],
    ['a script for a client', { client_id: 'javascript:alert(1)', redirect_uri: 'http://x.test/' }],
    [
      'another kind of answer',
      { client_id: 'http://x.test/', redirect_uri: 'http://x.test/', response_type: 'token' },
    ],
  ])('does not take a password for a request with %s', async (_what, query) => {
    const { page, complaints } = await openPage();
    await page.goto(`${home().url}/auth/authorize?${new URLSearchParams(query as Record<string, string>)}`);
    await page.getByRole('heading', { name: 'This request cannot be trusted' }).waitFor();
    expect(await page.locator('input').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('never sends a code to a host that is not the client’s', async () => {
    const site = await foreignSite();
    const { page } = await openPage();
    const query = new URLSearchParams({ client_id: 'http://good.test/', redirect_uri: `${site}/back` });
    await page.goto(`${home().url}/auth/authorize?${query}`);
    await logIn(page);
    await page.getByRole('alert').filter({ hasText: /\S/ }).waitFor();
    expect(new URL(page.url()).origin).toBe(home().url);
  });
});
