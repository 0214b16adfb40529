import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Policy } from '../../src/auth/policy-schema.ts';
import { startTestHub, TestClient, type TestHub } from '../support/start-hub.ts';

const OWN = 'light.hall_light';
const HIDDEN = 'light.kitchen_counter';
const SPEAKER = 'media_player.living_room_speaker';
const OTHER_SPEAKER = 'media_player.kitchen_speaker';
const SEEN: Policy = {
  rules: [
    {
      effect: 'allow',
      actions: ['control'],
      entities: [OWN, SPEAKER, 'group.mix', 'sensor.mixed', 'sensor.mode', 'automation.night'],
    },
  ],
};

let home: TestHub;
let owner: TestClient;
let guest: TestClient;
let secret = '';

beforeAll(async () => {
  home = await startTestHub({ demo: true });
  owner = await home.connect();
  const { users, tokens } = home.hub.auth;
  const { id } = await users.create({ name: 'Guest', group_ids: ['system-users'], policy: SEEN });
  ({ secret } = await tokens.create({ user_id: id, kind: 'long_lived_access_token', name: 'walk' }));
  await put('group.mix', 'on', { entity_id: [OWN, HIDDEN] });
  await put('sensor.mixed', '1', { max_entity_id: HIDDEN, min_entity_id: OWN, group_members: [HIDDEN] });
  guest = await home.connect(secret);
});
afterAll(() => home.stop());

function put(id: string, state: string, attributes: object = {}) {
  return home.rest('POST', `/api/states/${id}`, { state, attributes });
}

const get = async (path: string) =>
  (await home.rest('GET', path, undefined, { authorization: `Bearer ${secret}` })).json;

/** The first event of a subscription. */
async function first(client: TestClient, command: Record<string, unknown>): Promise<unknown> {
  const before = client.events.length;
  await client.must(command);
  await expect.poll(() => client.events.length).toBeGreaterThan(before);
  return client.events[before].event;
}

describe('to a caller who may not read a member', () => {
  it.each([
    "{{ state_attr('group.mix', 'entity_id') }}",
    '{{ states.group.mix }} {{ states.group.mix.attributes }}',
    "{{ states.group | map(attribute='attributes') | list }}",
    '{{ states.sensor.mixed.attributes }} {{ states.sensor.mixed }}',
  ])('the template %s names none', async (template) => {
    const ask = async (client: TestClient) =>
      JSON.stringify(await first(client, { type: 'render_template', template }));
    expect(await ask(owner)).toContain(HIDDEN);
    expect(await ask(guest)).toContain(OWN);
    expect(await ask(guest)).not.toContain(HIDDEN);
  });

  it('a template cannot guess one', async () => {
    const template = `{{ is_state_attr('group.mix', 'entity_id', ['${OWN}', '${HIDDEN}']) }}`;
    expect(await first(owner, { type: 'render_template', template })).toMatchObject({ result: true });
    expect(await first(guest, { type: 'render_template', template })).toMatchObject({ result: false });
  });

  it('the listeners of a template that expands a group exclude its hidden members', async () => {
    const template = "{{ expand('group.mix') | map(attribute='entity_id') | list }}";
    expect(await first(guest, { type: 'render_template', template })).toMatchObject({
      result: [OWN],
      listeners: { entities: expect.not.arrayContaining([HIDDEN]) },
    });
    expect(await first(owner, { type: 'render_template', template })).toMatchObject({
      result: [HIDDEN, OWN],
    });
  });

  it('its state names none in any attribute that holds entities', async () => {
    const { attributes } = await get('/api/states/sensor.mixed');
    expect(attributes).toEqual({ max_entity_id: null, min_entity_id: OWN, group_members: [] });
  });

  it.each([
    { condition: 'state', entity_id: 'group.mix', attribute: 'entity_id', state: [[OWN, HIDDEN]] },
    {
      condition: 'numeric_state',
      entity_id: 'group.mix',
      value_template: '{{ state.attributes.entity_id | count }}',
      above: 1,
    },
  ])('no condition tells of them: %j', async (condition) => {
    const asked = { type: 'subscribe_condition', condition };
    expect(await first(owner, asked)).toEqual({ result: true });
    expect(await first(guest, asked)).toEqual({ result: false });
  });
});

it('a condition that compares with a hidden helper does not reveal its value', async () => {
  const { state } = (await home.rest('GET', '/api/states/input_select.house_mode')).json;
  await put('sensor.mode', state);
  const ask = (client: TestClient, helper: string) =>
    first(client, {
      type: 'subscribe_condition',
      condition: { condition: 'state', entity_id: 'sensor.mode', state: helper },
    });
  expect(await ask(owner, 'input_select.house_mode')).toEqual({ result: true });
  const told = JSON.stringify(await ask(guest, 'input_select.house_mode'));
  expect(told.replace('house_mode', 'X')).toBe(
    JSON.stringify(await ask(guest, 'input_select.none_such')).replace('none_such', 'X'),
  );
});

describe('a field of a service that names an entity', () => {
  const join = (member: string) =>
    guest.ask({
      type: 'call_service',
      ...{ domain: 'media_player', service: 'join' },
      service_data: { entity_id: SPEAKER, group_members: [member] },
    });

  it('moves none that the caller may not control, and does not reveal its existence', async () => {
    const { error } = await join(OTHER_SPEAKER);
    const missing = (await join('media_player.none_such')).error;
    expect(error.code).toBe('service_validation_error');
    expect(JSON.stringify(error).replaceAll(OTHER_SPEAKER, 'X')).toBe(
      JSON.stringify(missing).replaceAll('media_player.none_such', 'X'),
    );
    const { attributes } = (await home.rest('GET', `/api/states/${OTHER_SPEAKER}`)).json;
    expect(attributes.group_members).toEqual([]);
  });

  it('is for callers who may control it', async () => {
    const data = { entity_id: SPEAKER, group_members: [OTHER_SPEAKER] };
    expect((await home.rest('POST', '/api/services/media_player/join', data)).status).toBe(200);
    const { attributes } = await get(`/api/states/${SPEAKER}`);
    expect(attributes.group_members).toEqual([SPEAKER]);
    await home.rest('POST', '/api/services/media_player/unjoin', { entity_id: SPEAKER });
  });
});

describe('of what a limited caller does not see', () => {
  beforeAll(async () => {
    await home.rest('POST', '/api/config/automation/config/night', {
      alias: 'Night',
      triggers: [{ trigger: 'state', entity_id: 'lock.shed_lock' }],
      actions: [{ action: 'light.turn_on', target: { entity_id: HIDDEN, area_id: 'kitchen' } }],
    });
  });

  it.each([
    ['entity', 'lock.shed_lock'],
    ['entity', HIDDEN],
    ['area', 'kitchen'],
  ])('no search tells what names the %s %s', async (item_type, item_id) => {
    const search = { type: 'search/related', item_type, item_id };
    expect(await owner.must(search)).toMatchObject({ automation: ['automation.night'] });
    expect(await guest.must(search)).toEqual({});
  });

  it('no category is listed', async () => {
    const make = (name: string) =>
      owner.must({ type: 'config/category_registry/create', scope: 'automation', name });
    const { category_id: id } = await make('At night');
    await make('Burglary');
    const categories = { automation: id };
    await owner.must({ type: 'config/entity_registry/update', entity_id: 'automation.night', categories });
    const listed = await guest.must({ type: 'config/category_registry/list', scope: 'automation' });
    expect(listed.map(({ name }: { name: string }) => name)).toEqual(['At night']);
  });

  it('no platform is named among what is loaded', async () => {
    const ofGuest: string[] = await get('/api/components');
    expect(ofGuest).toEqual(expect.arrayContaining(['light.demo', 'media_player.demo']));
    expect(ofGuest).not.toContain('lock.demo');
    expect((await guest.must({ type: 'get_config' })).components).toEqual(ofGuest);
    expect((await owner.must({ type: 'get_config' })).components).toContain('lock.demo');
    const names = (await guest.must({ type: 'manifest/list' })).map(
      ({ domain }: { domain: string }) => domain,
    );
    expect(names).toContain('demo');
  });

  it('a device does not reveal its hidden area', async () => {
    const entry = await owner.must({ type: 'config/entity_registry/get', entity_id: OWN });
    await owner.must({ type: 'config/area_registry/create', name: 'Vault' });
    await owner.must({ type: 'config/entity_registry/update', entity_id: OWN, area_id: 'hall' });
    await owner.must({ type: 'config/device_registry/update', device_id: entry.device_id, area_id: 'vault' });
    const areaFor = async (client: TestClient) =>
      (await client.must({ type: 'config/device_registry/list' })).find(
        ({ id }: { id: string }) => id === entry.device_id,
      ).area_id;
    expect(await areaFor(owner)).toBe('vault');
    expect(await areaFor(guest)).toBeNull();
    const template = `{{ device_attr('${OWN}', 'area_id') }} {{ area_id('${OWN}') }}`;
    expect(await first(guest, { type: 'render_template', template })).toMatchObject({ result: 'None hall' });
  });

  it('nothing is found in what clients keep', async () => {
    await owner.must({ type: 'frontend/set_system_data', key: 'start', value: HIDDEN });
    expect(await guest.must({ type: 'frontend/get_system_data' })).toEqual({ value: {} });
    expect(await first(guest, { type: 'frontend/subscribe_system_data', key: 'start' })).toEqual({
      value: null,
    });
    await owner.must({ type: 'frontend/set_user_data', key: 'rooms', value: HIDDEN });
    const { token } = await owner.must({ type: 'hearth/token/create', name: 'wall', policy: SEEN });
    const wall = await TestClient.open(home.url, token);
    expect(await wall.must({ type: 'frontend/get_user_data', key: 'rooms' })).toEqual({ value: null });
    expect(await first(wall, { type: 'frontend/subscribe_user_data' })).toEqual({ value: {} });
    wall.close();
    expect(await owner.must({ type: 'frontend/get_user_data', key: 'rooms' })).toEqual({ value: HIDDEN });
  });
});
