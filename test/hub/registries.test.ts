import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHub, type TestClient, type TestHub } from '../support/start-hub.ts';

let hub: TestHub;
let client: TestClient;
beforeAll(async () => {
  hub = await startTestHub({ demo: true });
  client = await hub.connect();
});
afterAll(() => hub.stop());

const plug = 'switch.coffee_machine';
const entryOf = (id: string) => client.must({ type: 'config/entity_registry/get', entity_id: id });

test('a room is made, filled, targeted and deleted, and each step is an event', async () => {
  await client.must({ type: 'subscribe_events', event_type: 'area_registry_updated' });
  const floor = await client.must({ type: 'config/floor_registry/create', name: 'Cellar Storey', level: -2 });
  const area = await client.must({
    type: 'config/area_registry/create',
    name: 'Pantry',
    floor_id: floor.floor_id,
  });
  expect(Object.keys(area).sort()).toEqual([
    'aliases',
    'area_id',
    'created_at',
    'floor_id',
    'humidity_entity_id',
    'icon',
    'labels',
    'modified_at',
    'name',
    'picture',
    'temperature_entity_id',
  ]);
  const { device_id } = await entryOf(plug);
  await client.must({ type: 'config/device_registry/update', device_id, area_id: area.area_id });
  const reached = await client.must({
    type: 'extract_from_target',
    target: { floor_id: floor.floor_id, area_id: 'attic' },
  });
  expect(reached).toMatchObject({
    referenced_areas: ['attic', 'pantry'],
    missing_areas: ['attic'],
    missing_floors: [],
    referenced_devices: [device_id],
  });
  expect(reached.referenced_entities).toContain(plug);
  await client.must({
    type: 'call_service',
    domain: 'switch',
    service: 'turn_off',
    target: { area_id: 'pantry' },
  });
  expect((await hub.rest('GET', `/api/states/${plug}`)).json.state).toBe('off');
  expect(await client.must({ type: 'config/area_registry/delete', area_id: 'pantry' })).toBe('success');
  expect(await client.must({ type: 'config/floor_registry/delete', floor_id: floor.floor_id })).toBeNull();
  await client.event(({ event }) => event?.data.action === 'remove');
  const actions = client.events.map(({ event }) => event.data);
  expect(actions).toEqual([
    { action: 'create', area_id: 'pantry' },
    { action: 'remove', area_id: 'pantry' },
  ]);
  const devices = await client.must({ type: 'config/device_registry/list' });
  expect(devices.find(({ id }: { id: string }) => id === device_id).area_id).toBeNull();
});

test('a label has a color that Home Assistant knows, or none', async () => {
  const create = (color: unknown) =>
    client.ask({ type: 'config/label_registry/create', name: `Label ${String(color)}`, color });
  for (const color of ['red', 'light-blue', 'primary', '#12abEF', null]) {
    const { success, result } = await create(color);
    expect([success, result.color]).toEqual([true, color]);
    await client.must({ type: 'config/label_registry/delete', label_id: result.label_id });
  }
  for (const color of ['Red', '#12abe', '12abef', '#12abef ', 'url(x)', '', 5]) {
    const { error } = await create(color);
    expect([color, error?.code]).toEqual([color, 'invalid_format']);
  }
  const { label_id } = await client.must({ type: 'config/label_registry/create', name: 'Plain' });
  const { error } = await client.ask({ type: 'config/label_registry/update', label_id, color: 'reddish' });
  expect(error.message).toContain("'color'");
  expect(error.message).toContain('#rrggbb');
  await client.must({ type: 'config/label_registry/delete', label_id });
});

test('labels reach what they are on, hidden entities left out', async () => {
  await client.must({ type: 'config/label_registry/create', name: 'Night', color: 'red' });
  for (const id of ['switch.washing_machine', 'switch.bathroom_fan']) {
    await client.must({ type: 'config/entity_registry/update', entity_id: id, labels: ['night'] });
  }
  await client.must({
    type: 'config/entity_registry/update',
    entity_id: 'switch.washing_machine',
    hidden_by: 'user',
  });
  const reached = await client.must({ type: 'extract_from_target', target: { label_id: 'night' } });
  expect(reached.referenced_entities).toEqual(['switch.bathroom_fan']);
  await client.must({ type: 'config/label_registry/delete', label_id: 'night' });
  expect((await entryOf('switch.bathroom_fan')).labels).toEqual([]);
});

test('the short list of entities has what is enabled, with short keys', async () => {
  const { entities, entity_categories } = await client.must({
    type: 'config/entity_registry/list_for_display',
  });
  expect(entity_categories).toEqual({ 0: 'config', 1: 'diagnostic' });
  const fan = entities.find(({ ei }: { ei: string }) => ei === 'switch.bathroom_fan');
  expect(fan).toEqual({
    ei: 'switch.bathroom_fan',
    pl: 'demo',
    lb: [],
    di: expect.any(String),
    np: 'device',
  });
});

test('an entity is renamed, disabled, enabled, and its old id is free', async () => {
  const update = (entity_id: string, changes: object) =>
    client.ask({ type: 'config/entity_registry/update', entity_id, ...changes });
  expect((await update(plug, { new_entity_id: 'switch.Espresso' })).result.entity_entry.entity_id).toBe(
    'switch.espresso',
  );
  expect((await hub.rest('GET', `/api/states/${plug}`)).status).toBe(404);
  expect((await update('switch.espresso', { new_entity_id: 'light.espresso' })).error.code).toBe(
    'invalid_info',
  );
  expect((await update('switch.espresso', { new_entity_id: 'nonsense' })).error.code).toBe('invalid_info');
  expect((await update('switch.espresso', { disabled_by: 'user' })).success).toBe(true);
  expect((await hub.rest('GET', '/api/states/switch.espresso')).status).toBe(404);
  expect((await update('switch.espresso', { disabled_by: null })).result.reload_delay).toBe(30);
  expect((await hub.rest('GET', '/api/states/switch.espresso')).json.state).toBe('off');
  const automatic = await client.must({
    type: 'config/entity_registry/get_automatic_entity_ids',
    entity_ids: ['switch.espresso', 'switch.none'],
  });
  expect(automatic).toEqual({ 'switch.espresso': plug, 'switch.none': null });
});

test('changes of the home settings fire an event with the new ones', async () => {
  await client.must({ type: 'subscribe_events', event_type: 'core_config_updated' });
  await client.must({
    type: 'config/core/update',
    location_name: 'Villa',
    latitude: 1.5,
    unit_system: 'us_customary',
  });
  expect(
    (await client.event(({ event }) => event?.event_type === 'core_config_updated')).event.data,
  ).toMatchObject({ location_name: 'Villa', latitude: 1.5 });
  expect(await client.must({ type: 'get_config' })).toMatchObject({
    location_name: 'Villa',
    unit_system: { temperature: '°F' },
  });
  for (const time_zone of ['+01:00', 'Mars/Olympus'])
    expect((await client.ask({ type: 'config/core/update', time_zone })).error.code).toBe('invalid_info');
  for (const wrong of [{ latitude: 91 }, { language: 'x y' }])
    expect((await client.ask({ type: 'config/core/update', ...wrong })).error.code).toBe('invalid_format');
});

test('removing a device takes its entities with it', async () => {
  const { device_id } = await entryOf('switch.bathroom_fan');
  await client.must({ type: 'config/device_registry/remove', device_id });
  expect((await hub.rest('GET', '/api/states/switch.bathroom_fan')).status).toBe(404);
  expect((await client.ask({ type: 'config/device_registry/remove', device_id })).error.code).toBe(
    'not_found',
  );
});

test('categories sort entities of a scope, and leave them when they are deleted', async () => {
  const base = { scope: 'helpers', name: 'Holidays' };
  const category = await client.must({ type: 'config/category_registry/create', ...base });
  expect(category).toMatchObject({
    category_id: expect.stringMatching(/^[0-9A-Z]{26}$/),
    name: 'Holidays',
    icon: null,
  });
  expect(category).not.toHaveProperty('scope');
  const { error } = await client.ask({ type: 'config/category_registry/create', ...base, name: 'holi DAYS' });
  expect(error.code).toBe('invalid_info');
  const id = category.category_id;
  const entity_id = 'light.floor_lamp';
  await client.must({ type: 'config/entity_registry/update', entity_id, categories: { helpers: id } });
  expect((await entryOf(entity_id)).categories).toEqual({ helpers: id });
  await client.must({
    type: 'config/category_registry/update',
    scope: 'helpers',
    category_id: id,
    icon: 'mdi:sun',
  });
  expect(await client.must({ type: 'config/category_registry/list', scope: 'helpers' })).toMatchObject([
    { name: 'Holidays', icon: 'mdi:sun' },
  ]);
  expect(await client.must({ type: 'config/category_registry/list', scope: 'other' })).toEqual([]);
  await client.must({ type: 'config/category_registry/delete', scope: 'helpers', category_id: id });
  expect((await entryOf(entity_id)).categories).toEqual({});
});

test('search returns what is related to an entity, its device and its area', async () => {
  await client.must({ type: 'config/floor_registry/create', name: 'Attic Storey' });
  await client.must({ type: 'config/area_registry/create', name: 'Study', floor_id: 'attic_storey' });
  const { device_id, config_entry_id } = await entryOf('light.floor_lamp');
  await client.must({ type: 'config/device_registry/update', device_id, area_id: 'study' });
  await hub.rest('POST', '/api/services/group/set', { object_id: 'study', entities: 'light.floor_lamp' });
  const related = (item_type: string, item_id: string) =>
    client.must({ type: 'search/related', item_type, item_id });
  expect(await related('entity', 'light.floor_lamp')).toEqual({
    scene: expect.arrayContaining(['scene.movie_night']),
    area: ['study'],
    config_entry: [config_entry_id],
    device: [device_id],
    floor: ['attic_storey'],
    group: ['group.study'],
    integration: ['demo'],
  });
  expect((await related('floor', 'attic_storey')).entity).toEqual(['light.floor_lamp']);
  expect((await related('group', 'group.study')).entity).toEqual(['light.floor_lamp']);
  expect((await related('integration', 'demo')).config_entry).toEqual([config_entry_id]);
  await client.must({
    ...{ type: 'config/entity_registry/update', entity_id: 'light.floor_lamp' },
    disabled_by: 'user',
  });
  expect((await related('device', device_id)).entity).toBeUndefined();
  expect(
    await client.must({
      ...{ type: 'search/related', item_type: 'device', item_id: device_id },
      include_disabled_entities: true,
    }),
  ).toMatchObject({ entity: ['light.floor_lamp'] });
  await client.must({
    ...{ type: 'config/entity_registry/update', entity_id: 'light.floor_lamp' },
    disabled_by: null,
  });
  expect(await related('area', 'nowhere')).toEqual({});
  expect((await client.ask({ type: 'search/related', item_type: 'ghost', item_id: 'x' })).error.code).toBe(
    'invalid_format',
  );
});

test('integrations are listed by manifest and as config entries', async () => {
  expect(await client.must({ type: 'manifest/get', integration: 'demo' })).toMatchObject({ name: 'Demo' });
  expect((await client.ask({ type: 'manifest/get', integration: 'nothing' })).error.code).toBe('not_found');
  const some = await client.must({ type: 'manifest/list', integrations: ['light', 'nothing'] });
  expect(some.map(({ domain }: { domain: string }) => domain)).toEqual(['light']);
  await client.must({ type: 'config_entries/subscribe' });
  const { event } = await client.event((message) => Array.isArray(message.event) && message.event[0]?.entry);
  expect(event).toContainEqual({
    type: null,
    entry: expect.objectContaining({ domain: 'demo', state: 'loaded' }),
  });
});

const espresso = 'switch.espresso';

test('a device that is disabled takes its entities along, and gives back those it took', async () => {
  const { device_id } = await entryOf(espresso);
  const update = (fields: object) => client.ask({ type: 'config/entity_registry/update', ...fields });
  const device = (disabled_by: 'user' | null) =>
    client.must({ type: 'config/device_registry/update', device_id, disabled_by });
  const all = await client.must({ type: 'config/entity_registry/list' });
  const its: string[] = all
    .filter((entry: { device_id: string }) => entry.device_id === device_id)
    .map((entry: { entity_id: string }) => entry.entity_id);
  const other = its.find((id) => id !== espresso) ?? '';
  await update({ entity_id: other, disabled_by: 'user' });
  const disabled = () => Promise.all([espresso, other].map(async (id) => (await entryOf(id)).disabled_by));
  const isThere = async () => (await hub.rest('GET', `/api/states/${espresso}`)).status === 200;
  await device('user');
  expect([await disabled(), await isThere()]).toEqual([['device', 'user'], false]);
  expect((await update({ entity_id: espresso, disabled_by: null, name: 'Half' })).error).toEqual({
    code: 'invalid_info',
    message: 'Device is disabled',
  });
  expect(await entryOf(espresso)).toMatchObject({ disabled_by: 'device', name: null });
  await device(null);
  expect([await disabled(), await isThere()]).toEqual([[null, 'user'], true]);
});

test('an entity takes no id that another has, registered or not', async () => {
  await hub.rest('POST', '/api/states/switch.taken', { state: 'on' });
  const fields = { entity_id: espresso, new_entity_id: 'switch.taken', name: 'Half' };
  const { error } = await client.ask({ type: 'config/entity_registry/update', ...fields });
  expect(error).toEqual({ code: 'invalid_info', message: 'Entity with this ID is already registered' });
  expect(await entryOf(espresso)).toMatchObject({ entity_id: espresso, name: null });
});

test('no entity and no device is put into an area that is not there, or under a label that is none', async () => {
  const area = await client.must({ type: 'config/area_registry/create', name: 'Attic' });
  const label = await client.must({ type: 'config/label_registry/create', name: 'Old' });
  const place = { area_id: area.area_id, labels: [label.label_id] };
  const [device] = await client.must({ type: 'config/device_registry/list' });
  for (const named of [
    { type: 'config/entity_registry/update', entity_id: 'light.floor_lamp' },
    { type: 'config/device_registry/update', device_id: device.id },
  ]) {
    await client.must({ ...named, ...place });
    const { error } = await client.ask({ ...named, area_id: 'cellar', labels: [] });
    expect(error).toEqual({ code: 'invalid_info', message: "Area ID doesn't exist: cellar" });
    const kept = await client.must({ ...named, labels: ['new', label.label_id] });
    expect(kept.entity_entry ?? kept).toMatchObject(place);
    await client.must({ ...named, area_id: null, labels: [] });
  }
});

test('the sensors of an area must exist and measure the right quantity, and follow renames', async () => {
  const states = await client.must({ type: 'get_states' });
  const of = (kind: string): string =>
    states.find(
      (one: { entity_id: string; attributes: Record<string, unknown> }) =>
        one.entity_id.startsWith('sensor.') && one.attributes.device_class === kind,
    ).entity_id;
  const [warmth, damp] = [of('temperature'), of('humidity')];
  const { area_id } = await client.must({ type: 'config/area_registry/create', name: 'Winter garden' });
  const change = (fields: object) => client.ask({ type: 'config/area_registry/update', area_id, ...fields });
  for (const [fields, message] of [
    [{ temperature_entity_id: 'sensor.nobody' }, 'Entity sensor.nobody does not exist'],
    [{ temperature_entity_id: damp }, `Entity ${damp} is not a temperature sensor`],
    [{ humidity_entity_id: 'light.floor_lamp' }, 'Entity light.floor_lamp is not a humidity sensor'],
  ] as const) {
    expect((await change({ name: 'No', ...fields })).error).toEqual({ code: 'invalid_info', message });
  }
  const create = { type: 'config/area_registry/create', name: 'No', humidity_entity_id: warmth };
  expect((await client.ask(create)).error.code).toBe('invalid_info');
  const named = await change({ temperature_entity_id: warmth.toUpperCase(), humidity_entity_id: damp });
  expect(named.result).toMatchObject({
    name: 'Winter garden',
    temperature_entity_id: warmth,
    humidity_entity_id: damp,
  });
  const renamed = { entity_id: warmth, new_entity_id: 'sensor.warmth' };
  await client.must({ type: 'config/entity_registry/update', ...renamed });
  const areas = await client.must({ type: 'config/area_registry/list' });
  expect(areas.find((one: { area_id: string }) => one.area_id === area_id)).toMatchObject({
    temperature_entity_id: 'sensor.warmth',
  });
});

test('integrations are listed by type, and a target of all entities has no related items', async () => {
  const list = async (type_filter?: unknown) =>
    (await client.must({ type: 'config_entries/get', ...(type_filter === undefined ? {} : { type_filter }) }))
      .length;
  const all = await list();
  expect(all).toBeGreaterThan(0);
  expect(await list(['device', 'hub', 'service'])).toBe(all);
  expect(await list(['helper'])).toBe(0);
  expect(await list('helper')).toBe(0);
  const { error } = await client.ask({ type: 'extract_from_target', target: { entity_id: 'all' } });
  expect(error.code).toBe('invalid_format');
});
