import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createToken } from '../../src/auth/administration.ts';
import { TestClient as RawClient } from '../support/api.ts';
import { leaveOutPast } from '../support/demo-without-past.ts';
import { startTestHub, type TestClient, type TestHub } from '../support/start-hub.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'hearth-test-'));
leaveOutPast(dataDir);
let hub: TestHub;
let owner: TestClient;
beforeAll(async () => {
  hub = await startTestHub({ demo: true }, dataDir);
  owner = await hub.connect();
});
afterAll(async () => {
  await hub.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const ok = (result: unknown) => ({ success: true, result });
const refused = (code: string) => ({ success: false, error: { code } });

/** A user of a group, with a token. */
async function guest(name: string, group: string): Promise<TestClient> {
  await owner.must({ type: 'config/auth/create', name, group_ids: [group] });
  return hub.connect(await createToken(hub.hub.auth, { name: `${name} token`, user: name }));
}

test('data saved for a user is sent to the user’s subscriptions only', async () => {
  const other = await guest('Ben', 'system-users');
  expect(await owner.ask({ type: 'frontend/get_user_data', key: 'x' })).toMatchObject(ok({ value: null }));
  expect(await owner.ask({ type: 'frontend/get_user_data' })).toMatchObject(ok({ value: {} }));
  const value = { list: [1, 'zwei', null], deep: { ü: true } };
  expect(await owner.ask({ type: 'frontend/set_user_data', key: 'x', value })).toMatchObject(ok(null));
  expect(await owner.ask({ type: 'frontend/set_user_data', key: '__proto__', value: 5 })).toMatchObject(
    ok(null),
  );
  expect(await owner.ask({ type: 'frontend/get_user_data', key: 'x' })).toMatchObject(ok({ value }));
  expect(await owner.ask({ type: 'frontend/get_user_data', key: '__proto__' })).toMatchObject(
    ok({ value: 5 }),
  );
  expect(await owner.ask({ type: 'frontend/get_user_data', key: 'constructor' })).toMatchObject(
    ok({ value: null }),
  );
  expect(await other.ask({ type: 'frontend/get_user_data', key: 'x' })).toMatchObject(ok({ value: null }));
});

test('a subscription sends the value before the result, and each change of its key', async () => {
  const follower = await RawClient.login(hub.hub.port, hub.token);
  follower.send({ id: 70, type: 'frontend/subscribe_user_data', key: 'followed' });
  expect(await follower.next()).toEqual({ id: 70, type: 'event', event: { value: null } });
  expect(await follower.next()).toMatchObject({ id: 70, type: 'result', success: true });
  await owner.ask({ type: 'frontend/set_user_data', key: 'else', value: 1 });
  await owner.ask({ type: 'frontend/set_user_data', key: 'followed', value: false });
  expect(await follower.next()).toEqual({ id: 70, type: 'event', event: { value: false } });
  follower.close();
});

test('what is kept for all is written by administrators alone, and read by everybody', async () => {
  const other = await guest('Cleo', 'system-users');
  const set = { type: 'frontend/set_system_data', key: 'home', value: { quiet: true } };
  expect(await other.ask(set)).toMatchObject(refused('unauthorized'));
  expect(await owner.ask(set)).toMatchObject(ok(null));
  expect(await other.ask({ type: 'frontend/get_system_data', key: 'home' })).toMatchObject(
    ok({ value: { quiet: true } }),
  );
});

test.each([
  ['without a value', { key: 'x' }, 'invalid_format'],
  ['without a key', { value: 1 }, 'invalid_format'],
  ['with an empty key', { key: '', value: 1 }, 'invalid_format'],
  ['with too much', { key: 'x', value: 'x'.repeat(250_000) }, 'too_large'],
])('nothing is kept %s', async (_, fields, code) => {
  expect(await owner.ask({ type: 'frontend/set_user_data', ...fields })).toMatchObject(refused(code));
});

test('everybody learns on what he may act', async () => {
  expect(await owner.ask({ type: 'hearth/rights' })).toMatchObject(ok({ control: null }));
  const reader = await guest('Dora', 'system-read-only');
  expect(await reader.ask({ type: 'hearth/rights' })).toMatchObject(ok({ control: [] }));
  await owner.must({
    type: 'config/auth/create',
    name: 'Emil',
    group_ids: ['system-users'],
    policy: { rules: [{ effect: 'allow', actions: ['read', 'control'], entities: ['light.floor_lamp'] }] },
  });
  const limited = await hub.connect(await createToken(hub.hub.auth, { name: 'emil token', user: 'Emil' }));
  expect(await limited.ask({ type: 'hearth/rights' })).toMatchObject(ok({ control: ['light.floor_lamp'] }));
});

test('what is kept outlives the server, and goes with its user', async () => {
  const { result } = await owner.ask({
    type: 'config/auth/create',
    name: 'Fred',
    group_ids: ['system-users'],
  });
  const id = result.user.id;
  const fred = await hub.connect(await createToken(hub.hub.auth, { name: 'fred token', user: 'Fred' }));
  await fred.ask({ type: 'frontend/set_user_data', key: 'mine', value: 1 });
  expect(hub.hub.auth.stored.get(id, 'mine')).toBe(1);
  await hub.stop();
  hub = await startTestHub({ demo: true }, dataDir);
  owner = await hub.connect();
  expect(hub.hub.auth.stored.get(id, 'mine')).toBe(1);
  await owner.ask({ type: 'config/auth/delete', user_id: id });
  expect(hub.hub.auth.stored.get(id, 'mine')).toBeNull();
});
