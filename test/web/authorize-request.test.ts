import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostOf, readRequest, returnAddress } from '../../web/pages/authorize-request.ts';
import { testData } from '../support/test-data.ts';

const cases = testData(import.meta.filename);

const GOOD = { client_id: 'https://app.test/', redirect_uri: 'https://app.test/back' };
const read = (query: Record<string, string>) => readRequest(`?${new URLSearchParams(query)}`);

describe('an authorization request', () => {
  it('is read with its challenge and its state', () => {
    const more = { response_type: 'code', state: 's', code_challenge: 'c', code_challenge_method: 'S256' };
    expect(read({ ...GOOD, ...more })).toEqual({
      client: {
        clientId: 'https://app.test/',
        redirectUri: 'https://app.test/back',
        challenge: 'c',
        challengeMethod: 'S256',
      },
      state: 's',
    });
  });

  it('may come back to an app on the device', () => {
    const redirect_uri = 'homeassistant://auth-callback';
    expect(read({ client_id: 'https://home-assistant.io/iOS', redirect_uri })?.client.redirectUri).toBe(
      redirect_uri,
    );
    expect(hostOf(redirect_uri)).toBe(redirect_uri);
    expect(hostOf('https://user@evil.test:8443/x')).toBe('evil.test:8443');
  });

  it.each(cases<string[]>('rejected redirects'))('cannot come back to %j', (redirect_uri) => {
    expect(read({ ...GOOD, redirect_uri })).toBeNull();
  });

  it.each(['javascript:alert(1)', 'app.test', 'ftp://app.test/', '', 'data:,x'])(
    'cannot come from %j',
    (client_id) => {
      expect(read({ ...GOOD, client_id })).toBeNull();
    },
  );

  it('rejects repeated parameters', () => {
    const twice = `?${new URLSearchParams(GOOD)}&redirect_uri=${encodeURIComponent('https://evil.test/')}`;
    expect(readRequest(twice)).toBeNull();
    expect(read({ ...GOOD, response_type: 'token' })).toBeNull();
  });
});

describe('the way back', () => {
  it('keeps its own query and fragment, and gains code and state', () => {
    const request = read({ ...GOOD, redirect_uri: 'https://app.test/back?a=1#part', state: 'x=y&z' });
    expect(request).not.toBeNull();
    if (request === null) return;
    const back = new URL(returnAddress(request, 'c/+&d'));
    expect(back.origin + back.pathname).toBe('https://app.test/back');
    expect(Object.fromEntries(back.searchParams)).toEqual({
      a: '1',
      code: 'c/+&d',
      state: 'x=y&z',
      storeToken: 'true',
    });
    expect(back.hash).toBe('#part');
  });

  it('returns any state unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (state) => {
        const request = read({ ...GOOD, state });
        const back = request === null ? '' : returnAddress(request, 'c');
        expect(new URL(back).searchParams.get('state')).toBe(state);
      }),
    );
  });
});
