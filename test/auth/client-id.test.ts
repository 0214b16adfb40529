import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isClientId, isRedirectUri } from '../../src/auth/client-id.ts';

describe('a client id is', () => {
  it.each([
    'http://localhost:8123/',
    'https://app.example.org',
    'http://192.168.1.5:8123/',
    'https://home-assistant.io/iOS',
    'HTTPS://App.Example.org/a?b=c',
    'http://[::1]:8123/',
  ])('%s', (text) => expect(isClientId(text)).toBe(true));

  it.each([
    '',
    'app.example.org',
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://example.org/',
    'file:///etc/passwd',
    'http://',
    'http:example.org',
    'http:/example.org',
    'http:///example.org',
    'http:\\\\example.org',
    'https://user@example.org/',
    'https://user:secret@example.org/',
    'https://@example.org/',
    'https://example.org/#part',
    'https://example.org/a/../b',
    'https://example.org/%2e%2e/b',
    'https://example.org/./',
    ' https://example.org/',
    'https://example.org/\n',
    'https://exa\u202emple.org/',
    'https://example.org:99999/',
    `https://example.org/${'a'.repeat(3000)}`,
  ])('not %j', (text) => expect(isClientId(text)).toBe(false));
});

describe('a login may end', () => {
  it.each([
    ['http://localhost:8123/', 'http://localhost:8123/?auth_callback=1'],
    ['https://app.example.org/', 'https://app.example.org/any/where?x=y'],
    ['https://app.example.org', 'HTTPS://APP.example.org:443/cb'],
    ['http://127.0.0.1/', 'http://127.0.0.1:51004/callback'],
    ['http://[::1]:9/', 'http://[::1]:51004/callback'],
    ['https://home-assistant.io/iOS', 'homeassistant://auth-callback'],
    ['https://home-assistant.io/android', 'homeassistant://auth-callback'],
  ])('for %s at %s', (client, target) => expect(isRedirectUri(client, target)).toBe(true));

  it.each([
    ['https://app.example.org/', 'https://evil.example/'],
    ['https://app.example.org/', 'https://app.example.org.evil.example/'],
    ['https://app.example.org/', 'https://app.example.org@evil.example/'],
    ['https://app.example.org/', 'https://evil.example\\@app.example.org/'],
    ['https://app.example.org/', 'https://app.example.org\\.evil.example/'],
    ['https://app.example.org/', '//app.example.org/'],
    ['https://app.example.org/', '/callback'],
    ['https://app.example.org/', 'http://app.example.org/'],
    ['https://app.example.org/', 'https://app.example.org/cb#part'],
    ['https://app.example.org/', 'https://app.example.org:8443/'],
    ['https://app.example.org/', 'https://user:pw@app.example.org/'],
    ['https://app.example.org/', 'https://@app.example.org/'],
    ['https://app.example.org/', 'javascript:alert(1)//app.example.org'],
    ['https://app.example.org/', 'JaVaScRiPt://app.example.org/%0aalert(1)'],
    ['https://app.example.org/', 'java\nscript:alert(1)'],
    ['https://app.example.org/', 'data:text/html,<script>alert(1)</script>'],
    ['https://app.example.org/', 'homeassistant://auth-callback'],
    ['https://home-assistant.io/iOS', 'homeassistant://auth-callback/evil'],
    ['https://home-assistant.io/iOS', 'HOMEASSISTANT://auth-callback'],
    ['https://home-assistant.io.evil.example/iOS', 'homeassistant://auth-callback'],
    ['http://127.0.0.1/', 'http://127.0.0.2:8000/'],
    ['http://127.0.0.1/', 'https://127.0.0.1:8000/'],
    ['http://localhost/', 'http://127.0.0.1:8000/'],
    ['http://192.168.1.5/', 'http://192.168.1.5:8000/'],
    ['javascript:x', 'javascript:x'],
    ['', ''],
  ])('never for %j at %j', (client, target) => expect(isRedirectUri(client, target)).toBe(false));

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
