import { describe, expect, it } from 'vitest';
import { ACCESS_LIFETIME, LOGIN_LIFETIME } from '../../src/auth/tokens.ts';
import { CHALLENGE, CLIENT, field, makeLogin, PEER, REDIRECT, VERIFIER } from '../support/login.ts';

const WITH_CHALLENGE = { code_challenge: CHALLENGE, code_challenge_method: 'S256' };
const BAD_CODE = { status: 400, body: { error: 'invalid_request', error_description: 'Invalid code' } };

describe('a code', () => {
  it('is changed for an access token of half an hour and a refresh token', async () => {
    const { auth, code, token, lines, userId } = await makeLogin();
    const answer = await token({ grant_type: 'authorization_code', code: await code() });
    expect(answer).toEqual({
      status: 200,
      body: {
        access_token: expect.stringMatching(/^hearth_/),
        token_type: 'Bearer',
        refresh_token: expect.stringMatching(/^hearth_/),
        expires_in: 1800,
        ha_auth_provider: 'homeassistant',
      },
    });
    expect(auth.authenticator.authenticate(String(field(answer, 'access_token')), PEER)?.user.id).toBe(
      userId,
    );
    expect(auth.authenticator.authenticate(String(field(answer, 'refresh_token')), PEER)).toBeNull();
    expect(lines.at(-1)).toMatchObject({ action: 'logged_in', userId, peer: PEER });
    expect(auth.tokens.ofUser(userId)[0]).toMatchObject({
      kind: 'normal',
      client_id: CLIENT,
      device: 'Firefox',
      last_used_ip: PEER,
    });
  });

  it('is valid once; used again, it ends the login it made', async () => {
    const { auth, code, token, lines } = await makeLogin();
    const text = await code();
    const first = await token({ grant_type: 'authorization_code', code: text });
    const access = String(field(first, 'access_token'));
    let ended = false;
    auth.authenticator.authenticate(access, PEER)?.onRevoked(() => {
      ended = true;
    });
    expect(await token({ grant_type: 'authorization_code', code: text })).toEqual(BAD_CODE);
    expect([ended, auth.authenticator.authenticate(access, PEER)]).toEqual([true, null]);
    expect(lines.at(-1)?.action).toBe('code_reused');
  });

  it('used twice at the same moment is rejected', async () => {
    const { auth, code, token, userId } = await makeLogin();
    const form = { grant_type: 'authorization_code', code: await code() };
    await Promise.all([token(form), token(form)]);
    expect(auth.tokens.ofUser(userId)).toEqual([]);
  });

  it('is rejected from another client, which does not use it up', async () => {
    const { code, token } = await makeLogin();
    const form = { grant_type: 'authorization_code', code: await code() };
    expect(await token({ ...form, client_id: 'http://other.example/' })).toEqual(BAD_CODE);
    expect(await token(form)).toMatchObject({ status: 200 });
  });

  it('expires after ten minutes, and is rejected when it was never issued', async () => {
    const { code, token, clock } = await makeLogin();
    const form = { grant_type: 'authorization_code', code: await code() };
    clock.advance(600_001);
    expect(await token(form)).toEqual(BAD_CODE);
    for (const made of ['', 'x', '__proto__', form.code.toUpperCase()])
      expect(await token({ ...form, code: made })).toEqual(BAD_CODE);
    expect(await token({ grant_type: 'authorization_code' })).toEqual(BAD_CODE);
  });

  it('requested with a challenge needs its verifier', async () => {
    const { code, token } = await makeLogin();
    const form = async () => ({ grant_type: 'authorization_code', code: await code(WITH_CHALLENGE) });
    expect(await token({ ...(await form()), code_verifier: VERIFIER })).toMatchObject({ status: 200 });
    expect(await token(await form())).toEqual({
      status: 400,
      body: { error: 'invalid_request', error_description: 'Code verifier required' },
    });
    const wrong = {
      status: 400,
      body: { error: 'invalid_grant', error_description: 'Invalid code verifier' },
    };
    for (const code_verifier of [VERIFIER.slice(0, -1), `${VERIFIER}x`, CHALLENGE, '', 'x'.repeat(129)])
      expect(await token({ ...(await form()), code_verifier })).toEqual(wrong);
  });

  it('is used up by a wrong verifier', async () => {
    const { code, token } = await makeLogin();
    const form = { grant_type: 'authorization_code', code: await code(WITH_CHALLENGE) };
    await token({ ...form, code_verifier: 'x'.repeat(43) });
    expect(await token({ ...form, code_verifier: VERIFIER })).toEqual(BAD_CODE);
  });

  it('requested without a challenge takes no verifier: the challenge cannot have been removed on the way', async () => {
    const { code, token } = await makeLogin();
    const form = { grant_type: 'authorization_code', code: await code(), code_verifier: VERIFIER };
    expect(await token(form)).toEqual({
      status: 400,
      body: {
        error: 'invalid_request',
        error_description: 'Code verifier provided but no code challenge was present',
      },
    });
  });

  it('holds for the address it was sent to, where the client names one', async () => {
    const { code, token } = await makeLogin();
    const form = async () => ({ grant_type: 'authorization_code', code: await code() });
    expect(await token({ ...(await form()), redirect_uri: 'http://localhost:8123/other' })).toEqual(BAD_CODE);
    expect(await token({ ...(await form()), redirect_uri: REDIRECT })).toMatchObject({ status: 200 });
  });

  it('is rejected once its user is disabled or deleted', async () => {
    const { auth, code, token, userId } = await makeLogin();
    const forms = [await code(), await code()].map((text) => ({
      grant_type: 'authorization_code',
      code: text,
    }));
    const denied = { status: 403, body: { error: 'access_denied', error_description: 'User is not active' } };
    await auth.users.update(userId, { is_active: false });
    expect(await token(forms[0] ?? {})).toEqual(denied);
    await auth.users.delete(userId);
    expect(await token(forms[1] ?? {})).toEqual(denied);
  });

  it('is only issued to valid clients', async () => {
    const { auth } = await makeLogin();
    for (const client of [[], [['client_id', 'javascript:x']]] as [string, string][][]) {
      const form = new Map([['grant_type', 'authorization_code'], ...client] as [string, string][]);
      expect(await auth.oauth.token(form, { peer: PEER, device: null })).toEqual({
        status: 400,
        body: { error: 'invalid_request', error_description: 'Invalid client id' },
      });
    }
  });
});

describe('a refresh token', () => {
  it('gives further access tokens, and nothing else', async () => {
    const { auth, login, token, clock } = await makeLogin();
    const { access, refresh } = await login();
    clock.advance(ACCESS_LIFETIME + 1);
    expect(auth.authenticator.authenticate(access, PEER)).toBeNull();
    const answer = await token({ grant_type: 'refresh_token', refresh_token: refresh });
    expect(answer).toEqual({
      status: 200,
      body: { access_token: expect.any(String), token_type: 'Bearer', expires_in: 1800 },
    });
    expect(auth.authenticator.authenticate(String(field(answer, 'access_token')), PEER)).not.toBeNull();
  });

  it('is valid across a restart, and until 90 days after its last use', async () => {
    const { login, restart, clock } = await makeLogin();
    const { refresh } = await login();
    const form = new Map([
      ['grant_type', 'refresh_token'],
      ['refresh_token', refresh],
      ['client_id', CLIENT],
    ]);
    const later = restart();
    for (let i = 0; i < 3; i += 1) {
      clock.advance(LOGIN_LIFETIME - 1000);
      expect(await later.oauth.token(form, { peer: PEER, device: null })).toMatchObject({ status: 200 });
    }
    clock.advance(LOGIN_LIFETIME + 1000);
    expect(await later.oauth.token(form, { peer: PEER, device: null })).toEqual({
      status: 400,
      body: { error: 'invalid_grant' },
    });
  });

  it('belongs to its client', async () => {
    const { login, token, auth } = await makeLogin();
    const { refresh } = await login();
    const form = { grant_type: 'refresh_token', refresh_token: refresh };
    const refused = { status: 400, body: { error: 'invalid_request' } };
    expect(await token({ ...form, client_id: 'http://other.example/' })).toEqual(refused);
    expect(await auth.oauth.token(new Map(Object.entries(form)), { peer: PEER, device: null })).toEqual(
      refused,
    );
    expect(await token({ grant_type: 'refresh_token' })).toEqual(refused);
  });

  it('is not accepted as an access token, nor an access token as it', async () => {
    const { login, token } = await makeLogin();
    const { access } = await login();
    expect(await token({ grant_type: 'refresh_token', refresh_token: access })).toEqual({
      status: 400,
      body: { error: 'invalid_grant' },
    });
  });

  it('of a disabled user stays revoked', async () => {
    const { auth, login, token, userId } = await makeLogin();
    const { refresh } = await login();
    await auth.users.update(userId, { is_active: false });
    await auth.users.update(userId, { is_active: true });
    expect(await token({ grant_type: 'refresh_token', refresh_token: refresh })).toEqual({
      status: 400,
      body: { error: 'invalid_grant' },
    });
  });

  it('is revoked by its holder, always with the same response', async () => {
    const { auth, login, token } = await makeLogin();
    const { access, refresh } = await login();
    const revoke = (text: string) =>
      auth.oauth.revoke(new Map([['token', text]]), { peer: PEER, device: null });
    const done = { status: 200, body: null };
    expect(await revoke(access)).toEqual(done);
    expect(auth.authenticator.authenticate(access, PEER)).not.toBeNull();
    expect(await revoke(refresh)).toEqual(done);
    expect(await revoke(refresh)).toEqual(done);
    expect(await revoke('x')).toEqual(done);
    expect(auth.authenticator.authenticate(access, PEER)).toBeNull();
    expect(await token({ action: 'revoke', token: refresh })).toEqual(done);
  });
});

describe('the token endpoint', () => {
  it.each([
    {},
    { grant_type: 'password' },
    { grant_type: '__proto__' },
    { grant_type: 'client_credentials' },
  ])('rejects %j', async (form) => {
    const { token } = await makeLogin();
    expect(await token(form as Record<string, string>)).toEqual({
      status: 400,
      body: { error: 'unsupported_grant_type' },
    });
  });
});
