import { afterAll, beforeAll, expect, test } from 'vitest';
import { AnchoredClock } from '../support/permission-oracle/anchored-clock.ts';
import { startTestHub, type TestClient, type TestHub } from '../support/start-hub.ts';

const EXPORT = '/api/hearth/history/export?entity_ids=light.floor_lamp&format=jsonl';
const LOG = '/api/error_log';

const clock = new AnchoredClock();
let hub: TestHub;
let owner: TestClient;
beforeAll(async () => {
  hub = await startTestHub({ demo: true }, undefined, clock);
  owner = await hub.connect();
});
afterAll(() => hub.stop());

const open = async (path: string, init: RequestInit = {}): Promise<number> => {
  const response = await fetch(hub.url + path, init);
  await response.body?.cancel();
  return response.status;
};
const sign = async (client: TestClient, path: string, expires?: number): Promise<string> =>
  (await client.must({ type: 'auth/sign_path', path, ...(expires === undefined ? {} : { expires }) })).path;

/** A new user with a token and a connection. */
async function enter(group: 'system-admin' | 'system-users') {
  const { users, tokens } = hub.hub.auth;
  const user = await users.create({ name: 'Anna', group_ids: [group] });
  const { token, secret } = await tokens.create({
    user_id: user.id,
    kind: 'long_lived_access_token',
    name: 'Phone',
  });
  return { userId: user.id, tokenId: token.id, client: await hub.connect(secret) };
}

test('a signed path opens every GET that its signer may read, and no other method', async () => {
  const states: { entity_id: string }[] = (await hub.rest('GET', '/api/states')).json;
  const camera = states.find(({ entity_id }) => entity_id.startsWith('camera.'))?.entity_id;
  const values: Record<string, string> = { entity_id: 'light.floor_lamp', time: '2026-01-01', id: 'x' };
  const tried: string[] = [];
  for (const { method, path, permission } of hub.hub.routes) {
    if (method !== 'GET' || path === '/api/stream' || path.includes('_stream')) continue;
    const named = path.includes('/camera_proxy/') ? { ...values, entity_id: camera ?? '' } : values;
    const target = path.replace(/:(\w+)/g, (_, name: string) => named[name] ?? 'x');
    const asked = path.includes('/history/period') ? `${target}?filter_entity_id=light.floor_lamp` : target;
    const signed = await sign(owner, asked);
    const direct = await hub.rest('GET', asked);
    expect([asked, await open(signed)]).toEqual([asked, direct.status]);
    if (permission !== 'public') {
      expect([asked, await open(asked)]).toEqual([asked, 401]);
      expect([asked, await open(signed, { method: 'POST', body: '{}' })]).not.toEqual([asked, 200]);
    }
    tried.push(path);
  }
  expect(tried.length).toBeGreaterThan(25);
  expect(tried).toEqual(expect.arrayContaining(['/api/error_log', '/api/hearth/history/export']));
});

test('it opens no more than its signer may read at the time of the request', async () => {
  const anna = await enter('system-users');
  const [log, picture, state] = await Promise.all([
    sign(anna.client, LOG),
    sign(anna.client, EXPORT),
    sign(anna.client, '/api/states/light.floor_lamp'),
  ]);
  expect(await Promise.all([log, picture, state].map((path) => open(path)))).toEqual([403, 200, 200]);
  await hub.hub.auth.users.update(anna.userId, { group_ids: ['system-admin'] });
  expect(await open(log)).toBe(200);
  await hub.hub.auth.users.update(anna.userId, { group_ids: [] });
  expect(await Promise.all([log, state].map((path) => open(path)))).toEqual([403, 404]);
  const exported = await fetch(hub.url + picture);
  expect([exported.status, await exported.text()]).toEqual([200, '']);
});

test('it ends with the token, the user and its time', async () => {
  const revoked = await enter('system-admin');
  const path = await sign(revoked.client, LOG);
  expect(await open(path)).toBe(200);
  await hub.hub.auth.tokens.revoke(revoked.tokenId);
  expect(await open(path)).toBe(401);

  const disabled = await enter('system-admin');
  const second = await sign(disabled.client, LOG);
  await hub.hub.auth.users.update(disabled.userId, { is_active: false });
  expect(await open(second)).toBe(401);

  const deleted = await enter('system-admin');
  const third = await sign(deleted.client, LOG);
  await hub.hub.auth.users.delete(deleted.userId);
  expect(await open(third)).toBe(401);

  const brief = await sign(owner, LOG, 3600);
  clock.skip(3_500_000);
  expect(await open(brief)).toBe(200);
  clock.skip(101_000);
  expect(await open(brief)).toBe(401);
});
