import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTestHub } from '../support/start-hub.ts';
import { tempFolder } from '../support/temp-folder.ts';

const automations = [
  {
    ...{ id: 'hall', alias: 'Hall light' },
    triggers: [{ trigger: 'state', entity_id: 'binary_sensor.motion', to: 'on' }],
    actions: [
      { delay: { milliseconds: 20 } },
      { action: 'script.light', data: { switch: 'input_boolean.lamp' } },
      { event: 'lit' },
    ],
  },
];
const scripts = {
  light: {
    alias: 'Light',
    sequence: [{ action: 'input_boolean.turn_on', data: { entity_id: '{{ switch }}' } }],
  },
};

test('a state is followed back through script, automation and step to what began it, over both interfaces and after a restart', async () => {
  const folder = tempFolder();
  writeFileSync(join(folder, 'automations.yaml'), JSON.stringify(automations));
  writeFileSync(join(folder, 'scripts.yaml'), JSON.stringify(scripts));
  const hub = await startTestHub({}, folder);
  const client = await hub.connect();
  await client.must({ type: 'input_boolean/create', name: 'Lamp' });
  await client.must({ type: 'subscribe_events', event_type: 'lit' });
  await hub.rest('POST', '/api/states/binary_sensor.motion', { state: 'off' });
  await hub.rest('POST', '/api/states/binary_sensor.motion', { state: 'on' });
  await client.event(({ event }) => event?.event_type === 'lit');
  const why = await client.must({ type: 'hearth/cause', entity_id: 'input_boolean.lamp' });
  const time = expect.stringMatching(/^20\d\d-.*\+00:00$/);
  expect(why).toMatchObject({ entity_id: 'input_boolean.lamp', state: 'on', time });
  expect(why.chain).toMatchObject([
    { kind: 'state', entity_id: 'input_boolean.lamp', state: 'on', time },
    {
      ...{ kind: 'script', entity_id: 'script.light', name: 'Light', time },
      step: { path: 'sequence/0', action: 'input_boolean.turn_on', time },
    },
    {
      ...{ kind: 'automation', entity_id: 'automation.hall_light', name: 'Hall light', time },
      trigger: 'state of binary_sensor.motion',
      step: { path: 'action/1', action: 'script.light', time },
    },
    { kind: 'state', entity_id: 'binary_sensor.motion', state: 'on', time },
    { kind: 'user', time, user_name: expect.any(String) },
  ]);
  await client.must({
    ...{ type: 'call_service', domain: 'input_boolean', service: 'turn_off' },
    target: { entity_id: 'input_boolean.lamp' },
  });
  const byHand = (await hub.rest('GET', '/api/hearth/cause/input_boolean.lamp')).json;
  expect(byHand.chain).toMatchObject([
    { kind: 'state', state: 'off' },
    {
      kind: 'user',
      action: 'input_boolean.turn_off',
      token_id: expect.any(String),
      token_name: expect.any(String),
    },
  ]);
  await hub.stop();

  const again = await startTestHub({}, folder);
  const query = `time=${encodeURIComponent(why.time)}`;
  expect((await again.rest('GET', `/api/hearth/cause/input_boolean.lamp?${query}`)).json).toEqual(why);
  expect((await again.rest('GET', '/api/hearth/cause/light.nobody')).status).toBe(404);
  expect((await again.rest('GET', '/api/hearth/cause/input_boolean.lamp?time=soon')).status).toBe(400);
  await again.stop();
});
