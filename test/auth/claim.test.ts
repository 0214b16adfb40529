import { describe, expect, it } from 'vitest';
import { createToken } from '../../src/auth/administration.ts';
import { makeAuth } from '../support/auth.ts';

const WISH = { name: 'Anna', username: 'Anna', password: 'correct horse' };
const PEER = '192.168.1.20';

describe('the server', () => {
  it('is claimed once, with the printed code', async () => {
    const { auth, lines } = makeAuth();
    const code = auth.claim.newCode() ?? '';
    expect(code).toMatch(/^[A-HJ-NP-Z2-9]{4}(-[A-HJ-NP-Z2-9]{4}){2}$/);
    const owner = await auth.claim.claim({ ...WISH, code: code.toLowerCase().replaceAll('-', '') }, PEER);
    expect(owner).toMatchObject({
      name: 'Anna',
      username: 'anna',
      is_owner: true,
      group_ids: ['system-admin'],
    });
    expect(await auth.credentials.check('ANNA', WISH.password)).toMatchObject({ id: owner.id });
    expect(auth.claim.newCode()).toBeNull();
    await expect(auth.claim.claim({ ...WISH, code }, PEER)).rejects.toMatchObject({ code: 'forbidden' });
    expect(lines.map(({ action }) => action)).toEqual(['house_claimed']);
  });

  it('keeps the owner that was made for scripts, with its tokens', async () => {
    const { auth } = makeAuth();
    const secret = await createToken(auth, { name: 'container' });
    expect(auth.claim.isClaimed()).toBe(false);
    const owner = await auth.claim.claim({ ...WISH, code: auth.claim.newCode() ?? '' }, PEER);
    expect(auth.users.all()).toHaveLength(1);
    expect(auth.authenticator.authenticate(secret, PEER)?.user).toMatchObject({ id: owner.id, name: 'Anna' });
  });

  it('succeeds for one of two simultaneous claims', async () => {
    const { auth } = makeAuth();
    const code = auth.claim.newCode() ?? '';
    const results = await Promise.allSettled([
      auth.claim.claim({ ...WISH, code }, PEER),
      auth.claim.claim({ name: 'Eve', username: 'eve', password: 'another horse', code }, '10.0.0.9'),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(auth.users.all()).toHaveLength(1);
    const anna = await auth.credentials.check('anna', WISH.password);
    const eve = await auth.credentials.check('eve', 'another horse');
    expect([anna?.name, eve?.name].filter(Boolean)).toEqual([anna === null ? 'Eve' : 'Anna']);
  });

  it('is not claimed with a wrong code, an old one, or none, and guessing is slowed', async () => {
    const { auth, restart } = makeAuth();
    const old = auth.claim.newCode() ?? '';
    const later = restart();
    await expect(later.claim.claim({ ...WISH, code: old }, PEER)).rejects.toMatchObject({
      code: 'forbidden',
    });
    later.claim.newCode();
    for (const code of [old, '', '-', 'null'])
      await expect(later.claim.claim({ ...WISH, code }, PEER)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(later.claim.claim({ ...WISH, code: old }, PEER)).rejects.toMatchObject({
      code: 'too_many_requests',
    });
    expect(later.users.all()).toEqual([]);
  });

  it('is not partly claimed with a weak password or invalid user name: the code stays valid', async () => {
    const { auth } = makeAuth();
    const code = auth.claim.newCode() ?? '';
    await expect(auth.claim.claim({ ...WISH, password: 'short', code }, PEER)).rejects.toMatchObject({
      code: 'invalid_info',
    });
    await expect(auth.claim.claim({ ...WISH, username: ' ', code }, PEER)).rejects.toMatchObject({
      code: 'invalid_info',
    });
    await expect(auth.claim.claim({ ...WISH, name: '', code }, PEER)).rejects.toMatchObject({
      code: 'invalid_info',
    });
    expect(auth.claim.isClaimed()).toBe(false);
    await expect(auth.claim.claim({ ...WISH, code }, PEER)).resolves.toMatchObject({ is_owner: true });
  });
});
