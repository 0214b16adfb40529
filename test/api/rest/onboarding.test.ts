import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AuthApi, startAuthApi } from '../../support/auth-api.ts';

let api: AuthApi;
let owner: Record<string, string>;
beforeEach(async () => {
  api = await startAuthApi();
  owner = {
    client_id: `${api.url}/`,
    name: 'Anna',
    username: 'anna',
    password: 'correct horse',
    language: 'de',
  };
});
afterEach(() => api.stop());

const codeOf = (): string => api.auth.claim.newCode() ?? '';

test('a client learns that a server has no owner, and nothing more once it has one', async () => {
  const asked = await api.get('/api/onboarding');
  expect([asked.status, await asked.json()]).toEqual([
    200,
    [
      { step: 'user', done: false },
      { step: 'core_config', done: true },
      { step: 'analytics', done: true },
      { step: 'integration', done: true },
    ],
  ]);
  const made = await api.post('/api/onboarding/users', { ...owner, code: codeOf() });
  const { auth_code } = (await made.json()) as { auth_code: string };
  const form = { grant_type: 'authorization_code', code: auth_code, client_id: `${api.url}/` };
  const tokens = await api.post('/auth/token', new URLSearchParams(form));
  const { access_token } = (await tokens.json()) as { access_token: string };
  expect((await api.get('/api/states', access_token)).status).toBe(200);
  expect((await api.get('/api/onboarding')).status).toBe(404);
  const second = await api.post('/api/onboarding/users', { ...owner, username: 'eve' });
  expect([second.status, ((await second.json()) as { message: string }).message]).toEqual([
    403,
    'User step already done',
  ]);
  const step = await api.post('/api/onboarding/integration', {}, { Authorization: `Bearer ${access_token}` });
  expect(step.status).toBe(403);
});

test('claiming requires the printed code', async () => {
  codeOf();
  expect((await api.post('/api/onboarding/users', owner)).status).toBe(403);
  expect((await api.post('/api/onboarding/users', { ...owner, code: 'AAAA-AAAA-AAAA' })).status).toBe(403);
  expect(api.auth.claim.isClaimed()).toBe(false);
  expect((await api.post('/api/onboarding/users', { ...owner, client_id: 'javascript:x' })).status).toBe(400);
  expect((await api.post('/api/onboarding/core_config', {})).status).toBe(401);
});
