import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectAsync } from 'mqtt';
import { expect, test } from 'vitest';
import { startMosquitto } from '../support/mosquitto.ts';
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
      ...{ trigger: 'state of binary_sensor.motion', trigger_kind: 'state' },
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

test('scripts run in the context of their caller, and each of them is named with its step', async () => {
  const folder = tempFolder();
  const outer = {
    outer: {
      sequence: [
        { action: 'script.inner' },
        { action: 'script.inner', data: { switch: 'input_boolean.other' } },
      ],
    },
    inner: {
      fields: { switch: { default: 'input_boolean.lamp' } },
      sequence: [
        {
          action: 'input_boolean.turn_on',
          target: { entity_id: "{{ switch | default('input_boolean.lamp') }}" },
        },
      ],
    },
  };
  writeFileSync(join(folder, 'scripts.yaml'), JSON.stringify(outer));
  const hub = await startTestHub({}, folder);
  const client = await hub.connect();
  for (const name of ['Lamp', 'Other']) await client.must({ type: 'input_boolean/create', name });
  await client.must({ type: 'subscribe_events' });
  await hub.rest('POST', '/api/services/script/outer', {});
  const called = client.events.filter(({ event }) => event?.event_type !== 'state_changed').slice(-6);
  expect(new Set(called.map(({ event }) => event?.context?.id)).size).toBe(1);
  expect(called.map(({ event }) => event?.context?.parent_id)).toEqual([null, null, null, null, null, null]);
  for (const [lamp, path] of [
    ['lamp', 'sequence/0'],
    ['other', 'sequence/1'],
  ]) {
    const why = await client.must({ type: 'hearth/cause', entity_id: `input_boolean.${lamp}` });
    expect(why.chain).toMatchObject([
      { kind: 'state', state: 'on' },
      {
        kind: 'script',
        entity_id: 'script.inner',
        step: { path: 'sequence/0', action: 'input_boolean.turn_on' },
      },
      { kind: 'script', entity_id: 'script.outer', step: { path, action: 'script.inner' } },
      { kind: 'user', action: 'script.outer' },
    ]);
    expect(why.chain).toHaveLength(4);
  }
  await hub.stop();
});

test('a light that an automation turned on because of a motion sensor over MQTT names all of them', {
  timeout: 40_000,
}, async () => {
  const broker = await startMosquitto();
  const folder = tempFolder();
  writeFileSync(
    join(folder, 'automations.yaml'),
    JSON.stringify([
      {
        ...{ id: 'hall', alias: 'Hall light' },
        triggers: [{ trigger: 'state', entity_id: 'binary_sensor.motion', to: 'on' }],
        actions: [{ action: 'light.turn_on', target: { entity_id: 'light.hall' } }],
      },
    ]),
  );
  const hub = await startTestHub({ 'mqtt.url': broker.url }, folder);
  const device = await connectAsync(broker.url);
  await device.subscribeAsync('hall/set');
  device.on('message', (_topic, payload) => device.publish('hall/state', payload, { retain: true }));
  const announce = (component: string, config: Record<string, unknown>): Promise<unknown> =>
    device.publishAsync(
      `homeassistant/${component}/${config.name}/config`,
      JSON.stringify({ unique_id: config.name, ...config }),
    );
  await announce('binary_sensor', { name: 'Motion', state_topic: 'motion/state' });
  await announce('light', { name: 'Hall', command_topic: 'hall/set', state_topic: 'hall/state' });
  const stateOf = async (id: string): Promise<string | undefined> =>
    (await hub.rest('GET', `/api/states/${id}`)).json?.state;
  await expect.poll(() => stateOf('light.hall'), { timeout: 10_000 }).toBe('unknown');
  await device.publishAsync('motion/state', 'OFF', { retain: true });
  await expect.poll(() => stateOf('binary_sensor.motion'), { timeout: 10_000 }).toBe('off');
  await device.publishAsync('motion/state', 'ON');
  await expect.poll(() => stateOf('light.hall'), { timeout: 10_000 }).toBe('on');
  const time = expect.stringMatching(/^20\d\d-.*\+00:00$/);
  const why = (await hub.rest('GET', '/api/hearth/cause/light.hall')).json;
  expect(why.chain).toMatchObject([
    { kind: 'state', entity_id: 'light.hall', state: 'on', time },
    { kind: 'device', source: 'hall/state', time },
    {
      ...{ kind: 'automation', entity_id: 'automation.hall_light', trigger: 'state of binary_sensor.motion' },
      ...{ time, step: { path: 'action/0', action: 'light.turn_on', time } },
    },
    { kind: 'state', entity_id: 'binary_sensor.motion', state: 'on', time },
    { kind: 'device', source: 'motion/state', time },
  ]);
  await device.endAsync();
  await hub.stop();
  await broker.stop();
});
