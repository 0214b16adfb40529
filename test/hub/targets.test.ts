import { expect, test } from 'vitest';
import { startTestHub } from '../support/start-hub.ts';

test('what a target excludes is not acted on, hidden entities of a place too, and is named when the target is explained', async () => {
  const hub = await startTestHub();
  const client = await hub.connect();
  const { area_id } = await client.must({ type: 'config/area_registry/create', name: 'Den' });
  for (const name of ['One', 'Two', 'Three']) await client.must({ type: 'input_boolean/create', name });
  const two = { entity_id: 'input_boolean.two', area_id, hidden_by: 'user' };
  await client.must({ type: 'config/entity_registry/update', ...two });
  const all = ['input_boolean.one', 'input_boolean.two', 'input_boolean.three'];
  const target = { entity_id: all, exclude: { area_id, entity_id: 'input_boolean.three' } };
  const on = { type: 'call_service', domain: 'input_boolean', service: 'turn_on', target };
  await client.must(on);
  const states = async () =>
    Promise.all(all.map(async (id) => (await hub.rest('GET', `/api/states/${id}`)).json.state));
  expect(await states()).toEqual(['on', 'off', 'off']);
  await client.must({ ...on, domain: 'homeassistant', service: 'toggle' });
  expect(await states()).toEqual(['off', 'off', 'off']);
  const everything = { entity_id: 'all', exclude: { entity_id: all[0] } };
  expect((await hub.rest('POST', '/api/services/input_boolean/turn_on', everything)).status).toBe(200);
  expect(await states()).toEqual(['off', 'on', 'on']);
  expect(await client.must({ type: 'extract_from_target', target })).toMatchObject({
    referenced_entities: ['input_boolean.one'],
  });
  expect((await client.must({ type: 'explain_target', target })).excludes).toEqual([
    { type: 'entity', id: all[2], removed: [{ type: 'entity', id: all[2], entities: [all[2]] }] },
    { type: 'area', id: area_id, removed: [{ type: 'entity', id: all[1], entities: [all[1]] }] },
  ]);
  for (const exclude of [null, 'x', { exclude: {} }, { entity_id: 'all' }]) {
    const wrong = await client.ask({ ...on, target: { entity_id: all, exclude } });
    expect(wrong.error.code).toBe('invalid_format');
  }
  const alone = await client.ask({ ...on, target: { exclude: { area_id } } });
  expect(alone.error.code).toBe('invalid_format');
  await hub.stop();
});

test('a target is explained part by part, with the services that fit it', async () => {
  const hub = await startTestHub();
  const client = await hub.connect();
  const area = await client.must({ type: 'config/area_registry/create', name: 'Den' });
  for (const name of ['Shown', 'Hidden']) {
    await client.must({ type: 'input_boolean/create', name });
    const entity_id = `input_boolean.${name.toLowerCase()}`;
    const changes = { area_id: area.area_id, ...(name === 'Hidden' ? { hidden_by: 'user' } : {}) };
    await client.must({ type: 'config/entity_registry/update', entity_id, ...changes });
  }
  await client.must({ type: 'calendar/create', name: 'Family' });
  const target = { area_id: [area.area_id], entity_id: 'calendar.family', floor_id: 'none_such' };
  expect(await client.must({ type: 'explain_target', target })).toEqual({
    includes: [
      {
        ...{ type: 'entity', id: 'calendar.family', entities: ['calendar.family'] },
        ...{ referenced_areas: [], referenced_devices: [] },
      },
      {
        ...{ type: 'area', id: area.area_id, entities: ['input_boolean.shown'] },
        ...{ referenced_areas: [area.area_id], referenced_devices: [] },
      },
      {
        ...{ type: 'floor', id: 'none_such', entities: [] },
        ...{ referenced_areas: [], referenced_devices: [] },
      },
    ],
    excludes: [],
  });
  const generic = ['homeassistant.toggle', 'homeassistant.turn_off', 'homeassistant.turn_on'];
  const calendar = { target: { entity_id: 'calendar.family' } };
  expect(await client.must({ type: 'get_services_for_target', ...calendar })).toEqual([
    ...['calendar.create_event', 'calendar.get_events', ...generic],
  ]);
  const none = { target: { area_id: 'none_such' } };
  expect(await client.must({ type: 'get_services_for_target', ...none })).toEqual([]);
  const wrong = await client.ask({ type: 'get_services_for_target', target: { foo: 1 } });
  expect(wrong.error.code).toBe('invalid_format');
  await client.must({ type: 'subscribe_system_state' });
  await client.event(({ event }) => event?.home_assistant_restart_required === false);
  expect(await client.must({ type: 'dismiss_system_state' })).toBeNull();
  await client.must({ type: 'subscribe_bootstrap_integrations' });
  const { core, custom } = await client.must({ type: 'integration/descriptions' });
  expect(core.helper.input_boolean).toMatchObject({ integration_type: 'helper' });
  expect(custom).toEqual({ integration: {}, helper: {}, translated_name: [] });
  await hub.stop();
});
