import { describe, expect, it } from 'vitest';
import { hearth, serveHearth, startHearth } from '../support/command-line.ts';
import { TestClient } from '../support/start-hub.ts';
import { tempFolder } from '../support/temp-folder.ts';

const PASSWORD = 'correct horse';

interface Server {
  readonly url: string;
  readonly claimCode: string | null;
  kill(): Promise<void>;
}

/** A server on the folder, ready. */
async function serve(folder: string): Promise<Server> {
  const { url, said, kill } = await serveHearth(folder);
  return { url, claimCode: /Claim code: (\S+)/.exec(said)?.[1] ?? null, kill };
}

function withInput(text: string, args: readonly string[]) {
  const child = startHearth(args, { input: text });
  return new Promise<{ stdout: string; stderr: string; code: number | null }>((resolve) => {
    let [stdout, stderr] = ['', ''];
    child.stdout?.on('data', (chunk) => {
      stdout += chunk;
    });
    child.stderr?.on('data', (chunk) => {
      stderr += chunk;
    });
    child.on('close', (code) => resolve({ stdout, stderr, code }));
  });
}

async function post(url: string, body: object): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function canLogIn(url: string, username: string, password: string): Promise<boolean> {
  const client = { client_id: `${url}/`, redirect_uri: `${url}/` };
  const begun = await post(`${url}/auth/login_flow`, { ...client, handler: ['homeassistant', null] });
  const { flow_id } = begun.body;
  const ended = await post(`${url}/auth/login_flow/${flow_id}`, {
    client_id: client.client_id,
    username,
    password,
  });
  return ended.body.type === 'create_entry';
}

const statesOf = async (url: string, token: string): Promise<number> =>
  (await fetch(`${url}/api/states`, { headers: { Authorization: `Bearer ${token}` } })).status;

describe('users of the command line', () => {
  it('claim the server, log in and are disabled while the server runs', async () => {
    const folder = tempFolder();
    const server = await serve(folder);
    expect(server.claimCode).toMatch(/^[A-Z2-9]{4}(-[A-Z2-9]{4}){2}$/);
    const where = ['--data-dir', folder];
    const owner = await withInput(`${PASSWORD}\n`, [
      'user',
      'create',
      '--owner',
      '--name',
      'Anna',
      '--username',
      'anna',
      ...where,
    ]);
    expect(owner).toEqual({ stdout: expect.stringMatching(/^[0-9a-f]{32}\n$/), stderr: '', code: 0 });
    expect(await canLogIn(server.url, 'anna', PASSWORD)).toBe(true);
    const again = await withInput(`${PASSWORD}\n`, [
      'user',
      'create',
      '--owner',
      '--name',
      'Eve',
      '--username',
      'eve',
      ...where,
    ]);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('already has an owner') });
    await withInput(`${PASSWORD}\n`, ['user', 'create', '--name', 'Ben', '--username', 'ben', ...where]);
    const token = (await hearth(['token', 'create', '--name', 'x', '--user', 'ben', ...where])).stdout.trim();
    expect(await statesOf(server.url, token)).toBe(200);
    expect((await hearth(['user', 'list', ...where])).stdout).toMatch(
      /Anna +anna +owner\n.*Ben +ben +user\n$/,
    );
    expect((await withInput('battery staple\n', ['user', 'password', 'ben', ...where])).code).toBe(0);
    expect([
      await canLogIn(server.url, 'ben', PASSWORD),
      await canLogIn(server.url, 'ben', 'battery staple'),
    ]).toEqual([false, true]);
    expect((await hearth(['user', 'disable', 'ben', ...where])).code).toBe(0);
    expect(await statesOf(server.url, token)).toBe(401);
    const audit = (await hearth(['audit', ...where])).stdout
      .split('\n')
      .map((line) => line.split(/ {2,}/)[2]);
    expect(audit.slice(1, 7)).toEqual([
      'rights_changed',
      'login_failed',
      'password_changed',
      'token_made',
      'user_made',
      'house_claimed',
    ]);
    await server.kill();
  }, 60_000);

  it('are there after kill -9 as they were acknowledged', async () => {
    const folder = tempFolder();
    const first = await serve(folder);
    const token = (await hearth(['token', 'create', '--name', 'x', '--data-dir', folder])).stdout.trim();
    const claimed = await post(`${first.url}/auth/claim`, {
      ...{ code: first.claimCode, name: 'Anna', username: 'anna', password: PASSWORD },
      ...{ client_id: `${first.url}/`, redirect_uri: `${first.url}/` },
    });
    expect(claimed.status).toBe(200);
    await first.kill();
    const second = await serve(folder);
    expect(second.claimCode).toBeNull();
    expect(await statesOf(second.url, token)).toBe(200);
    expect(await canLogIn(second.url, 'anna', PASSWORD)).toBe(true);
    expect((await hearth(['token', 'revoke', 'x', '--data-dir', folder])).code).toBe(0);
    await second.kill();
    const third = await serve(folder);
    expect(await statesOf(third.url, token)).toBe(401);
    await third.kill();
  }, 60_000);
});

describe('a change of users, tokens and rights over the WebSocket', () => {
  it('is there after kill -9 as soon as it is acknowledged', async () => {
    const folder = tempFolder();
    let server = await serve(folder);
    const token = (await hearth(['token', 'create', '--name', 'x', '--data-dir', folder])).stdout.trim();
    /** Sends a command, and kills the server as soon as the response arrives. */
    const askAndKill = async (type: string, fields: object) => {
      const client = await TestClient.open(server.url, token);
      const answer = await client.must({ type, ...fields });
      await server.kill();
      server = await serve(folder);
      return answer;
    };
    const ask = async (type: string, fields: object = {}) => {
      const client = await TestClient.open(server.url, token);
      const answer = await client.must({ type, ...fields });
      client.close();
      return answer;
    };
    const find = async (id: string) =>
      (await ask('config/auth/list')).find((one: { id: string }) => one.id === id);

    const { user } = await askAndKill('config/auth/create', { name: 'Ben', group_ids: ['system-users'] });
    expect(await find(user.id)).toEqual(user);

    const login = { user_id: user.id, username: 'ben', password: PASSWORD };
    await askAndKill('config/auth_provider/homeassistant/create', login);
    expect(await canLogIn(server.url, 'ben', PASSWORD)).toBe(true);

    const policy = { rules: [{ effect: 'allow', actions: ['read'], domains: ['light'] }] };
    await askAndKill('config/auth/update', { user_id: user.id, policy });
    expect((await find(user.id)).policy).toEqual(policy);

    const other = await askAndKill('hearth/token/create', { name: 'lamp', policy });
    expect(await statesOf(server.url, other.token)).toBe(200);
    expect((await ask('hearth/token/list')).find(({ id }: { id: string }) => id === other.id).policy).toEqual(
      policy,
    );

    await askAndKill('hearth/token/revoke', { token_id: other.id });
    expect(await statesOf(server.url, other.token)).toBe(401);

    await askAndKill('config/auth/update', { user_id: user.id, is_active: false });
    expect(await canLogIn(server.url, 'ben', PASSWORD)).toBe(false);

    await askAndKill('config/auth/delete', { user_id: user.id });
    expect(await find(user.id)).toBeUndefined();
    await server.kill();
  }, 120_000);
});
