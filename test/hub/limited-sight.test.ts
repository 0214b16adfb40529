import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Policy } from '../../src/auth/policy-schema.ts';
import type { Group } from '../../src/auth/users.ts';
import { startTestHub, type TestClient, type TestHub, testTime } from '../support/start-hub.ts';

const HIDDEN = 'light.kitchen_counter';
const SEEN = 'light.hall_light';
const LOCK = 'lock.front_door_lock';
const BUT_HIDDEN: Policy = {
  rules: [
    { effect: 'allow', actions: ['control'] },
    { effect: 'deny', actions: ['read'], entities: [HIDDEN, LOCK, 'input_boolean.alarm'] },
  ],
};

let home: TestHub;
let owner: TestClient;
let guest: TestClient;

beforeAll(async () => {
  home = await startTestHub({ demo: true });
  owner = await home.connect();
  await owner.must({ type: 'input_boolean/create', name: 'Alarm' });
  await owner.must({ type: 'group/create', group_type: 'light', name: 'Pair', entities: [SEEN, HIDDEN] });
  guest = (await client('system-users', BUT_HIDDEN)).client;
});
afterAll(() => home.stop());

async function client(group: Group, policy: Policy | null = null) {
  const { users, tokens } = home.hub.auth;
  const user = await users.create({ name: `A ${group}`, group_ids: [group], policy });
  const { secret } = await tokens.create({
    user_id: user.id,
    kind: 'long_lived_access_token',
    name: user.id,
  });
  return { user, secret, client: await home.connect(secret) };
}

const call = (who: TestClient, service: string, service_data: object) =>
  who.ask({
    type: 'call_service',
    domain: service.split('.')[0],
    service: service.split('.')[1],
    service_data,
  });
const stateOf = async (id: string): Promise<string> =>
  (await home.rest('GET', `/api/states/${id}`)).json.state;

describe('a caller who may not read some entities', () => {
  it('acts through a light group on the members it may act on', async () => {
    await call(owner, 'light.turn_off', { entity_id: [SEEN, HIDDEN] });
    expect(await call(guest, 'light.turn_on', { entity_id: 'light.pair' })).toMatchObject({ success: true });
    expect([await stateOf(SEEN), await stateOf(HIDDEN)]).toEqual(['on', 'off']);
    await call(owner, 'light.turn_on', { entity_id: 'light.pair' });
    expect(await stateOf(HIDDEN)).toBe('on');
  });

  it('reads no members of a scene in its registry entry', async () => {
    const entities = { [SEEN]: 'on', [HIDDEN]: 'on' };
    await home.rest('POST', '/api/config/scene/config/both', { name: 'Both', entities });
    const ask = { type: 'config/entity_registry/get_entries', entity_ids: ['scene.both'] };
    expect(JSON.stringify(await owner.must(ask))).toContain(HIDDEN);
    const told = JSON.stringify(await guest.must(ask));
    expect(told).toContain(SEEN);
    expect(told).not.toContain(HIDDEN);
  });

  it('reads no templates of template entities', async () => {
    const fields = { template_type: 'sensor', name: 'Sum', state: `{{ states('${HIDDEN}') }}` };
    await owner.must({ type: 'template/create', ...fields });
    expect(JSON.stringify(await owner.must({ type: 'template/list' }))).toContain(HIDDEN);
    expect(await guest.must({ type: 'template/list' })).toEqual([
      { id: 'sum', name: 'Sum', template_type: 'sensor' },
    ]);
    const before = guest.events.length;
    await guest.must({ type: 'template/subscribe' });
    await guest.must({ type: 'get_config' });
    expect(JSON.stringify(guest.events.slice(before))).not.toContain(HIDDEN);
  });

  it('does not learn from a failed scene which member failed', async () => {
    await home.rest('POST', '/api/config/scene/config/night', {
      name: 'Night',
      entities: { [LOCK]: 'unlocked' },
    });
    const failure = await call(owner, 'scene.turn_on', { entity_id: 'scene.night' });
    const told = await call(guest, 'scene.turn_on', { entity_id: 'scene.night' });
    expect([failure.success, told.success]).toEqual([false, false]);
    expect(JSON.stringify(failure)).toContain(LOCK);
    expect(JSON.stringify(told)).not.toContain('lock');
    expect(told.error.message).toContain('Part of scene.night failed');
  });

  it('does not learn what triggered a readable automation, if that is hidden', async () => {
    await home.rest('POST', '/api/config/automation/config/watch', {
      alias: 'Watch',
      triggers: [{ trigger: 'state', entity_id: 'input_boolean.alarm' }],
      actions: [{ action: 'light.turn_off', target: { entity_id: SEEN } }],
    });
    await call(owner, 'light.turn_on', { entity_id: SEEN });
    await call(owner, 'input_boolean.toggle', { entity_id: 'input_boolean.alarm' });
    await expect.poll(() => stateOf(SEEN)).toBe('off');
    const ask = { type: 'hearth/cause', entity_id: SEEN };
    await expect
      .poll(async () => JSON.stringify(await owner.must(ask)))
      .toContain('state of input_boolean.alarm');
    const told = JSON.stringify(await guest.must(ask));
    expect(told).toContain('automation.watch');
    expect(told).not.toContain('alarm');
  });

  it('learns no history of removed entities', async () => {
    await owner.must({ type: 'input_boolean/create', name: 'Gone' });
    await call(owner, 'input_boolean.turn_on', { entity_id: 'input_boolean.gone' });
    await owner.must({ type: 'input_boolean/delete', input_boolean_id: 'gone' });
    const ask = { type: 'hearth/cause', entity_id: 'input_boolean.gone', time: testTime.now() / 1000 };
    await expect.poll(async () => (await owner.ask(ask)).success).toBe(true);
    expect(await guest.ask(ask)).toMatchObject({ success: false, error: { code: 'not_found' } });
  });

  it.each([
    (id: string) => ({
      type: 'subscribe_condition',
      condition: { condition: 'state', entity_id: id, state: 'on' },
    }),
    (id: string) => ({ type: 'explain_target', target: { entity_id: [id] } }),
    (id: string) => ({ type: 'extract_from_target', target: { entity_id: [id] } }),
    (id: string) => ({ type: 'get_services_for_target', target: { entity_id: [id] } }),
    (id: string) => ({ type: 'hearth/cause', entity_id: id }),
    (id: string) => ({ type: 'config/entity_registry/get', entity_id: id }),
    (id: string) => ({
      type: 'call_service',
      domain: 'group',
      service: 'set',
      service_data: { object_id: 'mine', entities: [id] },
    }),
    (id: string) => ({
      type: 'call_service',
      domain: 'scene',
      service: 'create',
      service_data: { scene_id: 'mine', entities: { [id]: 'on' } },
    }),
    (id: string) => ({
      type: 'call_service',
      domain: 'scene',
      service: 'delete',
      service_data: { entity_id: id },
    }),
  ])('cannot tell a hidden entity from an absent one: %#', async (ask) => {
    const absent = 'light.kitchen_nothing';
    const [one, other] = [await guest.ask(ask(HIDDEN)), await guest.ask(ask(absent))];
    const plain = (answer: { id: number }, id: string) =>
      JSON.stringify({ ...answer, id: 0 })
        .replaceAll(id, 'X')
        .replace(/"context":\{[^}]*\}/, '');
    expect(plain(one, HIDDEN)).toBe(plain(other, absent));
  });
});

it('scene.delete without control permission is refused', async () => {
  await call(owner, 'scene.create', { scene_id: 'made', entities: { [SEEN]: 'on' } });
  const { secret } = await client('system-read-only');
  const ask = { entity_id: 'scene.made' };
  const { status } = await home.rest('POST', '/api/services/scene/delete', ask, {
    authorization: `Bearer ${secret}`,
  });
  expect(status).toBe(403);
  expect(await stateOf('scene.made')).toBeDefined();
  expect(await call(owner, 'scene.delete', { entity_id: 'scene.made' })).toMatchObject({ success: true });
});

it('a sensor group is made and changed over the WebSocket', async () => {
  await owner.must({ type: 'input_number/create', name: 'One', min: 0, max: 9, initial: 2 });
  await owner.must({ type: 'input_number/create', name: 'Two', min: 0, max: 9, initial: 4 });
  const entities = ['input_number.one', 'input_number.two'];
  const group = { group_type: 'sensor', name: 'Readings', entities };
  const item = await owner.must({ type: 'group/create', ...group, sensor_type: 'sum' });
  expect(item).toMatchObject({ ...group, type: 'sum' });
  expect(await stateOf('sensor.readings')).toBe('6.0');
  const { group_type: _, ...rest } = group;
  await owner.must({ type: 'group/update', group_id: 'readings', ...rest, sensor_type: 'max' });
  expect(await stateOf('sensor.readings')).toBe('4.0');
});

describe('another administrator', () => {
  it('neither lists nor revokes the tokens and logins of the owner', async () => {
    const { client: admin, user } = await client('system-admin');
    const { auth } = home.hub;
    const ownerId = auth.users.owner()?.id ?? '';
    const [token] = auth.tokens.ofUser(ownerId);
    expect(await admin.ask({ type: 'hearth/token/list', user_id: ownerId })).toMatchObject({
      success: false,
      error: { code: 'unauthorized' },
    });
    expect(await admin.ask({ type: 'hearth/token/revoke', token_id: token?.id })).toMatchObject({
      success: false,
      error: { code: 'not_found' },
    });
    expect(auth.tokens.get(token?.id ?? '')).toBeDefined();
    const { entries } = await admin.must({ type: 'hearth/audit/list', user_id: ownerId });
    for (const { peer, token_id, detail } of entries)
      expect([peer, token_id, detail.token]).toEqual([null, null, undefined]);
    expect(await owner.must({ type: 'hearth/token/list', user_id: user.id })).toHaveLength(1);
  });

  it('reads no secret by a tag sent as text', async () => {
    const { secret } = await client('system-admin');
    const status = async (tag: string): Promise<number> => {
      const sequence = [{ variables: { x: { x: tag } } }, { stop: 'done', response_variable: 'x' }];
      const answer = await home.rest(
        'POST',
        '/api/config/script/config/steal',
        { sequence },
        { authorization: `Bearer ${secret}` },
      );
      return answer.status;
    };
    expect(await status('!secret mqtt_password')).toBe(403);
    for (const tag of ['!include hearth.yaml', '!include secrets.yaml', '!include hearth.lock'])
      expect([tag, await status(tag)]).toEqual([tag, 400]);
    expect((await home.rest('GET', '/api/states/script.steal')).status).toBe(404);
    expect(await status('no tag')).toBe(200);
  });
});
