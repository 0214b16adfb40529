import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestHub, type TestClient, type TestHub } from '../support/start-hub.ts';
import { tempFolder } from '../support/temp-folder.ts';

let home: TestHub;
let owner: TestClient;
const users = new Map<string, { readonly id: string; readonly client: TestClient }>();
const PATH = 'family-page';

beforeAll(async () => {
  home = await startTestHub({}, tempFolder(afterAll));
  owner = await home.connect();
  await addUser('ben', null);
  await addUser('guest', { rules: [{ effect: 'allow', actions: ['read'], domains: ['light'] }] });
  await owner.must({ type: 'lovelace/dashboards/create', url_path: PATH, title: 'Family' });
});
afterAll(() => home.stop());

async function addUser(name: string, policy: object | null): Promise<void> {
  const { auth } = home.hub;
  const { id } = await auth.users.create({ name, group_ids: ['system-users'], policy } as never);
  const { secret } = await auth.tokens.create({ user_id: id, kind: 'long_lived_access_token', name });
  users.set(name, { id, client: await home.connect(secret) });
}
const client = (name: string): TestClient => users.get(name)?.client ?? owner;
const idOf = (name: string): string => users.get(name)?.id ?? '';
const get = (by: TestClient) => by.must({ type: 'hearth/dashboard/get', url_path: PATH });
const save = (by: TestClient, config: object, revision: string | null) =>
  by.ask({ type: 'hearth/dashboard/save', url_path: PATH, config, revision } as never);

/** Saves as the owner whatever was there. */
async function put(config: object): Promise<string> {
  const { revision } = await get(owner);
  return (await save(owner, config, revision)).result.revision;
}

describe('a dashboard that is arranged', () => {
  it('has a revision, and a save of an older one is a conflict that changes nothing', async () => {
    expect(await get(owner)).toEqual({ config: null, revision: null, may_arrange: true });
    const revision = await put({ views: [{ title: 'A' }] });
    expect((await save(owner, { views: [] }, null)).error?.code).toBe('conflict');
    expect(await get(owner)).toEqual({ config: { views: [{ title: 'A' }] }, revision, may_arrange: true });
    expect((await save(owner, { views: [] }, revision)).success).toBe(true);
  });

  it('keeps its versions with who saved them, also what other clients saved', async () => {
    await owner.must({
      type: 'lovelace/config/save',
      url_path: PATH,
      config: { views: [{ title: 'B', n: 1 }] },
    });
    await put({ views: [{ title: 'C' }] });
    const versions = await owner.must({ type: 'hearth/dashboard/versions', url_path: PATH });
    expect(versions.length).toBeGreaterThanOrEqual(4);
    expect(versions[0]).toMatchObject({
      version: versions.length,
      kind: 'saved',
      user_id: expect.any(String),
    });
    const before = { type: 'hearth/dashboard/version', url_path: PATH, version: versions.length - 1 };
    expect(await owner.must(before)).toEqual({ views: [{ title: 'B', n: 1 }] });
    expect((await owner.ask({ ...before, version: 999 } as never)).error?.code).toBe('not_found');
  });
});

describe('the permissions of a dashboard', () => {
  it('let named users arrange it, but not change who may', async () => {
    await put({ views: [] });
    const ben = client('ben');
    expect((await get(ben)).may_arrange).toBe(false);
    const { revision } = await get(ben);
    expect((await save(ben, { views: [] }, revision)).error?.code).toBe('unauthorized');
    await put({ views: [], hearth: { arrange: [idOf('ben')] } });
    const open = await get(ben);
    expect(open.may_arrange).toBe(true);
    const taking = { views: [{ title: 'Ben' }], hearth: { see: [idOf('ben')], arrange: [], wall: 1 } };
    expect((await save(ben, taking, open.revision)).success).toBe(true);
    const { config } = await get(owner);
    expect(config).toEqual({ views: [{ title: 'Ben' }], hearth: { wall: 1, arrange: [idOf('ben')] } });
  });

  it('let them see and undo what they changed themselves, unless that changed who may', async () => {
    const [ben, arrange] = [client('ben'), [idOf('ben')]];
    await put({ views: [{ title: 'Old' }], hearth: { arrange } });
    const byOwner = await owner.must({ type: 'hearth/changes/list', limit: 1 });
    await save(ben, { views: [{ title: 'New' }] }, (await get(ben)).revision);
    const own = await ben.must({ type: 'hearth/changes/list' });
    expect(own[0]).toMatchObject({ user_id: idOf('ben'), kind: 'dashboard_config', verb: 'changed' });
    expect(own.filter(({ user_id: id }: { user_id: string }) => id !== idOf('ben'))).toEqual([]);
    const preview = await ben.must({ type: 'hearth/changes/preview', change_id: own[0].id });
    expect(preview.parts).toHaveLength(1);
    const others = await ben.ask({ type: 'hearth/changes/undo', change_id: byOwner[0].id });
    expect(others.error?.code).toBe('not_found');
    expect(await client('guest').must({ type: 'hearth/changes/list' })).toEqual([]);
    await ben.must({ type: 'hearth/changes/undo', change_id: own[0].id });
    expect((await get(ben)).config.views).toEqual([{ title: 'Old' }]);
    // Undone, even with force, it would be seen by others again.
    await save(ben, { views: [{ title: 'Third' }] }, (await get(ben)).revision);
    const [third] = await ben.must({ type: 'hearth/changes/list', limit: 1 });
    await put({ views: [{ title: 'Third' }], hearth: { arrange, see: arrange } });
    const refused = await ben.ask({ type: 'hearth/changes/undo', change_id: third.id, force: true });
    expect(refused.error?.code).toBe('not_found');
    await put({ views: [{ title: 'Third' }] });
    expect(await ben.must({ type: 'hearth/changes/list' })).toEqual([]);
  });

  it('show it only to those that are named, in every list', async () => {
    await put({ views: [], hearth: { see: [idOf('guest')] } });
    const paths = async (name: string) =>
      (await client(name).must({ type: 'lovelace/dashboards/list' })).map(
        (one: { url_path: string }) => one.url_path,
      );
    expect([await paths('ben'), await paths('guest'), await paths('owner')]).toEqual([[], [PATH], [PATH]]);
    const asked = await client('ben').ask({ type: 'hearth/dashboard/get', url_path: PATH } as never);
    expect(asked.error?.code).toBe('config_not_found');
    const other = await client('ben').ask({ type: 'lovelace/config', url_path: PATH } as never);
    expect(other.error?.code).toBe('config_not_found');
  });

  it('leave out what a limited user may not see, on every path', async () => {
    const cards = [
      { type: 'tile', entity: 'light.lamp' },
      { type: 'tile', entity: 'lock.door' },
      {
        type: 'entities',
        title: 'Both',
        entities: ['light.lamp', { entity: 'lock.door', name: 'Secret' }, 'lock.door'],
      },
      { type: 'markdown', content: "{{ states('lock.door') }}" },
      {
        type: 'picture-elements',
        image: '/local/plan.png',
        elements: [{ type: 'state-icon', entity: 'lock.door' }],
      },
      { type: 'area', area: 'vault' },
    ];
    await put({ views: [{ cards }], hearth: { see: [idOf('guest')] } });
    const seen = {
      views: [
        {
          cards: [
            { type: 'tile', entity: 'light.lamp' },
            { type: 'entities', title: 'Both', entities: ['light.lamp'] },
            { type: 'markdown' },
            { type: 'picture-elements', image: '/local/plan.png', elements: [] },
          ],
        },
      ],
    };
    const guest = client('guest');
    expect((await get(guest)).config).toEqual(seen);
    expect((await get(guest)).may_arrange).toBe(false);
    expect(await guest.must({ type: 'lovelace/config', url_path: PATH })).toEqual(seen);
    const { revision } = await get(guest);
    expect((await save(guest, seen, revision)).error?.code).toBe('unauthorized');
  });
});
