import type { Browser, BrowserContext } from 'playwright-core';
import { openPage, type Taste, type WatchedPage } from './browser.ts';
import { type ServedHome, servedHome } from './served-home.ts';
import { TestClient } from './start-hub.ts';

/** An open page of the app on a server with the demo home. */
export interface InsideHome extends WatchedPage {
  readonly home: ServedHome;
  /** Sends a REST request as the owner; returns the JSON of the response. */
  rest(method: string, path: string, body?: unknown): Promise<unknown>;
  /** The owner's WebSocket client. */
  readonly client: TestClient;
}

/** How a page is opened. */
interface Manner extends Taste {
  /** Makes a user of this group, who is logged in instead of the owner. */
  readonly group?: string;
  /** The server's `hearth.yaml`. */
  readonly settings?: string;
  /** Done to the browser profile before the page is opened. */
  readonly prepare?: (context: BrowserContext) => Promise<unknown>;
}

/** Opens a page as somebody who is logged in. */
export async function openInside(
  browser: Browser,
  path: string,
  { group, settings, prepare, ...taste }: Manner = {},
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
  await prepare?.(watched.context);
  await watched.page.goto(home.url + path);
  return { ...watched, home, rest, client };
}

/** Creates a user with a password and logs in. */
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
