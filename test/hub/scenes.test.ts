import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leaveOutPast } from '../support/demo-without-past.ts';
import { startTestHub, type TestClient, type TestHub } from '../support/start-hub.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'hearth-test-'));
leaveOutPast(dataDir);
const file = join(dataDir, 'scenes.yaml');
let hub: TestHub;
let client: TestClient;
beforeAll(async () => {
  writeFileSync(
    file,
    `
- id: '1600000000000'
  name: Late evening
  icon: mdi:weather-night
  entities:
    light.floor_lamp: { state: on, brightness: 40 }
    switch.coffee_machine: off
    group.lamps: on
- name: Nothing more than words
  entities: [light.floor_lamp]
`,
  );
  hub = await startTestHub({ demo: true }, dataDir);
  client = await hub.connect();
});
afterAll(async () => {
  await hub.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const stateOf = async (id: string) => (await hub.rest('GET', `/api/states/${id}`)).json;
const call = (service: string, data: object) => hub.rest('POST', `/api/services/${service}`, data);

test('a scene of the file sets its states, groups by their members, and its time of activation', async () => {
  await call('group/set', { object_id: 'lamps', entities: 'light.tv_backlight, light.living_room_ceiling' });
  await call('light/turn_off', { entity_id: 'group.lamps' });
  await call('switch/turn_on', { entity_id: 'switch.coffee_machine' });
  expect(await stateOf('scene.late_evening')).toMatchObject({
    state: 'unknown',
    attributes: {
      id: '1600000000000',
      icon: 'mdi:weather-night',
      friendly_name: 'Late evening',
      entity_id: ['light.floor_lamp', 'switch.coffee_machine', 'group.lamps'],
    },
  });
  expect((await call('scene/turn_on', { entity_id: 'scene.late_evening', transition: 1 })).status).toBe(200);
  expect(await stateOf('light.floor_lamp')).toMatchObject({ state: 'on', attributes: { brightness: 40 } });
  expect((await stateOf('switch.coffee_machine')).state).toBe('off');
  expect((await stateOf('group.lamps')).state).toBe('on');
  expect((await stateOf('scene.late_evening')).state).toMatch(/^\d{4}-.*\+00:00$/);
});

test('of several scenes all are deleted or none, and not what is excluded', async () => {
  const made = ['one', 'two', 'three'].map((name) => `scene.${name}`);
  for (const id of made)
    await call('scene/create', { scene_id: id.slice(6), entities: { 'switch.coffee_machine': 'on' } });
  const there = async () => {
    const statuses = await Promise.all(made.map((id) => hub.rest('GET', `/api/states/${id}`)));
    return made.filter((_id, index) => statuses[index]?.status === 200);
  };
  expect((await call('scene/delete', { entity_id: [...made, 'scene.late_evening'] })).status).toBe(400);
  expect(await there()).toEqual(made);
  const target = { entity_id: [...made, 'scene.late_evening'] };
  const exclude = { entity_id: ['scene.late_evening', 'scene.two'] };
  expect((await call('scene/delete', { ...target, exclude })).status).toBe(200);
  expect(await there()).toEqual(['scene.two']);
  await call('scene/delete', { entity_id: 'scene.two' });
});

test('a scene of the file cannot be deleted by a service, nor replaced by one', async () => {
  expect((await call('scene/delete', { entity_id: 'scene.late_evening' })).status).toBe(400);
  const made = { scene_id: 'late_evening', entities: { 'switch.coffee_machine': 'on' } };
  expect((await call('scene/create', made)).status).toBe(200);
  expect((await stateOf('scene.late_evening')).attributes.entity_id).toHaveLength(3);
});

test('reload takes up the file as it is now, and ends scenes a service made', async () => {
  await call('scene/create', { scene_id: 'brief', snapshot_entities: ['switch.coffee_machine'] });
  expect((await stateOf('scene.brief')).state).toBe('unknown');
  const before = (await stateOf('scene.late_evening')).state;
  writeFileSync(
    file,
    "- id: '1600000000000'\n  name: Night\n  entities:\n    switch.coffee_machine: true\n- name: Morning\n  entities: {}\n",
  );
  await client.must({ type: 'subscribe_events', event_type: 'scene_reloaded' });
  expect((await call('scene/reload', {})).status).toBe(200);
  await client.event(({ event }) => event?.event_type === 'scene_reloaded');
  expect((await hub.rest('GET', '/api/states/scene.brief')).status).toBe(404);
  expect((await stateOf('scene.morning')).attributes.entity_id).toEqual([]);
  expect(await stateOf('scene.late_evening')).toMatchObject({
    state: before,
    attributes: { friendly_name: 'Night', entity_id: ['switch.coffee_machine'] },
  });
});

test('groups that contain each other reach all their members once', async () => {
  await call('group/set', { object_id: 'one', entities: ['group.two', 'light.tv_backlight'] });
  await call('group/set', { object_id: 'two', entities: ['group.one', 'switch.coffee_machine'] });
  await call('homeassistant/turn_on', { entity_id: 'group.one' });
  expect((await stateOf('group.two')).state).toBe('on');
  await call('homeassistant/turn_off', { entity_id: 'group.two' });
  expect((await stateOf('light.tv_backlight')).state).toBe('off');
  expect((await stateOf('group.one')).state).toBe('off');
  const reached = await client.must({
    type: 'extract_from_target',
    target: { entity_id: 'group.one' },
    expand_group: true,
  });
  expect(reached.referenced_entities.sort()).toEqual(['light.tv_backlight', 'switch.coffee_machine']);
});
