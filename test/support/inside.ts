import type { Browser } from 'playwright-core';
import { openPage, type Taste, type WatchedPage } from './browser.ts';
import { type ServedHome, servedHome } from './served-home.ts';
import { TestClient } from './start-hub.ts';

/** A page of the app, on a server with the simulated home. */
export interface InsideHome extends WatchedPage {
  readonly home: ServedHome;
  /** Sends a REST request as the owner; returns the JSON of the response. */
  rest(method: string, path: string, body?: unknown): Promise<unknown>;
  /** A WebSocket of the owner's own. */
  readonly client: TestClient;
}

/** Opens a page as a logged-in user: the owner, or one of a new group. `settings` is `hearth.yaml`. */
export async function openInside(
  browser: Browser,
  path: string,
  { group, settings, ...taste }: Taste & { readonly group?: string; readonly settings?: string } = {},
): Promise<InsideHome> {
  const home = await servedHome(settings);
  const client = await TestClient.open(home.url, home.token);
  const rest = async (method: string, target: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(home.url + target, {
      method,
      headers: { authorization: `Bearer ${home.token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${target}: ${answer.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  const watched = await openPage(browser, taste);
  const token = group === undefined ? home.token : await tokenOf(home.url, client, group);
  const kept = JSON.stringify({
    hassUrl: home.url,
    clientId: `${home.url}/`,
    access_token: token,
    refresh_token: '',
    expires_in: 1800,
    expires: Date.now() + 86_400_000,
  });
  await watched.context.addInitScript(`localStorage.setItem('hearth.tokens', ${JSON.stringify(kept)})`);
  await watched.page.goto(home.url + path);
  return { ...watched, home, rest, client };
}

/** Makes a user with a password and logs in as that user. */
async function tokenOf(url: string, client: TestClient, group: string): Promise<string> {
  const { user } = await client.must({ type: 'config/auth/create', name: 'Guest', group_ids: [group] });
  const password = 'seven green lanterns';
  await client.must({
    type: 'config/auth_provider/homeassistant/create',
    user_id: user.id,
    username: 'guest',
    password,
  });
  const post = async (path: string, body: unknown): Promise<Record<string, string>> =>
    (await fetch(url + path, { method: 'POST', body: JSON.stringify(body) })).json() as never;
  const clientId = `${url}/`;
  const begun = await post('/auth/login_flow', {
    client_id: clientId,
    handler: ['homeassistant', null],
    redirect_uri: clientId,
  });
  const done = await post(`/auth/login_flow/${begun.flow_id}`, {
    client_id: clientId,
    username: 'guest',
    password,
  });
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: clientId,
    code: String(done.result),
  });
  const answer = await fetch(`${url}/auth/token`, { method: 'POST', body: form });
  return ((await answer.json()) as { access_token: string }).access_token;
}
