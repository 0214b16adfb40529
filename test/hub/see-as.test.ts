import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestHub, type TestClient, type TestHub } from '../support/start-hub.ts';
import { tempFolder } from '../support/temp-folder.ts';

let home: TestHub;
let guestId: string;
let adminId: string;
let asAdmin: () => Promise<TestClient>;

beforeAll(async () => {
  home = await startTestHub({}, tempFolder(afterAll));
  const { users, tokens } = home.hub.auth;
  const policy = { rules: [{ effect: 'allow', actions: ['read', 'control'], domains: ['light'] }] };
  guestId = (await users.create({ name: 'Gus', group_ids: ['system-users'], policy } as never)).id;
  adminId = (await users.create({ name: 'Ada', group_ids: ['system-admin'] } as never)).id;
  const { secret } = await tokens.create({ user_id: adminId, kind: 'long_lived_access_token', name: 'Ada' });
  asAdmin = () => home.connect(secret);
});
afterAll(() => home.stop());

const codeOf = async (client: TestClient, message: object) =>
  (await client.ask({ ...message } as never)).error?.code;

describe('seeing the home as another user', () => {
  it('shows what the user sees, and says who that is', async () => {
    const viewer = await asAdmin();
    expect(await viewer.must({ type: 'hearth/see_as', user_id: guestId })).toEqual({
      user_id: guestId,
      name: 'Gus',
    });
    expect(await viewer.must({ type: 'auth/current_user' })).toMatchObject({
      id: guestId,
      name: 'Gus',
      is_admin: false,
    });
    const idsOf = async (client: TestClient): Promise<string[]> =>
      (await client.must({ type: 'get_states' })).map(({ entity_id: id }: { entity_id: string }) => id);
    expect(await idsOf(await asAdmin())).toContain('zone.home');
    expect(await idsOf(viewer)).not.toContain('zone.home');
  });

  it.each([
    { type: 'call_service', domain: 'light', service: 'turn_on', target: { entity_id: 'light.lamp' } },
    { type: 'auth/long_lived_access_token', client_name: 'x', lifespan: 1 },
    { type: 'hearth/token/create', name: 'x' },
    { type: 'frontend/set_user_data', key: 'x', value: 1 },
    { type: 'hearth/profile/update', name: 'x' },
    { type: 'auth/sign_path', path: '/api/states' },
    { type: 'hearth/dashboard/save', config: {}, revision: null },
    { type: 'config/auth/list' },
    { type: 'render_template', template: 'x' },
  ])('does not act: $type', async (message) => {
    const viewer = await asAdmin();
    await viewer.must({ type: 'hearth/see_as', user_id: guestId });
    expect(await codeOf(viewer, message)).toBe('unauthorized');
  });

  it('never shows the view of the owner to others, nor anything to those who manage nobody', async () => {
    const owner = home.hub.auth.users.all().find(({ is_owner: isOwner }) => isOwner);
    expect(await codeOf(await asAdmin(), { type: 'hearth/see_as', user_id: owner?.id })).toBe('unauthorized');
    const { secret } = await home.hub.auth.tokens.create({
      ...{ user_id: guestId, kind: 'long_lived_access_token', name: 'Gus' },
    } as never);
    const guest = await home.connect(secret);
    expect(await codeOf(guest, { type: 'hearth/see_as', user_id: adminId })).toBe('unauthorized');
    expect(await codeOf(await asAdmin(), { type: 'hearth/see_as', user_id: 'nobody' })).toBe('not_found');
  });

  it('needs a connection of its own, and stays with one user', async () => {
    const busy = await asAdmin();
    await busy.must({ type: 'subscribe_events', event_type: 'state_changed' });
    expect(await codeOf(busy, { type: 'hearth/see_as', user_id: guestId })).toBe('not_allowed');
    const viewer = await asAdmin();
    await viewer.must({ type: 'hearth/see_as', user_id: guestId });
    expect(await codeOf(viewer, { type: 'hearth/see_as', user_id: adminId })).toBe('unauthorized');
  });

  it('is in the audit log, creates no token, and ends when the permissions of the user change', async () => {
    const { auth } = home.hub;
    const before = auth.tokens.ofUser(guestId).length;
    const viewer = await asAdmin();
    await viewer.must({ type: 'hearth/see_as', user_id: guestId });
    expect(auth.tokens.ofUser(guestId).length).toBe(before);
    const owner = await home.connect();
    const { entries } = await owner.must({ type: 'hearth/audit/list', action: 'viewed_as' });
    expect(entries[0]).toMatchObject({ user_id: adminId, detail: { user: guestId, name: 'Gus' } });
    const closed = new Promise((resolve) => viewer.socket.once('close', resolve));
    await owner.must({ type: 'config/auth/update', user_id: guestId, policy: { rules: [] } });
    await closed;
  });
});
