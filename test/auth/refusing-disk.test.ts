import { expect, test } from 'vitest';
import { buildAuth } from '../../src/auth/auth.ts';
import { bareHome } from '../../src/auth/permissions.ts';
import { HubError } from '../../src/core/errors.ts';
import { silentLog } from '../../src/core/log.ts';
import type { Database } from '../../src/storage/database.ts';
import { openDocuments } from '../../src/storage/documents.ts';
import { keepingLog } from '../storage/temp-database.ts';
import { FakeClock } from '../support/fake-clock.ts';

const PEER = '192.168.1.20';
const full = new HubError('unavailable', 'hearth.db could not be used: the disk is full');

async function home() {
  let failure: Error | null = null;
  const database: Pick<Database, 'write' | 'query'> = {
    write: async () => {
      if (failure !== null) throw failure;
    },
    query: async () => [],
  };
  const clock = new FakeClock();
  const { log, lines } = keepingLog();
  const documents = await openDocuments(database as Database, silentLog);
  const auth = buildAuth({ documents, audit: { record: async () => {} }, home: bareHome, clock, log });
  const fail = (reason: Error | null): void => {
    failure = reason;
  };
  const member = () => auth.users.create({ name: 'Ada', group_ids: ['system-users'] });
  return { auth, clock, lines, fail, member };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('users stay logged in while the disk rejects writes', async () => {
  const { auth, clock, fail, member } = await home();
  const { id } = await member();
  const { token, secret } = await auth.tokens.create({ user_id: id, kind: 'normal', client_id: 'http://a' });
  fail(full);
  const form = new Map([
    ['grant_type', 'refresh_token'],
    ['refresh_token', secret],
    ['client_id', 'http://a'],
  ]);
  const answer = await auth.oauth.token(form, { peer: PEER, device: null });
  expect(answer.status).toBe(200);
  const { access_token: access } = answer.body as { access_token: string };
  clock.advance(60_000);
  expect(auth.authenticator.authenticate(access, PEER)?.tokenId).toBe(token.id);
  clock.advance(30 * 60_000);
  expect(auth.authenticator.authenticate(access, PEER)).toBeNull();
});

test('while the disk refuses writes, the use of a token is saved once a minute at most, and logged once', async () => {
  const { auth, clock, lines, fail, member } = await home();
  const { id } = await member();
  const { secret, token } = await auth.tokens.create({
    ...{ user_id: id, kind: 'long_lived_access_token', name: 'x' },
  });
  fail(full);
  for (let i = 0; i < 5; i += 1) {
    expect(auth.authenticator.authenticate(secret, PEER)).not.toBeNull();
    await settled();
  }
  expect(lines).toEqual([]);
  fail(null);
  auth.authenticator.authenticate(secret, PEER);
  expect(auth.tokens.get(token.id)?.last_used_at).toBeNull();
  clock.advance(61_000);
  auth.authenticator.authenticate(secret, PEER);
  expect(auth.tokens.get(token.id)?.last_used_at).not.toBeNull();
});

test('permissions that could not be saved are not granted, even to users who log in meanwhile', async () => {
  const { auth, fail, member } = await home();
  const { id } = await member();
  const { secret } = await auth.tokens.create({ user_id: id, kind: 'long_lived_access_token', name: 'x' });
  fail(full);
  const change = auth.users.update(id, { group_ids: ['system-admin'] });
  expect(auth.authenticator.authenticate(secret, PEER)?.access.isAdmin).toBe(true);
  await expect(change).rejects.toBe(full);
  expect(auth.authenticator.authenticate(secret, PEER)?.access.isAdmin).toBe(false);
});

test('limits of a token that could not be taken off hold', async () => {
  const { auth, fail, member } = await home();
  const { id } = await member();
  const { secret, token } = await auth.tokens.create({
    ...{ user_id: id, kind: 'long_lived_access_token', name: 'x', policy: { rules: [] } },
  });
  fail(full);
  const change = auth.tokens.update(token.id, { policy: null });
  expect(auth.authenticator.authenticate(secret, PEER)?.access.may('read')).toBe(true);
  await expect(change).rejects.toBe(full);
  expect(auth.authenticator.authenticate(secret, PEER)?.access.may('read')).toBe(false);
});

test('subscribers are notified when a value could not be saved', async () => {
  const { auth, fail } = await home();
  await auth.stored.set('u', 'page', 1);
  const heard: unknown[] = [];
  auth.stored.onChange(() => heard.push(auth.stored.get('u', 'page')));
  fail(full);
  await expect(auth.stored.set('u', 'page', 2)).rejects.toBe(full);
  expect(heard).toEqual([2, 1]);
});
