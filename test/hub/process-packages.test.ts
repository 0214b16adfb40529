import { afterAll, beforeAll, expect, it } from 'vitest';
import { createToken } from '../../src/auth/administration.ts';
import { setUp } from '../support/device-home.ts';
import { startTestHub, type TestClient, type TestHub } from '../support/start-hub.ts';

const FLOW = '/api/config/config_entries/flow';

let home: TestHub;
let owner: TestClient;
beforeAll(async () => {
  home = await startTestHub();
  owner = await home.connect();
});
afterAll(() => home.stop());

it('asks before packages are downloaded, which only the owner may agree to', async () => {
  const step = await setUp(home, 'matter');
  expect(step).toMatchObject({ type: 'form', step_id: 'packages', data_schema: [], errors: null });
  // Nothing runs yet.
  expect(home.hub.devices?.pidOf('matter')).toBeUndefined();
  const { user } = await owner.must({
    ...{ type: 'config/auth/create', name: 'Second', group_ids: ['system-admin'], local_only: false },
  });
  const token = await createToken(home.hub.auth, { name: 'second', user: user.id });
  const answered = await home.rest(
    'POST',
    `${FLOW}/${step.flow_id}`,
    {},
    { authorization: `Bearer ${token}` },
  );
  expect([answered.status, answered.json.code]).toEqual([403, 'unauthorized']);
  expect(home.hub.devices?.pidOf('matter')).toBeUndefined();
  const { json: present } = await home.rest('GET', `${FLOW}/${step.flow_id}`);
  expect(present.step_id).toBe('packages');
});
