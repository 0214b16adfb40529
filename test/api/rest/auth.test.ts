import { createConnection, getAuth } from 'home-assistant-js-websocket';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { TestClient } from '../../support/api.ts';
import { type AuthApi, startAuthApi } from '../../support/auth-api.ts';
import { CHALLENGE, VERIFIER } from '../../support/login.ts';
import { testData } from '../../support/test-data.ts';

const cases = testData(import.meta.filename);

const PASSWORD = 'correct horse';
let api: AuthApi;
let clientId: string;

beforeEach(async () => {
  api = await startAuthApi(['127.0.0.9']);
  clientId = `${api.url}/`;
});
afterEach(() => api.stop());

/** Claims the server as anna, with the code it would print. */
async function claim(changes: Record<string, unknown> = {}): Promise<Response> {
  const code = api.auth.claim.newCode() ?? 'AAAA-AAAA-AAAA';
  return api.post('/auth/claim', {
    code,
    name: 'Anna',
    username: 'anna',
    password: PASSWORD,
    client_id: clientId,
    redirect_uri: `${api.url}/?auth_callback=1`,
    ...changes,
  });
}

async function login(changes: Record<string, unknown> = {}): Promise<string> {
  const begun = await api.post('/auth/login_flow', {
    client_id: clientId,
    redirect_uri: `${api.url}/?auth_callback=1`,
    handler: ['homeassistant', null],
    ...changes,
  });
  const { flow_id } = (await begun.json()) as { flow_id: string };
  const ended = await api.post(`/auth/login_flow/${flow_id}`, {
    client_id: clientId,
    username: 'anna',
    password: PASSWORD,
  });
  return ((await ended.json()) as { result: string }).result;
}

async function tokens(code: string, more: Record<string, string> = {}) {
  const response = await api.post(
    '/auth/token',
    new URLSearchParams({ grant_type: 'authorization_code', code, client_id: clientId, ...more }),
  );
  return { response, body: (await response.json()) as Record<string, string> };
}

describe('claiming the server', () => {
  it('is offered until it is done', async () => {
    expect(await (await api.get('/auth/claim')).json()).toEqual({ claimed: false });
    const providers = await api.get('/auth/providers');
    expect([providers.status, await providers.json()]).toEqual([
      400,
      { message: 'Onboarding not finished', code: 'onboarding_required' },
    ]);
    expect((await claim()).status).toBe(200);
    expect(await (await api.get('/auth/claim')).json()).toEqual({ claimed: true });
    expect(await (await api.get('/auth/providers')).json()).toEqual({
      providers: [{ type: 'homeassistant', id: null, name: 'Hearth' }],
      preselect_remember_me: true,
    });
  });

  it('ends with a code that makes its owner’s tokens', async () => {
    const { auth_code } = (await (
      await claim({ code_challenge: CHALLENGE, code_challenge_method: 'S256' })
    ).json()) as { auth_code: string };
    const { body } = await tokens(auth_code, { code_verifier: VERIFIER });
    expect((await api.get('/api/states', body.access_token)).status).toBe(200);
  });

  it('is refused without the code, for other clients, and with too little or too much', async () => {
    expect((await claim({ code: 'AAAA-AAAA-AAAA' })).status).toBe(403);
    expect((await claim({ redirect_uri: 'https://evil.example/' })).status).toBe(400);
    expect((await claim({ redirect_uri: 'javascript:alert(1)' })).status).toBe(400);
    expect((await claim({ client_id: 'x' })).status).toBe(400);
    expect((await claim({ password: 'short' })).status).toBe(400);
    expect((await claim({ is_admin: true })).status).toBe(400);
    expect((await claim({ code_challenge: CHALLENGE, code_challenge_method: 'plain' })).status).toBe(400);
    expect((await api.post('/auth/claim', '')).status).toBe(400);
    expect(api.auth.claim.isClaimed()).toBe(false);
  });

  it('is done once', async () => {
    await claim();
    expect((await claim({ username: 'eve' })).status).toBe(403);
  });
});

describe('the login of Home Assistant', () => {
  beforeEach(async () => {
    await claim();
  });

  it('works with its own library: code, access, refresh, revoke', async () => {
    Object.assign(globalThis, { WebSocket });
    const saved: unknown[] = [];
    const auth = await getAuth({
      hassUrl: api.url,
      clientId,
      authCode: await login(),
      saveTokens: (data) => void saved.push(data),
    });
    expect((await api.get('/api/states', auth.accessToken)).status).toBe(200);
    const first = auth.accessToken;
    await auth.refreshAccessToken();
    expect(auth.accessToken).not.toBe(first);
    const connection = await createConnection({ auth });
    expect(await connection.sendMessagePromise({ type: 'auth/current_user' })).toMatchObject({
      name: 'Anna',
      is_owner: true,
      is_admin: true,
      credentials: [{ auth_provider_type: 'homeassistant', auth_provider_id: null }],
    });
    const gone = new Promise((resolve) => connection.addEventListener('disconnected', resolve));
    await auth.revoke();
    await gone;
    connection.close();
    expect((await api.get('/api/states', auth.accessToken)).status).toBe(401);
    expect(saved.at(-1)).toBeNull();
  });

  it('accepts both kinds of forms, and forbids caching', async () => {
    const form = new FormData();
    for (const [key, value] of Object.entries({
      grant_type: 'authorization_code',
      code: await login(),
      client_id: clientId,
    }))
      form.append(key, value);
    const multipart = await api.post('/auth/token', form);
    expect([
      multipart.status,
      multipart.headers.get('cache-control'),
      multipart.headers.get('pragma'),
    ]).toEqual([200, 'no-store', 'no-cache']);
    expect(multipart.headers.get('access-control-allow-origin')).toBe('*');
    expect((await tokens(await login())).response.status).toBe(200);
  });

  it.each([
    [
      'a field given twice',
      (code: string) =>
        new URLSearchParams([
          ['grant_type', 'authorization_code'],
          ['code', code],
          ['code', code],
          ['client_id', clientId],
        ]),
    ],
    [
      'a file',
      (code: string) => {
        const form = new FormData();
        form.append('grant_type', 'authorization_code');
        form.append('client_id', clientId);
        form.append('code', new Blob([code]), 'code.txt');
        return form;
      },
    ],
  ])('takes no form with %s', async (_what, make) => {
    const response = await api.post('/auth/token', make(await login()));
    expect([response.status, await response.json()]).toEqual([400, { error: 'invalid_request' }]);
  });

  it('rejects malformed forms', async () => {
    for (const [body, type] of cases<[string, string][]>('bodies'))
      expect((await api.post('/auth/token', body, { 'content-type': type ?? '' })).status).toBe(400);
    const json = await api.post('/auth/token', { grant_type: 'refresh_token' });
    expect([json.status, await json.json()]).toEqual([400, { error: 'unsupported_grant_type' }]);
  });

  it('accepts bodies of up to 64 KiB', async () => {
    for (const path of cases<string[]>('other paths'))
      expect((await api.post(path, 'x'.repeat(65 * 1024))).status).toBe(413);
  });

  it('knows flows by their ids and methods alone', async () => {
    expect((await api.get('/auth/login_flow')).status).toBe(405);
    expect((await api.post('/auth/login_flow/unknown', { client_id: clientId })).status).toBe(404);
    expect((await api.post('/auth/login_flow', 'no json')).status).toBe(400);
    expect(await (await api.post('/auth/login_flow', 'no json')).json()).toMatchObject({
      message: 'Invalid JSON.',
    });
    const gone = await fetch(`${api.url}/auth/login_flow/unknown`, { method: 'DELETE' });
    expect(gone.status).toBe(404);
  });

  it('is slowed with 429 after too many wrong passwords', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 7; n += 1) {
      const begun = await api.post('/auth/login_flow', {
        client_id: clientId,
        redirect_uri: clientId,
        handler: ['homeassistant', null],
      });
      const { flow_id } = (await begun.json()) as { flow_id: string };
      const tried = await api.post(`/auth/login_flow/${flow_id}`, {
        client_id: clientId,
        username: 'anna',
        password: `wrong horse ${n}`,
      });
      statuses.push(tried.status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
  });

  it('contains its URLs with the requested host', async () => {
    const response = await api.get('/.well-known/oauth-authorization-server');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(await response.json()).toMatchObject({
      issuer: api.url,
      authorization_endpoint: `${api.url}/auth/authorize`,
      token_endpoint: `${api.url}/auth/token`,
      revocation_endpoint: `${api.url}/auth/revoke`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
    });
    expect(await (await api.get('/.well-known/oauth-protected-resource')).json()).toMatchObject({
      authorization_servers: [api.url],
    });
  });
});

describe('access is denied', () => {
  it('by a token in the query, another scheme, or one in lower case', async () => {
    const { secret } = await api.caller();
    expect((await api.get('/api/states', secret)).status).toBe(200);
    expect(
      (await api.get(`/api/states?access_token=${secret}&token=${secret}&authSig=${secret}`)).status,
    ).toBe(401);
    for (const Authorization of [
      `bearer ${secret}`,
      `BEARER ${secret}`,
      `Basic ${secret}`,
      secret,
      `Bearer  ${secret}`,
      `Token ${secret}`,
    ])
      expect((await fetch(`${api.url}/api/states`, { headers: { Authorization } })).status).toBe(401);
  });

  it('with an Authorization header of 100 kB, and the server keeps running', async () => {
    const huge = await fetch(`${api.url}/api/states`, {
      headers: { Authorization: `Bearer ${'a'.repeat(100_000)}` },
    }).catch(() => null);
    expect(huge === null || huge.status >= 400).toBe(true);
    const large = await api.get('/api/states', 'a'.repeat(10_000));
    expect(large.status).toBe(401);
  });

  it('through an untrusted peer that sends forwarding headers', async () => {
    const { secret } = await api.caller({ local_only: true });
    const headers = { Authorization: `Bearer ${secret}`, 'X-Forwarded-For': '127.0.0.1' };
    expect((await fetch(`${api.url}/api/states`, { headers })).status).toBe(400);
  });

  it('by path tricks', async () => {
    for (const path of cases<string[]>('paths'))
      expect([401, 404, 400]).toContain((await api.get(path)).status);
  });

  it('by a signature on anything but its own path', async () => {
    const { tokenId } = await api.caller();
    const signed = api.auth.signedPaths.sign('/api/states/light.hall', 30, tokenId);
    expect((await api.get(signed)).status).toBe(200);
    expect((await api.get(signed.replace('light.hall', 'lock.door'))).status).toBe(401);
    expect((await fetch(api.url + signed, { method: 'DELETE' })).status).toBe(401);
    expect((await fetch(api.url + signed, { headers: { Authorization: 'Bearer x' } })).status).toBe(401);
    expect((await fetch(api.url + signed, { method: 'HEAD' })).status).toBe(200);
    await api.auth.tokens.revoke(tokenId);
    expect((await api.get(signed)).status).toBe(401);
  });
});

describe('a revoked or disabled caller', () => {
  it('gets 401, and the open WebSocket ends', async () => {
    const { secret, user } = await api.caller();
    const client = await api.client(secret);
    await api.auth.users.update(user.id, { is_active: false });
    expect(await client.next()).toMatch(/^closed/);
    expect((await api.get('/api/states', secret)).status).toBe(401);
    const again = new TestClient(api.port);
    await again.next();
    expect(await again.ask({ type: 'auth', access_token: secret })).toMatchObject({ type: 'auth_invalid' });
  });
});

describe('a guest limited to one light', () => {
  it('sees nothing else by REST', async () => {
    const { secret } = await api.caller({
      policy: { rules: [{ effect: 'allow', actions: ['control'], entities: ['light.hall'] }] },
    });
    const states = (await (await api.get('/api/states', secret)).json()) as { entity_id: string }[];
    expect(states.map(({ entity_id }) => entity_id)).toEqual(['light.hall']);
    expect((await api.get('/api/states/light.hall', secret)).status).toBe(200);
    const hidden = await api.get('/api/states/lock.door', secret);
    const missing = await api.get('/api/states/lock.none', secret);
    expect([hidden.status, await hidden.text()]).toEqual([missing.status, await missing.text()]);
    expect(hidden.status).toBe(404);
  });
});
