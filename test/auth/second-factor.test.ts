import { generateSync } from 'otplib';
import { describe, expect, it } from 'vitest';
import { makeAuth } from '../support/auth.ts';

async function enrolled() {
  const home = makeAuth();
  const { user } = await home.caller();
  const { factors } = home.auth;
  const setup = factors.begin(user);
  const code = (offset = 0): string =>
    generateSync({ secret: setup.secret, epoch: Math.floor(home.clock.now() / 1000) + offset });
  const recovery = await factors.confirm(user.id, setup.flowId, code());
  return { ...home, user, factors, setup, code, recovery: recovery ?? [] };
}

describe('a second factor', () => {
  it('counts only once a code of the app was seen', async () => {
    const { auth, caller } = makeAuth();
    const { user } = await caller({ name: 'Anna & Ben' });
    const setup = auth.factors.begin(user);
    expect(setup.url).toMatch(/^otpauth:\/\/totp\/Hearth:Anna%20%26%20Ben\?secret=[A-Z2-7]+&issuer=Hearth/);
    expect(await auth.factors.confirm(user.id, setup.flowId, '000000')).toBeNull();
    expect(auth.factors.has(user.id)).toBe(false);
  });

  it('cannot be confirmed by another user, twice, or late', async () => {
    const { auth, clock, caller } = makeAuth();
    const [one, two] = [await caller(), await caller()];
    const setup = auth.factors.begin(one.user);
    await expect(auth.factors.confirm(two.user.id, setup.flowId, '1')).rejects.toMatchObject({
      code: 'not_found',
    });
    clock.advance(600_001);
    await expect(auth.factors.confirm(one.user.id, setup.flowId, '1')).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('takes each code once: the one that proved it, too', async () => {
    const { factors, user, code, clock } = await enrolled();
    expect(await factors.verify(user.id, code())).toBe(false);
    clock.advance(30_000);
    expect(await factors.verify(user.id, code())).toBe(true);
    expect(await factors.verify(user.id, code())).toBe(false);
  });

  it('takes a code of the step before or after, and no older one', async () => {
    const { factors, user, code, clock } = await enrolled();
    clock.advance(300_000);
    expect(await factors.verify(user.id, code(-90))).toBe(false);
    expect(await factors.verify(user.id, code(-30))).toBe(true);
    expect(await factors.verify(user.id, code(30))).toBe(true);
    expect(await factors.verify(user.id, code())).toBe(false);
  });

  it('gives ten recovery codes, each good once, in any case and with or without dashes', async () => {
    const { factors, user, recovery, auth } = await enrolled();
    expect(new Set(recovery).size).toBe(10);
    const [first = '', second = ''] = recovery;
    expect(first).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/);
    expect(await factors.verify(user.id, first)).toBe(true);
    expect(await factors.verify(user.id, first)).toBe(false);
    expect(await factors.verify(user.id, second.toUpperCase().replaceAll('-', ' '))).toBe(true);
    expect(factors.stateOf(user.id)?.recovery_codes_left).toBe(8);
    expect(JSON.stringify([...auth.users.all()])).not.toContain(first);
  });

  it.each(['', '12345', '1234567', 'abcdef', '١٢٣٤٥٦', ' '])('takes no %j', async (text) => {
    const { factors, user } = await enrolled();
    expect(await factors.verify(user.id, text)).toBe(false);
  });

  it('survives a restart and goes with its user', async () => {
    const { auth, user, restart } = await enrolled();
    expect(restart().factors.has(user.id)).toBe(true);
    await auth.users.delete(user.id);
    expect(restart().factors.has(user.id)).toBe(false);
  });
});
