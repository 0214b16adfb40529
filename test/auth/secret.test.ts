import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digest, hasSecretLength, isSameSecret, newSecret, secretFault } from '../../src/auth/secret.ts';

describe('a secret', () => {
  it('is hearth_ and 49 characters that need no quoting anywhere', () => {
    expect(newSecret()).toMatch(/^hearth_[A-Za-z0-9_-]{49}$/);
    expect(hasSecretLength(newSecret())).toBe(true);
  });

  it('is never made twice', () => {
    expect(new Set(Array.from({ length: 500 }, newSecret)).size).toBe(500);
  });

  it('passes its checksum', () => {
    expect(secretFault(newSecret())).toBeNull();
  });

  it('detects a typing mistake in any place without a lookup', () => {
    fc.assert(
      fc.property(fc.integer({ min: 7, max: 55 }), fc.integer({ min: 1, max: 63 }), (at, step) => {
        const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
        const secret = newSecret();
        const other = alphabet.charAt((alphabet.indexOf(secret.charAt(at)) + step) % 64);
        expect(secretFault(secret.slice(0, at) + other + secret.slice(at + 1))).toBe('mistyped');
      }),
    );
  });

  it('is recognized as mistyped when truncated, and as foreign without its prefix', () => {
    expect(secretFault(newSecret().slice(0, -1))).toBe('mistyped');
    expect(secretFault('eyJhbGciOiJIUzI1NiJ9.e30.x')).toBe('foreign');
  });

  it('is stored as SHA-256', () => {
    expect(digest('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });

  it('is compared whole', () => {
    expect(isSameSecret('a', 'a')).toBe(true);
    expect(isSameSecret('a', 'ab')).toBe(false);
  });
});
