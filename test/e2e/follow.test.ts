import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hearth } from '../support/command-line.ts';
import { startTestHub, type TestHub } from '../support/start-hub.ts';
import { tempFolder } from '../support/temp-folder.ts';

// biome-ignore lint/suspicious/noExplicitAny: states of all domains
type State = any;

const SLOW = { timeout: 20_000, interval: 50 };
const AUTOMATIONS = `
- { id: one, alias: One, initial_state: true, triggers: [], actions: [] }
- { id: two, alias: Two, triggers: [], actions: [] }
`;
const folder = tempFolder(afterAll);
const dataDir = join(folder, 'data');
const tokenFile = join(folder, 'token');
let source: TestHub;
beforeAll(async () => {
  mkdirSync(dataDir, { mode: 0o700 });
  writeFileSync(join(dataDir, 'automations.yaml'), AUTOMATIONS);
  source = await startTestHub({ demo: true });
  writeFileSync(tokenFile, `${source.token}\n`);
  const owner = await source.connect();
  const light = await firstLight(source);
  const { floor_id } = await owner.must({ type: 'config/floor_registry/create', name: 'Attic' });
  const { area_id } = await owner.must({ type: 'config/area_registry/create', name: 'Study', floor_id });
  const { label_id } = await owner.must({ type: 'config/label_registry/create', name: 'Warm' });
  await owner.must({
    ...{ type: 'config/entity_registry/update', entity_id: light, new_entity_id: 'light.reading' },
    ...{ name: 'Reading', area_id, labels: [label_id], aliases: ['Book light'] },
  });
});
afterAll(() => source.stop());

const firstLight = async (hub: TestHub): Promise<string> =>
  (await hub.rest('GET', '/api/states')).json.find(({ entity_id: id }: State) => id.startsWith('light.'))
    .entity_id;
const stateOf = async (hub: TestHub, id: string): Promise<State> =>
  (await hub.rest('GET', `/api/states/${id}`)).json;
const run = (...args: string[]) => hearth(['import', ...args, '--data-dir', dataDir]);
const database = (): string => readFileSync(join(dataDir, 'hearth.db'), 'latin1');

it('takes no token as an argument, and refuses one that is wrong', async () => {
  const argument = await run('--follow', source.url, '--token', source.token);
  expect(argument.code).not.toBe(0);
  const wrong = join(folder, 'wrong');
  writeFileSync(wrong, 'nonsense');
  const refused = await run('--follow', source.url, '--token-file', wrong);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('refuses the token') });
});

it('mirrors a running home under its own IDs, which runs the automations', async () => {
  const { code, stdout, stderr } = await run('--follow', source.url, '--token-file', tokenFile);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('is mirrored');
  expect(stdout.includes(source.token)).toBe(false);
  expect(statSync(join(dataDir, 'hearth.db')).mode & 0o077).toBe(0);
  const home = await startTestHub({}, dataDir);
  try {
    await expect.poll(async () => (await stateOf(home, 'light.reading'))?.state, SLOW).toMatch(/^o(n|ff)$/);
    const [theirs, ours] = [await stateOf(source, 'light.reading'), await stateOf(home, 'light.reading')];
    expect(ours).toMatchObject({ state: theirs.state, attributes: theirs.attributes });
    const owner = await home.connect();
    const entry = await owner.must({ type: 'config/entity_registry/get', entity_id: 'light.reading' });
    const former = await (await source.connect()).must({
      ...{ type: 'config/entity_registry/get', entity_id: 'light.reading' },
    });
    const { id, platform, unique_id, name, aliases, labels, area_id, device_id } = former;
    expect(entry).toMatchObject({ id, platform, unique_id, name, aliases, labels, area_id, device_id });
    expect(await owner.must({ type: 'config/area_registry/list' })).toMatchObject(
      await (await source.connect()).must({ type: 'config/area_registry/list' }),
    );
    for (const one of ['automation.one', 'automation.two'])
      expect((await stateOf(home, one)).state).toBe('off');
    await home.rest('POST', '/api/services/light/toggle', { entity_id: 'light.reading' });
    expect((await stateOf(source, 'light.reading')).state).not.toBe(theirs.state);
    await home.rest('POST', '/api/services/automation/turn_on', { entity_id: 'automation.two' });
  } finally {
    await home.stop();
  }
});

it('keeps an automation on that a user has turned on, and does nothing twice', async () => {
  const { code } = await run('--follow', source.url, '--token-file', tokenFile, '--no-calls');
  expect(code).toBe(0);
  const home = await startTestHub({}, dataDir);
  try {
    expect((await stateOf(home, 'automation.one')).state).toBe('off');
    expect((await stateOf(home, 'automation.two')).state).toBe('on');
    const owner = await home.connect();
    expect(await owner.must({ type: 'config_entries/get', domain: 'another_hub' })).toHaveLength(1);
    await expect.poll(async () => (await stateOf(home, 'light.reading'))?.state, SLOW).toMatch(/^o(n|ff)$/);
    const { status } = await home.rest('POST', '/api/services/light/toggle', { entity_id: 'light.reading' });
    expect(status).toBe(400);
  } finally {
    await home.stop();
  }
});

/** Whether a file of the data folder has the token of the other hub. */
function hasToken(): boolean {
  return readdirSync(dataDir, { recursive: true, withFileTypes: true }).some(
    (one) => one.isFile() && readFileSync(join(one.parentPath, one.name)).includes(source.token),
  );
}

it('stores the token only encrypted, and deletes it when following ends, also by the migration', async () => {
  expect([hasToken(), database().includes('"follow":true')]).toEqual([false, true]);
  expect(await run('--stop-following')).toMatchObject({ code: 0 });
  expect([hasToken(), database().includes('"follow":true')]).toEqual([false, false]);
  expect(await run('--stop-following')).toMatchObject({ code: 1, stderr: expect.stringContaining('No hub') });
  await run('--follow', source.url, '--token-file', tokenFile);
  expect([hasToken(), database().includes('"follow":true')]).toEqual([false, true]);
  const migrated = await run(join(import.meta.dirname, '../import/home/ha-home'));
  expect(migrated).toMatchObject({ code: 0, stdout: expect.stringContaining('has ended') });
  expect([hasToken(), database().includes('"follow":true')]).toEqual([false, false]);
});
