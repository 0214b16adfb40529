import { generateSync } from 'otplib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Policy } from '../../../src/auth/policy-schema.ts';
import type { TestClient } from '../../support/api.ts';
import { type AuthApi, startAuthApi } from '../../support/auth-api.ts';
import { testData } from '../../support/test-data.ts';

const cases = testData(import.meta.filename);

const ONE_LIGHT: Policy = { rules: [{ effect: 'allow', actions: ['control'], entities: ['light.hall'] }] };
const PASSWORD = 'correct horse';
let api: AuthApi;

beforeEach(async () => {
  api = await startAuthApi();
});
afterEach(() => api.stop());

/** Opens a connection; `ask` numbers messages and returns the result or the error code. */
async function connect(token: string) {
  const client = await api.client(token);
  let id = 0;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects and fails where that is missing
  const ask = async (type: string, fields: object = {}): Promise<any> => {
    id += 1;
    const answer = await client.ask({ id, type, ...fields });
    return typeof answer === 'string' || answer.success !== true
      ? (answer.error?.code ?? answer)
      : answer.result;
  };
  return { client, ask };
}

async function admin() {
  const caller = await api.caller({ group_ids: ['system-admin'] });
  return { ...caller, ...(await connect(caller.secret)) };
}

describe('auth/long_lived_access_token', () => {
  it('creates a token that is valid for a number of days, with a unique name', async () => {
    const { ask } = await connect((await api.caller()).secret);
    const secret = await ask('auth/long_lived_access_token', { client_name: 'Script', lifespan: 3650 });
    expect((await api.get('/api/states', secret)).status).toBe(200);
    expect(await ask('auth/long_lived_access_token', { client_name: 'Script', lifespan: 1 })).toBe(
      'invalid_info',
    );
    expect(api.lines.at(-1)).toMatchObject({ action: 'token_made', detail: { name: 'Script' } });
  });

  it.each(cases<object[]>('invalid tokens'))('refuses %j', async (fields) => {
    const { ask } = await connect((await api.caller()).secret);
    expect(await ask('auth/long_lived_access_token', fields)).toBe('invalid_format');
  });
});

describe('a limited token', () => {
  it.each(cases<[string, object][]>('changes of administrators'))(
    'of an administrator does not get to %s',
    async (type, fields) => {
      const { secret } = await api.caller({ group_ids: ['system-admin'] }, ONE_LIGHT);
      const { ask } = await connect(secret);
      expect(await ask(type, fields)).toBe('unauthorized');
    },
  );

  it('is reported by auth/current_user', async () => {
    const { secret } = await api.caller({ group_ids: ['system-admin'] }, ONE_LIGHT);
    const { ask } = await connect(secret);
    expect(await ask('auth/current_user')).toMatchObject({ is_admin: false, is_owner: false });
  });

  it('signs paths that show no more than it may see', async () => {
    const { ask } = await connect((await api.caller({}, ONE_LIGHT)).secret);
    const hall = await ask('auth/sign_path', { path: '/api/states/light.hall' });
    const door = await ask('auth/sign_path', { path: '/api/states/lock.door' });
    expect((await api.get(hall.path)).status).toBe(200);
    expect((await api.get(door.path)).status).toBe(404);
  });

  it('made by its user, shows what it was given, and can be changed, which ends its connections', async () => {
    const { ask } = await connect((await api.caller()).secret);
    const { id, token } = await ask('hearth/token/create', { name: 'tablet', days: 30, policy: ONE_LIGHT });
    const tablet = await connect(token);
    expect((await tablet.ask('get_states')).map((state: { entity_id: string }) => state.entity_id)).toEqual([
      'light.hall',
    ]);
    const listed = (await ask('hearth/token/list')).find((one: { id: string }) => one.id === id);
    expect(listed).toMatchObject({
      name: 'tablet',
      type: 'long_lived_access_token',
      policy: ONE_LIGHT,
      is_current: false,
    });
    await ask('hearth/token/update', {
      token_id: id,
      policy: { rules: [{ effect: 'allow', actions: ['read'] }] },
    });
    expect(await tablet.client.next()).toMatch(/^closed/);
    expect(await (await connect(token)).ask('get_states')).toHaveLength(3);
  });

  it('is not created from an ambiguous policy', async () => {
    const { ask } = await connect((await api.caller()).secret);
    for (const policy of cases<(Record<string, unknown> | unknown[])[]>('policies'))
      expect(await ask('hearth/token/create', { name: 'x', policy })).toBe('invalid_format');
  });
});

describe('the tokens of a user', () => {
  it('are listed as Home Assistant lists them', async () => {
    const { secret, tokenId } = await api.caller();
    const { ask } = await connect(secret);
    expect(await ask('auth/refresh_tokens')).toEqual([
      {
        id: tokenId,
        client_id: null,
        client_name: 'test',
        client_icon: null,
        type: 'long_lived_access_token',
        created_at: expect.stringMatching(/^2026-11-20T12:00:00\.\d{6}\+00:00$/),
        is_current: true,
        last_used_at: expect.stringMatching(/^2026-11-20T12:00:00\.\d{6}\+00:00$/),
        last_used_ip: '127.0.0.1',
        auth_provider_type: null,
        expire_at: null,
      },
    ]);
  });

  it('are not accessible to others', async () => {
    const other = await api.caller();
    const { ask } = await connect((await api.caller()).secret);
    expect(await ask('auth/delete_refresh_token', { refresh_token_id: other.tokenId })).toBe(
      'invalid_token_id',
    );
    expect(
      await ask('auth/refresh_token_set_expiry', { refresh_token_id: other.tokenId, enable_expiry: true }),
    ).toBe('invalid_token_id');
    expect(await ask('hearth/token/revoke', { token_id: other.tokenId })).toBe('not_found');
    expect(await ask('hearth/token/list', { user_id: other.user.id })).toBe('unauthorized');
    expect((await api.get('/api/states', other.secret)).status).toBe(200);
  });

  it('are managed by administrators', async () => {
    const other = await api.caller();
    const { ask } = await admin();
    expect(await ask('hearth/token/list', { user_id: other.user.id })).toHaveLength(1);
    expect(await ask('hearth/token/revoke', { token_id: other.tokenId })).toBeNull();
    expect((await api.get('/api/states', other.secret)).status).toBe(401);
  });

  it('are deleted one by one: the own one ends the connection without an answer', async () => {
    const { ask } = await admin();
    const extra = await ask('auth/long_lived_access_token', { client_name: 'extra', lifespan: 1 });
    const list = await ask('auth/refresh_tokens');
    const id = (name: string) => list.find((one: { client_name: string }) => one.client_name === name).id;
    expect(await ask('auth/delete_refresh_token', { refresh_token_id: id('extra') })).toEqual({});
    expect((await api.get('/api/states', extra)).status).toBe(401);
    expect(await ask('auth/delete_refresh_token', { refresh_token_id: id('extra') })).toBe(
      'invalid_token_id',
    );
    expect(await ask('auth/delete_refresh_token', { refresh_token_id: id('test') })).toMatch(/^closed/);
  });

  it('are deleted all but the own one', async () => {
    const { ask } = await admin();
    await ask('auth/long_lived_access_token', { client_name: 'extra', lifespan: 1 });
    expect(await ask('auth/delete_all_refresh_tokens', { delete_current_token: false })).toEqual({});
    expect(await ask('auth/refresh_tokens')).toMatchObject([{ client_name: 'test' }]);
    expect(await ask('auth/delete_all_refresh_tokens', { token_type: 'normal' })).toEqual({});
    expect(await ask('auth/refresh_tokens')).toHaveLength(1);
  });

  it('are deleted all: the answer comes before the end', async () => {
    const { ask, client, secret } = await admin();
    expect(await ask('auth/delete_all_refresh_tokens')).toEqual({});
    expect((await api.get('/api/states', secret)).status).toBe(401);
    api.clock.advance(1001);
    expect(await client.next()).toMatch(/^closed/);
  });

  it('lapse or stay as their user wants, if they are logins', async () => {
    const { user, secret, tokenId } = await api.caller();
    const { token } = await api.auth.tokens.create({
      user_id: user.id,
      kind: 'normal',
      expires_at: api.clock.now() + 1000,
    });
    const { ask } = await connect(secret);
    await ask('auth/refresh_token_set_expiry', { refresh_token_id: token.id, enable_expiry: false });
    expect(api.auth.tokens.get(token.id)?.expires_at).toBeNull();
    await ask('auth/refresh_token_set_expiry', { refresh_token_id: token.id, enable_expiry: true });
    expect(api.auth.tokens.get(token.id)?.expires_at).toBeGreaterThan(api.clock.now() + 89 * 86_400_000);
    expect(
      await ask('auth/refresh_token_set_expiry', { refresh_token_id: tokenId, enable_expiry: true }),
    ).toBe('invalid_token_id');
  });
});

describe('auth/sign_path', () => {
  it.each(['//evil.example', 'https://evil.example/', 'x', '/a\nb'])('signs no %j', async (path) => {
    const { ask } = await connect((await api.caller()).secret);
    expect(await ask('auth/sign_path', { path })).toBe('invalid_format');
  });

  it('is valid for half a minute', async () => {
    const { ask } = await connect((await api.caller()).secret);
    const { path } = await ask('auth/sign_path', { path: '/api/states' });
    expect((await api.get(path)).status).toBe(200);
    api.clock.advance(30_001);
    expect((await api.get(path)).status).toBe(401);
  });
});

describe('a second factor', () => {
  it('is set up with a code of the app, and removed', async () => {
    const { secret, user } = await api.caller();
    const { ask } = await connect(secret);
    expect(await ask('auth/setup_mfa', { mfa_module_id: 'totp' })).toBe('not_allowed');
    await api.auth.credentials.create(user.id, 'anna', PASSWORD);
    expect(await ask('auth/setup_mfa', { mfa_module_id: 'sms' })).toBe('not_found');
    const form = await ask('auth/setup_mfa', { mfa_module_id: 'totp' });
    expect(form).toMatchObject({
      type: 'form',
      step_id: 'init',
      errors: {},
      data_schema: [{ name: 'code' }],
    });
    const again = await ask('auth/setup_mfa', { flow_id: form.flow_id, user_input: { code: '000000' } });
    expect(again).toMatchObject({ type: 'form', errors: { base: 'invalid_code' } });
    const code = generateSync({
      secret: form.description_placeholders.code,
      epoch: Math.floor(api.clock.now() / 1000),
    });
    const done = await ask('auth/setup_mfa', { flow_id: form.flow_id, user_input: { code } });
    expect(done.result.recovery_codes).toHaveLength(10);
    expect(await ask('hearth/second_factor')).toMatchObject({ recovery_codes_left: 10 });
    expect((await ask('auth/current_user')).mfa_modules).toEqual([
      { id: 'totp', name: 'Authenticator app', enabled: true },
    ]);
    expect(await ask('auth/setup_mfa', { mfa_module_id: 'totp' })).toBe('not_allowed');
    expect(await ask('auth/depose_mfa', { mfa_module_id: 'totp' })).toBe('done');
    expect(await ask('hearth/second_factor')).toBeNull();
  });
});

describe('users', () => {
  it('are made, given a password, changed and deleted by administrators', async () => {
    const { ask } = await admin();
    const { user } = await ask('config/auth/create', {
      name: 'Guest <b>',
      group_ids: ['system-users'],
      policy: ONE_LIGHT,
    });
    expect(user).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      username: null,
      name: 'Guest <b>',
      is_owner: false,
      is_active: true,
      local_only: false,
      system_generated: false,
      group_ids: ['system-users'],
      credentials: [],
      policy: ONE_LIGHT,
    });
    const provider = 'config/auth_provider/homeassistant';
    expect(
      await ask(`${provider}/create`, { user_id: user.id, username: 'Guest', password: PASSWORD }),
    ).toBeNull();
    expect(
      await ask(`${provider}/create`, { user_id: user.id, username: 'guest2', password: PASSWORD }),
    ).toBe('invalid_info');
    expect(await ask('config/auth/list')).toMatchObject([
      {},
      { username: 'guest', credentials: [{ type: 'homeassistant' }] },
    ]);
    expect(
      await ask(`${provider}/admin_change_username`, { user_id: user.id, username: 'visitor' }),
    ).toBeNull();
    expect(
      await ask(`${provider}/admin_change_password`, { user_id: user.id, password: 'battery staple' }),
    ).toBeNull();
    expect((await api.auth.credentials.check('visitor', 'battery staple'))?.id).toBe(user.id);
    expect(await ask(`${provider}/delete`, { username: 'visitor' })).toBeNull();
    expect(await ask(`${provider}/delete`, { username: 'visitor' })).toBe('not_found');
    expect(await ask('config/auth/update', { user_id: user.id, is_active: false })).toMatchObject({
      user: { is_active: false },
    });
    expect(await ask('config/auth/delete', { user_id: user.id })).toBeNull();
    expect(await ask('config/auth/delete', { user_id: user.id })).toBe('not_found');
    expect(await ask('config/auth/update', { user_id: 'x', name: 'y' })).toBe('not_found');
    expect(api.lines.map(({ action }) => action)).toEqual([
      'user_made',
      'password_changed',
      'user_changed',
      'password_changed',
      'password_changed',
      'rights_changed',
      'user_deleted',
    ]);
  });

  it('who are administrators can neither delete themselves nor delete or take over the owner', async () => {
    const owner = await api.auth.users.ownerForScripts();
    const { ask, user } = await admin();
    expect(await ask('config/auth/delete', { user_id: user.id })).toBe('no_delete_self');
    expect(await ask('config/auth/delete', { user_id: owner.id })).toBe('not_allowed');
    expect(await ask('config/auth/update', { user_id: owner.id, group_ids: [] })).toBe('unauthorized');
    const password = { user_id: owner.id, username: 'mine', password: PASSWORD };
    expect(await ask('config/auth_provider/homeassistant/create', password)).toBe('unauthorized');
    expect(
      await ask('config/auth_provider/homeassistant/admin_change_password', {
        user_id: owner.id,
        password: PASSWORD,
      }),
    ).toBe('unauthorized');
  });

  it('who are not administrators are rejected', async () => {
    const { ask } = await connect((await api.caller()).secret);
    for (const type of cases<string[]>('commands'))
      expect(['unauthorized', 'invalid_format']).toContain(await ask(type));
    expect(await ask('config/auth/list')).toBe('unauthorized');
    expect(await ask('hearth/audit/list')).toBe('unauthorized');
  });

  it('change their own name and password, which ends their other logins', async () => {
    const { secret, user } = await api.caller();
    await api.auth.credentials.create(user.id, 'anna', PASSWORD);
    const { token } = await api.auth.tokens.create({ user_id: user.id, kind: 'normal' });
    const { ask } = await connect(secret);
    const change = 'config/auth_provider/homeassistant/change_password';
    expect(await ask(change, { current_password: 'wrong horse', new_password: 'battery staple' })).toBe(
      'invalid_current_password',
    );
    expect(await ask(change, { current_password: PASSWORD, new_password: 'short' })).toBe('invalid_info');
    expect(api.auth.tokens.get(token.id)).toBeDefined();
    expect(await ask(change, { current_password: PASSWORD, new_password: 'battery staple' })).toBeNull();
    expect(api.auth.tokens.get(token.id)).toBeUndefined();
    expect(await ask('hearth/profile/update', { name: 'Anna' })).toBeNull();
    expect(await ask('auth/current_user')).toMatchObject({ name: 'Anna' });
  });
});

describe('a guest limited to one light', () => {
  it('receives and reads nothing else over the WebSocket', async () => {
    const { secret } = await api.caller({ policy: ONE_LIGHT });
    const { client, ask } = await connect(secret);
    expect((await ask('get_states')).map((state: { entity_id: string }) => state.entity_id)).toEqual([
      'light.hall',
    ]);
    expect(await ask('subscribe_entities')).toBeNull();
    expect(Object.keys((await client.next()).event.a)).toEqual(['light.hall']);
    api.states.set('lock.door', 'off', {});
    api.states.set('light.hall', 'off', {});
    api.clock.flush();
    expect(Object.keys((await client.next()).event.c)).toEqual(['light.hall']);
  });

  it('is disconnected when an administrator changes its permissions', async () => {
    const guest = await api.caller({ policy: ONE_LIGHT });
    const open: TestClient = await api.client(guest.secret);
    const { ask } = await admin();
    await ask('config/auth/update', { user_id: guest.user.id, policy: { rules: [] } });
    expect(await open.next()).toMatch(/^closed/);
    expect(await (await api.get('/api/states', guest.secret)).json()).toEqual([]);
  });
});

describe('hearth/audit/list', () => {
  it('passes its filters on', async () => {
    const { ask } = await admin();
    expect(await ask('hearth/audit/list', { limit: 5, before: 9, action: 'logged_in' })).toEqual({
      entries: [{ limit: 5, before: 9, action: 'logged_in' }],
    });
    expect(await ask('hearth/audit/list', { limit: 0 })).toBe('invalid_format');
  });
});
