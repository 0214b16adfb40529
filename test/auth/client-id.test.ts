import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isClientId, isRedirectUri } from '../../src/auth/client-id.ts';
import { testData } from '../support/test-data.ts';

const cases = testData(import.meta.filename);

describe('a client id is', () => {
  it.each(cases<string[]>('client IDs'))('%s', (text) => expect(isClientId(text)).toBe(true));

  it.each([...cases<string[]>('invalid client IDs'), `https://example.org/${'a'.repeat(3000)}`])(
    'not %j',
    (text) => expect(isClientId(text)).toBe(false),
  );
});

describe('a login may end', () => {
  it.each(cases<[string, string][]>('redirects'))('for %s at %s', (client, target) =>
    expect(isRedirectUri(client, target)).toBe(true),
  );

  it.each(cases<[string, string][]>('rejected redirects'))('never for %j at %j', (client, target) =>
    expect(isRedirectUri(client, target)).toBe(false),
  );

  it('nowhere a browser would leave the client’s own scheme, host and port', () => {
    const client = 'https://app.example.org/';
    const piece = fc.constantFrom(
      'https:',
      'javascript:',
      '//',
      '/',
      '\\',
      '@',
      ':',
      '.',
      '#',
      '?',
      '\t',
      'app.example.org',
      'evil.example',
      '%2f',
      '443',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const target = pieces.join('');
        if (isRedirectUri(client, target))
          expect(new URL(target, 'https://evil.example/').origin).toBe('https://app.example.org');
      }),
      { numRuns: 2000 },
    );
  });
});
