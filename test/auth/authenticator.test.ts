import { describe, expect, it } from 'vitest';
import type { Auth } from '../../src/auth/auth.ts';
import { makeAuth } from '../support/auth.ts';

const LOCAL = '192.168.1.20';
const FAR = '203.0.113.7';

/** Counts how often a connection of this token was ended. */
function watch(auth: Auth, secret: string, peer = LOCAL): { ended: number } {
  const seen = { ended: 0 };
  auth.authenticator.authenticate(secret, peer)?.onRevoked(() => {
    seen.ended += 1;
  });
  return seen;
}

describe('open connections end, once, when', () => {
  it('their user is disabled, and the tokens are removed', async () => {
    const { auth, caller } = makeAuth();
    const { secret, user } = await caller();
    const seen = watch(auth, secret);
    await auth.users.update(user.id, { is_active: false });
    expect(seen.ended).toBe(1);
    await auth.users.update(user.id, { is_active: true });
    expect(auth.authenticator.authenticate(secret, LOCAL)).toBeNull();
    expect(auth.tokens.ofUser(user.id)).toEqual([]);
  });

  it('their user is deleted', async () => {
    const { auth, caller } = makeAuth();
    const { secret, user } = await caller();
    const seen = watch(auth, secret);
    await auth.users.delete(user.id);
    expect(seen.ended).toBe(1);
    expect(auth.authenticator.authenticate(secret, LOCAL)).toBeNull();
  });

  it('their user gets other permissions, which hold at once', async () => {
    const { auth, caller } = makeAuth();
    const { secret, user } = await caller();
    const seen = watch(auth, secret);
    await auth.users.update(user.id, {
      policy: { rules: [{ effect: 'allow', actions: ['read'], domains: ['light'] }] },
    });
    expect(seen.ended).toBe(1);
    const { access } = auth.authenticator.authenticate(secret, LOCAL) ?? {};
    expect([access?.may('read', 'light.a'), access?.may('read', 'lock.a')]).toEqual([true, false]);
  });

  it('a time window of their rules ends', async () => {
    const { auth, clock, caller } = makeAuth('2026-11-20T12:00:00Z');
    const hours = { from: '08:00', until: '18:00' };
    const { secret } = await caller({}, { rules: [{ effect: 'allow', actions: ['read'], hours }] });
    const seen = watch(auth, secret);
    clock.advance(6 * 3_600_000 - 1000);
    expect(seen.ended).toBe(0);
    clock.advance(1000);
    expect(seen.ended).toBe(1);
    const later = auth.authenticator.authenticate(secret, LOCAL);
    expect(later?.access.may('read', 'light.a')).toBe(false);
    const again = watch(auth, secret);
    clock.advance(14 * 3_600_000);
    expect(again.ended).toBe(1);
    expect(clock.pending).toBe(0);
  });

  it('a policy expires, in the middle of a minute too', async () => {
    const { auth, clock, caller } = makeAuth('2026-11-20T12:00:10Z');
    const expires_at = '2026-11-20T12:00:25Z';
    const { secret } = await caller({}, { rules: [{ effect: 'allow', actions: ['read'] }], expires_at });
    const seen = watch(auth, secret);
    clock.advance(14_999);
    expect(seen.ended).toBe(0);
    clock.advance(1);
    expect(seen.ended).toBe(1);
    expect(clock.pending).toBe(0);
  });

  it('but not when the user is only renamed', async () => {
    const { auth, caller } = makeAuth();
    const { secret, user } = await caller();
    const open = auth.authenticator.authenticate(secret, LOCAL);
    const seen = watch(auth, secret);
    await auth.users.update(user.id, { name: 'Anna <b>' });
    expect(seen.ended).toBe(0);
    expect(open?.user.name).toBe('Anna <b>');
  });

  it('also when they begin to listen too late', async () => {
    const { auth, caller } = makeAuth();
    const { secret, tokenId } = await caller();
    const open = auth.authenticator.authenticate(secret, LOCAL);
    await auth.tokens.revoke(tokenId);
    let ended = false;
    open?.onRevoked(() => {
      ended = true;
    });
    expect(ended).toBe(true);
  });
});

describe('a local-only user', () => {
  it.each(['127.0.0.1', '::1', '::ffff:192.168.1.4', '10.1.2.3', '172.31.0.1', 'fd00::1', 'fe80::1%eth0'])(
    'may log in from %s',
    async (peer) => {
      const { auth, caller } = makeAuth();
      const { secret } = await caller({ local_only: true });
      expect(auth.authenticator.authenticate(secret, peer)).not.toBeNull();
    },
  );

  it.each([
    FAR,
    '::ffff:203.0.113.7',
    '2001:db8::1',
    '172.32.0.1',
    '',
    'localhost',
    '192.168.1.4, 203.0.113.7',
  ])('is refused from %j', async (peer) => {
    const { auth, caller } = makeAuth();
    const { secret } = await caller({ local_only: true });
    expect(auth.authenticator.authenticate(secret, peer)).toBeNull();
  });
});

describe('a user', () => {
  it('the only owner can be neither disabled nor deleted', async () => {
    const { auth } = makeAuth();
    const owner = await auth.users.ownerForScripts();
    await expect(auth.users.update(owner.id, { is_active: false })).rejects.toMatchObject({
      code: 'not_allowed',
    });
    await expect(auth.users.delete(owner.id)).rejects.toMatchObject({ code: 'not_allowed' });
    await expect(auth.users.create({ name: 'Me too', is_owner: true })).rejects.toMatchObject({
      code: 'not_allowed',
    });
    expect(auth.users.owner()).toEqual(owner);
  });

  it('administrators cannot be limited', async () => {
    const { auth } = makeAuth();
    const admin = await auth.users.create({ name: 'A', group_ids: ['system-admin'] });
    await expect(auth.users.update(admin.id, { policy: { rules: [] } })).rejects.toMatchObject({
      code: 'invalid_info',
    });
    const limited = await auth.users.update(admin.id, { group_ids: ['system-users'], policy: { rules: [] } });
    await expect(auth.users.update(limited.id, { group_ids: ['system-admin'] })).rejects.toThrow(
      'cannot be limited',
    );
  });

  it('has a user name that no other has in any case or form', async () => {
    const { auth } = makeAuth();
    const [a, b] = [await auth.users.create({ name: 'A' }), await auth.users.create({ name: 'B' })];
    await auth.users.update(a.id, { username: ' Zoë ' });
    expect(auth.users.byUsername('ZOE\u0308')?.id).toBe(a.id);
    await expect(auth.users.update(b.id, { username: 'zoë' })).rejects.toThrow('is taken');
    for (const username of ['', '  ', 'a\u0000b', 'x'.repeat(65), 'a\u202eb'])
      await expect(auth.users.update(b.id, { username })).rejects.toMatchObject({ code: 'invalid_info' });
  });
});
