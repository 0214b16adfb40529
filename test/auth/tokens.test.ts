import { describe, expect, it } from 'vitest';
import { createToken, listTokens, revokeToken } from '../../src/auth/administration.ts';
import { buildAuth } from '../../src/auth/auth.ts';
import { bareHome } from '../../src/auth/permissions.ts';
import { ACCESS_LIFETIME, LOGIN_LIFETIME } from '../../src/auth/tokens.ts';
import { silentLog } from '../../src/core/log.ts';
import { openDatabase } from '../../src/storage/database.ts';
import { openDocuments } from '../../src/storage/documents.ts';
import { hearthMigrations } from '../../src/storage/migrations/index.ts';
import { makeAuth } from '../support/auth.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { tempFolder } from '../support/temp-folder.ts';

const PEER = '192.168.1.20';
const MINUTE = 60_000;

describe('a long-lived token', () => {
  it('is accepted from the moment it is created, and after a restart', async () => {
    const home = makeAuth();
    const { secret, user } = await home.caller();
    expect(home.auth.authenticator.authenticate(secret, PEER)?.user).toMatchObject({
      id: user.id,
      name: 'User 1',
    });
    expect(home.restart().authenticator.authenticate(secret, PEER)?.user.id).toBe(user.id);
  });

  it('is not stored in plain text', async () => {
    const { auth, caller } = makeAuth();
    const { secret, tokenId } = await caller();
    const stored = JSON.stringify(auth.tokens.get(tokenId));
    expect(stored).not.toContain(secret.slice(7, 20));
    expect(stored).toMatch(/"hash":"[0-9a-f]{64}"/);
  });

  it('survives the disk', async () => {
    const folder = tempFolder();
    const clock = new FakeClock();
    const open = () =>
      openDatabase({
        file: `${folder}/hearth.db`,
        migrations: hearthMigrations,
        backupFolder: `${folder}/backups`,
        clock,
        log: silentLog,
      });
    const build = async (database: Awaited<ReturnType<typeof open>>) =>
      buildAuth({
        documents: await openDocuments(database, silentLog),
        audit: { record: async () => {} },
        home: bareHome,
        clock,
        log: silentLog,
      });
    const first = await open();
    const secret = await createToken(await build(first), { name: 'disk', days: 2 });
    await first.close();
    const second = await open();
    const auth = await build(second);
    expect(auth.authenticator.authenticate(secret, PEER)?.access.isAdmin).toBe(true);
    await second.close();
  });

  it('has a name that its user gave to no other, and another user may give too', async () => {
    const { auth, caller } = makeAuth();
    const { user } = await caller();
    const wish = { user_id: user.id, kind: 'long_lived_access_token', name: ' test ' } as const;
    await expect(auth.tokens.create(wish)).rejects.toThrow('A token named "test" already exists');
    await expect(caller()).resolves.toBeDefined();
  });

  it.each(['', '   ', 'x'.repeat(101), 'a\nb'])('is not made with the name %j', async (name) => {
    const { auth, caller } = makeAuth();
    const { user } = await caller();
    await expect(
      auth.tokens.create({ user_id: user.id, kind: 'long_lived_access_token', name }),
    ).rejects.toMatchObject({ code: 'invalid_info' });
  });

  it('expires at its moment, ends open connections then, and is forgotten', async () => {
    const { auth, clock } = makeAuth();
    const secret = await createToken(auth, { name: 'short', days: 1 });
    const caller = auth.authenticator.authenticate(secret, PEER);
    let ended = 0;
    caller?.onRevoked(() => {
      ended += 1;
    });
    clock.advance(24 * 60 * MINUTE - 1);
    expect([ended, auth.authenticator.authenticate(secret, PEER) === null]).toEqual([0, false]);
    clock.advance(2);
    expect([ended, auth.authenticator.authenticate(secret, PEER)]).toEqual([1, null]);
    expect(listTokens(auth)).toEqual([]);
  });

  it('is refused when it would have expired already', async () => {
    const { auth } = makeAuth();
    await expect(createToken(auth, { name: 'late', days: 0 })).rejects.toMatchObject({
      code: 'invalid_info',
    });
  });

  it('is revoked by name or ID, ends its connections and is rejected', async () => {
    const { auth, caller } = makeAuth();
    const { secret, tokenId } = await caller();
    const ended: string[] = [];
    auth.authenticator.authenticate(secret, PEER)?.onRevoked(() => ended.push('one'));
    auth.authenticator.authenticate(secret, PEER)?.onRevoked(() => ended.push('two'));
    await revokeToken(auth, 'test');
    expect(ended).toEqual(['one', 'two']);
    expect(auth.authenticator.authenticate(secret, PEER)).toBeNull();
    await expect(revokeToken(auth, tokenId)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is not revoked by a name that two users gave', async () => {
    const { auth, caller } = makeAuth();
    await caller();
    await caller();
    await expect(revokeToken(auth, 'test')).rejects.toMatchObject({ code: 'invalid_info' });
  });

  it('leaves no timer behind without listeners', async () => {
    const { auth, clock } = makeAuth();
    const secret = await createToken(auth, { name: 'short', days: 1 });
    auth.authenticator.authenticate(secret, PEER)?.onRevoked(() => {})();
    expect(clock.pending).toBe(0);
  });

  it('notes its last use, at most once a minute', async () => {
    const { auth, clock, caller } = makeAuth();
    const { secret, tokenId } = await caller();
    auth.authenticator.authenticate(secret, PEER);
    const first = auth.tokens.get(tokenId);
    expect(first?.last_used_ip).toBe(PEER);
    clock.advance(MINUTE - 1000);
    auth.authenticator.authenticate(secret, '10.0.0.9');
    expect(auth.tokens.get(tokenId)).toBe(first);
    clock.advance(2000);
    auth.authenticator.authenticate(secret, '10.0.0.9');
    expect(auth.tokens.get(tokenId)?.last_used_ip).toBe('10.0.0.9');
  });
});

describe('a token for scripts', () => {
  it('belongs to an owner without a password, created once', async () => {
    const { auth } = makeAuth();
    const secret = await createToken(auth, { name: 'a' });
    await createToken(auth, { name: 'b' });
    expect(auth.users.all()).toHaveLength(1);
    expect(auth.users.owner()).toMatchObject({ is_owner: true, username: null });
    expect(auth.authenticator.authenticate(secret, PEER)?.user).toMatchObject({
      is_owner: true,
      is_admin: true,
    });
  });

  it('is not created for an unknown user', async () => {
    const { auth } = makeAuth();
    await expect(createToken(auth, { name: 'a', user: 'nobody' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

describe('access is denied with', () => {
  it.each(['', 'x', 'hearth_', `hearth_${'A'.repeat(49)}`, 'A'.repeat(100_000), '\u0000', '__proto__'])(
    'the text %j',
    (text) => {
      expect(makeAuth().auth.authenticator.authenticate(text, PEER)).toBeNull();
    },
  );

  it('the id or the hash of a token, or its secret in another case', async () => {
    const { auth, caller } = makeAuth();
    const { secret, tokenId } = await caller();
    const hash = auth.tokens.get(tokenId)?.hash ?? '';
    for (const text of [tokenId, hash, secret.toUpperCase(), ` ${secret}`])
      expect(auth.authenticator.authenticate(text, PEER)).toBeNull();
  });

  it('a refresh token', async () => {
    const { auth, caller } = makeAuth();
    const { user } = await caller();
    const { secret } = await auth.tokens.create({ user_id: user.id, kind: 'normal', client_id: 'http://a/' });
    expect(auth.tokens.findLogin(secret)?.user_id).toBe(user.id);
    expect(auth.authenticator.authenticate(secret, PEER)).toBeNull();
  });
});

describe('an access token', () => {
  const login = async () => {
    const home = makeAuth();
    const { user } = await home.caller();
    const { token, secret } = await home.auth.tokens.create({
      user_id: user.id,
      kind: 'normal',
      expires_at: home.clock.now() + LOGIN_LIFETIME,
    });
    return { ...home, token, refresh: secret, access: await home.auth.tokens.grantAccess(token, PEER) };
  };

  it('is valid for half an hour, also across a restart', async () => {
    const { auth, access, clock, restart } = await login();
    expect(auth.authenticator.authenticate(access, PEER)).not.toBeNull();
    const later = restart();
    clock.advance(ACCESS_LIFETIME - 1);
    expect(later.authenticator.authenticate(access, PEER)).not.toBeNull();
    clock.advance(2);
    expect(later.authenticator.authenticate(access, PEER)).toBeNull();
  });

  it('leaves an open connection alone when it expires, and ends it with its login', async () => {
    const { auth, access, clock, token } = await login();
    let ended = false;
    auth.authenticator.authenticate(access, PEER)?.onRevoked(() => {
      ended = true;
    });
    clock.advance(2 * ACCESS_LIFETIME);
    expect(ended).toBe(false);
    await auth.tokens.revoke(token.id);
    expect(ended).toBe(true);
  });

  it('expires with its login', async () => {
    const { auth, access, token, refresh } = await login();
    await auth.tokens.revoke(token.id);
    expect(auth.authenticator.authenticate(access, PEER)).toBeNull();
    expect(auth.tokens.findLogin(refresh)).toBeUndefined();
  });

  it('is one of at most twenty of a login: an older one is dropped', async () => {
    const { auth, access, token } = await login();
    for (let i = 0; i < 19; i += 1) await auth.tokens.grantAccess(auth.tokens.get(token.id) ?? token, PEER);
    expect(auth.authenticator.authenticate(access, PEER)).not.toBeNull();
    await auth.tokens.grantAccess(auth.tokens.get(token.id) ?? token, PEER);
    expect(auth.authenticator.authenticate(access, PEER)).toBeNull();
    expect(auth.tokens.get(token.id)?.access).toHaveLength(20);
  });
});

describe('a login', () => {
  it('expires 90 days after its last use', async () => {
    const { auth, clock, caller } = makeAuth();
    const { user } = await caller();
    const expires_at = clock.now() + LOGIN_LIFETIME;
    const { token, secret } = await auth.tokens.create({ user_id: user.id, kind: 'normal', expires_at });
    clock.advance(LOGIN_LIFETIME - 1000);
    await auth.tokens.grantAccess(token, PEER);
    clock.advance(LOGIN_LIFETIME - 1000);
    expect(auth.tokens.findLogin(secret)?.id).toBe(token.id);
    clock.advance(1001);
    expect(auth.tokens.findLogin(secret)).toBeUndefined();
    auth.tokens.sweep();
    expect(auth.tokens.get(token.id)).toBeUndefined();
  });

  it('never expires if its user chose that', async () => {
    const { auth, clock, caller } = makeAuth();
    const { user } = await caller();
    const { token, secret } = await auth.tokens.create({
      user_id: user.id,
      kind: 'normal',
      expires_at: clock.now() + 1000,
    });
    await auth.tokens.setLapse(token, false);
    clock.advance(2 * LOGIN_LIFETIME);
    expect(auth.tokens.findLogin(secret)?.id).toBe(token.id);
  });

  it('is one of at most 200 of a user: the one unused for longest is dropped', async () => {
    const { auth, clock, caller } = makeAuth();
    const { user } = await caller();
    const logins = [];
    for (let i = 0; i < 201; i += 1) {
      clock.advance(1);
      logins.push((await auth.tokens.create({ user_id: user.id, kind: 'normal' })).token.id);
    }
    expect(logins.map((id) => auth.tokens.get(id) !== undefined)).toEqual([false, ...Array(200).fill(true)]);
  });
});
