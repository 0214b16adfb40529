import { expect, test } from 'vitest';
import { startTestHub } from '../support/start-hub.ts';

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
