import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeAuth } from '../support/auth.ts';
import { testData } from '../support/test-data.ts';

const cases = testData(import.meta.filename);

const PEER = '192.168.1.20';

async function signer() {
  const home = makeAuth();
  const { tokenId, user } = await home.caller();
  const { signedPaths } = home.auth;
  const sign = (path: string, seconds = 30): string => signedPaths.sign(path, seconds, tokenId);
  const opens = (target: string, method = 'GET'): boolean =>
    signedPaths.callerOf(method, target, PEER) !== null;
  return { ...home, tokenId, user, sign, opens };
}

describe('a signed path', () => {
  it('allows its user to read that path, but not to write', async () => {
    const { sign, auth, user, opens } = await signer();
    const target = sign('/api/camera_proxy/camera.hall');
    expect(auth.signedPaths.callerOf('GET', target, PEER)?.user.id).toBe(user.id);
    expect(['HEAD', 'POST', 'DELETE', 'get', 'OPTIONS'].map((method) => opens(target, method))).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  it('holds for its own path and query, in their order', async () => {
    const { sign, opens } = await signer();
    const target = sign('/api/a?x=1&y=2');
    const sig = target.slice(target.indexOf('authSig='));
    expect(opens(target)).toBe(true);
    for (const other of [
      `/api/b?x=1&y=2&${sig}`,
      `/api/a?y=2&x=1&${sig}`,
      `/api/a?x=1&y=2&z=3&${sig}`,
      `/api/a?x=1&${sig}`,
      `/api/a?${sig}`,
      `${target}&z=3`,
      `/api/a?x=1&y=2&${sig}&${sig}`,
      `//api/a?x=1&y=2&${sig}`,
      `/api/%61?x=1&y=2&${sig}`,
      `/api/c/%2e%2e/a?x=1&y=2&${sig}`,
      `/api/c/../a?x=1&y=2&${sig}`,
      `/api/a;v=1?x=1&y=2&${sig}`,
      `/api/a/?x=1&y=2&${sig}`,
      `/API/a?x=1&y=2&${sig}`,
    ])
      expect([other, opens(other)]).toEqual([other, false]);
  });

  it('may be fetched in another size', async () => {
    const { sign, opens } = await signer();
    const target = sign('/api/a?width=100&t=1');
    expect(target).toMatch(/^\/api\/a\?t=1&authSig=/);
    expect(opens(target.replace('?', '?width=640&height=480&'))).toBe(true);
    expect(opens(`${target}&width=640&height=480`)).toBe(true);
    expect(opens(`${target}&height=480&x=1`)).toBe(false);
    expect(opens(target.replace('?', '?widths=640&'))).toBe(false);
  });

  it('expires', async () => {
    const { sign, opens, clock } = await signer();
    const target = sign('/api/a', 30);
    clock.advance(29_000);
    expect(opens(target)).toBe(true);
    clock.advance(1500);
    expect(opens(target)).toBe(false);
  });

  it('cannot be extended or transferred to another user', async () => {
    const { sign, opens, caller } = await signer();
    const other = await caller();
    const target = sign('/api/a');
    const [, id = '', expiry = ''] = /authSig=([^.]+)\.([^.]+)\./.exec(target) ?? [];
    expect(opens(target.replace(expiry, `${Number(expiry) + 60_000}`))).toBe(false);
    expect(opens(target.replace(id, other.tokenId))).toBe(false);
  });

  it('expires with its token and with the server', async () => {
    const { sign, opens, auth, tokenId, restart } = await signer();
    const target = sign('/api/a');
    expect(restart().signedPaths.callerOf('GET', target, PEER)).toBeNull();
    await auth.tokens.revoke(tokenId);
    expect(opens(target)).toBe(false);
  });

  it.each(cases<string[]>('invalid paths'))('is not made of %j', async (path) => {
    const { sign } = await signer();
    expect(() => sign(path)).toThrow('is not a path');
  });

  it('is accepted as it was signed, and never with one character changed', async () => {
    const { sign, opens } = await signer();
    const path = fc.stringMatching(
      /^\/[a-z0-9._~-]{1,8}(\/[a-z0-9._~%:@+-]{1,8}){0,2}(\?[a-z]=[a-z0-9%20+]{0,5})?$/,
    );
    fc.assert(
      fc.property(path, fc.nat(), (text, at) => {
        const target = sign(text);
        fc.pre(target.startsWith(text.split('?')[0] ?? ''));
        expect(opens(target)).toBe(true);
        const i = at % target.length;
        const changed = `${target.slice(0, i)}${target.charAt(i) === 'q' ? 'z' : 'q'}${target.slice(i + 1)}`;
        expect(opens(changed)).toBe(false);
      }),
    );
  });
});
