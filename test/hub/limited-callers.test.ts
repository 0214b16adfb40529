import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Policy } from '../../src/auth/policy-schema.ts';
import type { Group } from '../../src/auth/users.ts';
import { startTestHub, type TestClient, type TestHub } from '../support/start-hub.ts';
import { testData } from '../support/test-data.ts';

const cases = testData(import.meta.filename);

const OWN = 'light.hall_light';
const OTHER = 'light.kitchen_counter';
const TWO: Policy = {
  rules: [{ effect: 'allow', actions: ['control'], entities: [OWN, 'light.floor_lamp', 'automation.bell'] }],
};
const automations = [
  {
    id: 'door',
    alias: 'Door',
    triggers: { trigger: 'conversation', command: 'open the door' },
    actions: [{ event: 'door_opened' }],
  },
  {
    id: 'bell',
    alias: 'Bell',
    triggers: { trigger: 'conversation', command: 'ring the bell' },
    actions: [{ event: 'bell_rang' }],
  },
];

let home: TestHub;
let owner: TestClient;
let guest: TestClient;
let reader: TestClient;
let secret = '';

beforeAll(async () => {
  home = await startTestHub({ demo: true });
  owner = await home.connect();
  writeFileSync(join(home.dataDir, 'automations.yaml'), JSON.stringify(automations));
  writeFileSync(
    join(home.dataDir, 'scripts.yaml'),
    JSON.stringify({ secret_passage: { alias: 'Secret passage', sequence: [] } }),
  );
  await call(owner, 'automation', 'reload');
  await call(owner, 'script', 'reload');
  await call(owner, 'group', 'set', { object_id: 'hidden', entities: [OWN, OTHER] });
  secret = await enter('system-users', TWO);
  guest = await home.connect(secret);
  reader = await home.connect(await enter('system-read-only', null));
});
afterAll(() => home.stop());

async function enter(group: Group, policy: Policy | null): Promise<string> {
  const { users, tokens } = home.hub.auth;
  const user = await users.create({ name: group, group_ids: [group], policy });
  const wish = { user_id: user.id, kind: 'long_lived_access_token', name: 'walk' } as const;
  return (await tokens.create(wish)).secret;
}

function call(client: TestClient, domain: string, service: string, service_data: object = {}) {
  return client.ask({ type: 'call_service', domain, service, service_data });
}

const stateOf = async (id: string): Promise<string> =>
  (await home.rest('GET', `/api/states/${id}`)).json.state;

describe('server-wide commands', () => {
  const services: readonly (readonly [string, string, object])[] = [
    ['persistent_notification', 'create', { message: 'Hello' }],
    ['persistent_notification', 'dismiss', { notification_id: 'alarm' }],
    ['persistent_notification', 'dismiss_all', {}],
    ['notify', 'persistent_notification', { message: 'Hello' }],
    ['script', 'reload', {}],
    ['group', 'reload', {}],
    ['homeassistant', 'save_persistent_states', {}],
    ['group', 'set', { object_id: 'mine', entities: [OWN] }],
    ['group', 'remove', { object_id: 'hidden' }],
    ['scene', 'create', { scene_id: 'mine', entities: { [OWN]: 'on' } }],
  ];
  it.each(services)('%s.%s is rejected with partial or read-only access', async (...asked) => {
    await call(owner, 'persistent_notification', 'create', { message: 'Fire', notification_id: 'alarm' });
    for (const client of [guest, reader])
      expect(await call(client, ...asked)).toMatchObject({
        success: false,
        error: { message: 'Unauthorized' },
      });
    const open: { notification_id: string }[] = await owner.must({ type: 'persistent_notification/get' });
    expect(open.map(({ notification_id: id }) => id)).toEqual(['alarm']);
    expect((await home.rest('GET', '/api/states/group.hidden')).status).toBe(200);
    for (const id of ['group.mine', 'scene.mine'])
      expect((await home.rest('GET', `/api/states/${id}`)).status).toBe(404);
  });

  it('is allowed for every user who may read all of it', async () => {
    const client = await home.connect(await enter('system-users', null));
    for (const asked of services.slice(0, 7))
      expect(await call(client, ...asked)).toMatchObject({ success: true });
    expect(await call(client, 'group', 'set', { object_id: 'ours', entities: [OTHER] })).toMatchObject({
      success: true,
    });
  });
});

describe('a message', () => {
  it('is for a limited caller if it is known what it is about, and nothing of that is hidden', async () => {
    const show = (id: string, message: string) => ({
      ...{ service: 'persistent_notification.create', data: { notification_id: id, message } },
    });
    const watched = (id: string, entity_id: string) => ({
      ...{ id, alias: id, triggers: { trigger: 'state', entity_id, to: 'on' } },
      actions: [
        show(id, 'It is on'),
        { service: 'persistent_notification.create', data: { message: OTHER } },
      ],
    });
    const items = [...automations, watched('watch_own', OWN), watched('watch_other', OTHER)];
    writeFileSync(join(home.dataDir, 'automations.yaml'), JSON.stringify(items));
    await call(owner, 'automation', 'reload');
    await call(owner, 'persistent_notification', 'dismiss_all');
    await call(owner, 'light', 'turn_off', { entity_id: [OWN, OTHER] });
    await guest.must({ type: 'persistent_notification/subscribe' });
    for (const entity_id of [OWN, OTHER]) await call(owner, 'light', 'turn_on', { entity_id });
    for (const [id, message] of [
      ['plain', 'The code of the safe is 1234'],
      ['named', `${OWN} needs a bulb`],
      ['mixed', `${OWN} and ${OTHER} need bulbs`],
    ] as const) {
      const { service, data } = show(id, message);
      await call(owner, 'persistent_notification', service.split('.')[1] ?? '', data);
    }
    const idsFor = async (client: TestClient): Promise<string[]> =>
      (await client.must({ type: 'persistent_notification/get' }))
        .map((one: { notification_id: string }) => one.notification_id)
        .filter((id: string) => id.length < 20)
        .sort();
    await expect.poll(() => idsFor(owner)).toEqual(['mixed', 'named', 'plain', 'watch_other', 'watch_own']);
    expect(await idsFor(guest)).toEqual(['named', 'watch_own']);
    await call(owner, 'persistent_notification', 'create', show('named', `Now about ${OTHER}`).data);
    await call(owner, 'persistent_notification', 'dismiss', { notification_id: 'mixed' });
    await guest.ask({ type: 'get_config' });
    const heard = guest.events
      .filter(({ event }) => event?.notifications !== undefined)
      .map(({ event }) => [event.type, ...Object.keys(event.notifications)]);
    expect(heard).toEqual([['current'], ['added', 'watch_own'], ['added', 'named'], ['removed', 'named']]);
    expect(JSON.stringify(guest.events.filter(({ event }) => event?.notifications))).not.toContain(OTHER);
  });

  it('is for a limited caller if it is addressed to them, and for no other', async () => {
    const { id } = await guest.must({ type: 'auth/current_user' });
    await owner.must({ type: 'person/create', name: 'Gus', user_id: id });
    await owner.must({ type: 'person/create', name: 'Nobody' });
    const other = await home.connect(await enter('system-users', TWO));
    const send = (target: unknown) =>
      call(owner, 'notify', 'persistent_notification', {
        message: 'Dinner is ready',
        target,
        data: { notification_id: 'dinner' },
      });
    await guest.must({ type: 'persistent_notification/subscribe' });
    expect(await send(['person.gus'])).toMatchObject({ success: true });
    const titles = async (client: TestClient): Promise<string[]> =>
      (await client.must({ type: 'persistent_notification/get' })).map(
        (one: { message: string }) => one.message,
      );
    expect(await titles(guest)).toContain('Dinner is ready');
    expect(await titles(other)).not.toContain('Dinner is ready');
    expect(await titles(owner)).toContain('Dinner is ready');
    // Written again without an address, it is taken away.
    expect(await send(null)).toMatchObject({ success: true });
    expect(await titles(guest)).not.toContain('Dinner is ready');
    for (const target of ['person.nobody', 'light.lamp', 'Gus']) {
      expect(await send(target)).toMatchObject({ success: true });
      expect(await titles(guest)).not.toContain('Dinner is ready');
    }
  });
});

describe('a group, or a scene', () => {
  it('that a caller may not see is none: it leads to no member of it', async () => {
    await call(owner, 'light', 'turn_off', { entity_id: OWN });
    for (const [domain, service] of [
      ['light', 'turn_on'],
      ['homeassistant', 'turn_on'],
    ] as const)
      await call(guest, domain, service, { entity_id: 'group.hidden' });
    await call(guest, 'scene', 'apply', { entities: { 'group.hidden': 'on' } });
    expect(await stateOf(OWN)).toBe('off');
    const target = { entity_id: 'group.hidden' };
    const about = async (type: string) =>
      JSON.stringify(await guest.must({ type, target, expand_group: true }));
    for (const type of cases<string[]>('types'))
      expect([type, await about(type)]).toEqual([type, expect.not.stringMatching(/light\.|turn_on/)]);
  });

  it('is made of nothing the caller may not act on, also through a group', async () => {
    const policy: Policy = {
      rules: [
        { effect: 'allow', actions: ['read'] },
        { effect: 'allow', actions: ['control'], domains: ['group', 'scene'], entities: [OWN] },
      ],
    };
    const client = await home.connect(await enter('system-users', policy));
    const refused = { success: false, error: { message: 'Unauthorized' } };
    expect(await call(client, 'group', 'set', { object_id: 'a', entities: [OTHER] })).toMatchObject(refused);
    expect(await call(client, 'group', 'set', { object_id: 'hidden', add_entities: [OTHER] })).toMatchObject(
      refused,
    );
    for (const id of [OTHER, 'group.hidden'])
      expect(
        await call(client, 'scene', 'create', { scene_id: 'b', entities: { [id]: 'on' } }),
      ).toMatchObject(refused);
    expect(await call(client, 'group', 'set', { object_id: 'a', entities: [OWN] })).toMatchObject({
      success: true,
    });
    expect(
      await call(client, 'scene', 'create', { scene_id: 'b', entities: { 'group.a': 'on' } }),
    ).toMatchObject({ success: true });
  });
});

describe('a script that a caller may not see', () => {
  it('is not among the services, and answers like one that is not there', async () => {
    const names = async (client: TestClient) =>
      Object.keys((await client.must({ type: 'get_services' })).script);
    expect(await names(guest)).not.toContain('secret_passage');
    expect(await names(owner)).toContain('secret_passage');
    const headers = { authorization: `Bearer ${secret}` };
    expect((await home.rest('GET', '/api/services', undefined, headers)).text).not.toContain(
      'secret_passage',
    );
    const words = { type: 'frontend/get_translations', language: 'de', category: 'services' };
    expect(JSON.stringify(await guest.must(words))).not.toContain('secret_passage');
    const answer = async (service: string) =>
      JSON.stringify((await call(guest, 'script', service)).error).replaceAll(service, 'X');
    expect(await answer('secret_passage')).toBe(await answer('none_such'));
  });

  it('does not receive added and removed scripts', async () => {
    for (const client of [guest, owner])
      for (const event_type of ['service_registered', 'service_removed'])
        await client.must({ type: 'subscribe_events', event_type });
    writeFileSync(join(home.dataDir, 'scripts.yaml'), '{}');
    await call(owner, 'script', 'reload');
    await owner.must({ type: 'ping', x: 1 }).catch(() => {});
    await guest.ask({ type: 'get_config' });
    expect(JSON.stringify(owner.events)).toContain('secret_passage');
    expect(JSON.stringify(guest.events)).not.toContain('secret_passage');
  });
});

it('hears when statistics are compiled, as the official app asks for every user', async () => {
  for (const event_type of ['recorder_5min_statistics_generated', 'recorder_hourly_statistics_generated'])
    await guest.must({ type: 'subscribe_events', event_type });
});

it('a sentence triggers only automations the user may control', async () => {
  for (const event_type of ['door_opened', 'bell_rang'])
    await owner.must({ type: 'subscribe_events', event_type });
  const fired = () =>
    owner.events.map(({ event }) => event?.event_type).filter((type) => /door|bell/.test(type ?? ''));
  const say = async (client: TestClient, text: string) =>
    (await client.must({ type: 'conversation/process', text })).response.response_type;
  expect(await say(guest, 'open the door')).toBe('error');
  expect(await say(guest, 'ring the bell')).toBe('action_done');
  await expect.poll(fired).toEqual(['bell_rang']);
  expect(await say(owner, 'open the door')).toBe('action_done');
  await expect.poll(fired).toEqual(['bell_rang', 'door_opened']);
});

describe('a device', () => {
  it('that a caller may not see answers like one that is not there', async () => {
    const { device_id: id } = await owner.must({ type: 'config/entity_registry/get', entity_id: OTHER });
    const missing = 'f'.repeat(32);
    for (const type of [
      'device_automation/trigger/list',
      'device_automation/condition/list',
      'device_automation/action/list',
      'config/device_registry/list_linked_devices',
    ]) {
      const errorOf = async (device_id: string) => (await guest.ask({ type, device_id })).error;
      expect(await errorOf(id)).toEqual(await errorOf(missing));
      expect(await errorOf(id)).toMatchObject({ code: 'not_found' });
    }
  });

  it('of which a caller sees one entity offers nothing of the others', async () => {
    const entries: { id: string; entity_id: string; device_id: string | null }[] = await owner.must({
      type: 'config/entity_registry/list',
    });
    const switched = entries.find(({ entity_id }) => entity_id === 'switch.coffee_machine');
    const device_id = switched?.device_id ?? '';
    const [other] = entries.filter((one) => one.device_id === device_id && one !== switched);
    const rules = [
      { effect: 'allow' as const, actions: ['read' as const], entities: [other?.entity_id ?? ''] },
    ];
    const client = await home.connect(await enter('system-users', { rules }));
    for (const kind of ['trigger', 'condition']) {
      const list = async (one: TestClient) =>
        JSON.stringify(await one.must({ type: `device_automation/${kind}/list`, device_id }));
      expect(await list(owner)).toContain(switched?.id);
      expect(await list(client)).not.toContain(switched?.id);
      expect(await list(client)).toContain(other?.id);
    }
    const action = { device_id, domain: 'switch', type: 'toggle', entity_id: switched?.id };
    expect(await client.must({ type: 'device_automation/action/capabilities', action })).toEqual({});
  });
});

describe('places', () => {
  it('that a caller may not see are not there for a template either', async () => {
    const render = async (client: TestClient, template: string) => {
      await client.must({ type: 'render_template', template });
      return client.events.at(-1)?.event.result;
    };
    const all = await render(owner, "{{ [areas(), floors(), labels(), area_name('bathroom')] }}");
    expect(all[0]).toContain('bathroom');
    expect(all[2].length).toBeGreaterThan(0);
    const seen = await render(
      guest,
      "{{ [areas(), floors(), labels(), area_name('bathroom'), area_id('Bathroom'), floor_areas('ground_floor'), label_name('security')] }}",
    );
    expect(seen).toEqual([
      ['living_room', 'hall'],
      ['ground_floor'],
      [],
      null,
      null,
      ['living_room', 'hall'],
      null,
    ]);
  });

  it('are not named to a caller when they change, only that something did', async () => {
    const types = ['area', 'floor', 'label', 'device'].map((kind) => `${kind}_registry_updated`);
    for (const event_type of types) await guest.must({ type: 'subscribe_events', event_type });
    const before = guest.events.length;
    await owner.must({ type: 'config/area_registry/create', name: 'Panic room' });
    await owner.must({ type: 'config/label_registry/create', name: 'Valuables' });
    await guest.ask({ type: 'get_config' });
    const heard = guest.events.slice(before).map(({ event }) => [event.event_type, event.data]);
    expect(heard).toEqual([
      ['area_registry_updated', { action: 'create' }],
      ['label_registry_updated', { action: 'create' }],
    ]);
  });
});

it('a stream ends and forecasts stop once their viewer may not see the entity any more', async () => {
  const ids = ['camera.garden_camera', 'weather.weather'];
  for (const id of ids)
    await owner.must({ type: 'config/entity_registry/update', entity_id: id, area_id: 'bathroom' });
  const policy: Policy = { rules: [{ effect: 'allow', actions: ['read'], areas: ['bathroom'] }] };
  const token = await enter('system-users', policy);
  const client = await home.connect(token);
  const answer = await fetch(`${home.url}/api/camera_proxy_stream/camera.garden_camera?interval=0.5`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status).toBe(200);
  const film = answer.body?.getReader();
  await film?.read();
  await client.must({ type: 'weather/subscribe_forecast', entity_id: ids[1], forecast_type: 'daily' });
  await expect.poll(() => client.events.length).toBe(1);
  for (const id of ids)
    await owner.must({ type: 'config/entity_registry/update', entity_id: id, area_id: 'kitchen' });
  let isOver = false;
  while (!isOver) isOver = (await film?.read())?.done ?? true;
  await home.rest('POST', '/api/states/weather.weather', { state: 'sunny', attributes: { temperature: 1 } });
  await expect.poll(() => client.events.at(-1)?.event.forecast).toBeNull();
}, 20_000);
