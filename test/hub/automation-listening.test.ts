import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHub, type TestClient, type TestHub } from '../support/start-hub.ts';
import { until } from '../support/until.ts';

let hub: TestHub;
let client: TestClient;

const automations = [
  {
    id: 'tea',
    alias: 'Tea',
    triggers: { trigger: 'conversation', command: 'make (tea|coffee) [for {who}]' },
    actions: [{ set_conversation_response: 'For {{ trigger.slots.who | default("you") }}' }],
  },
  {
    id: 'silent',
    alias: 'Silent',
    triggers: { trigger: 'conversation', command: 'good night' },
    actions: [{ event: 'good_night', event_data: { said: '{{ trigger.sentence }}' } }],
  },
  {
    id: 'hook',
    alias: 'Hook',
    triggers: [
      { trigger: 'webhook', webhook_id: 'secret' },
      { trigger: 'webhook', webhook_id: 'get', allowed_methods: ['GET'] },
    ],
    actions: [{ event: 'hooked', event_data: { json: '{{ trigger.json }}', q: '{{ trigger.query }}' } }],
  },
];

beforeAll(async () => {
  hub = await startTestHub();
  writeFileSync(join(hub.dataDir, 'automations.yaml'), JSON.stringify(automations));
  await hub.rest('POST', '/api/services/automation/reload', {});
  client = await hub.connect();
  await client.must({ type: 'subscribe_events' });
});
afterAll(() => hub.stop());

const heard = (type: string) =>
  client.events.flatMap(({ event }) => (event?.event_type === type ? [event.data] : []));
const call = (path: string, options: RequestInit) => fetch(`${hub.url}/api/webhook/${path}`, options);

test('a sentence is answered with the response of the automation', async () => {
  const { status, json } = await hub.rest('POST', '/api/conversation/process', {
    text: 'Make TEA for my wife!',
  });
  expect(status).toBe(200);
  expect(json).toMatchObject({
    response: {
      speech: { plain: { speech: 'For my wife', extra_data: null } },
      ...{ card: {}, language: 'en', response_type: 'action_done', data: { success: [], failed: [] } },
    },
    continue_conversation: false,
  });
  const spoken = await client.must({
    type: 'conversation/process',
    text: 'good night',
    conversation_id: 'c',
  });
  expect(spoken.response.speech.plain.speech).toBe('Done');
  expect(spoken.conversation_id).toBe('c');
  await until(() => heard('good_night').length > 0);
  expect(heard('good_night')).toEqual([{ said: 'good night' }]);
});

test('a sentence without a trigger is not understood', async () => {
  const { json } = await hub.rest('POST', '/api/conversation/process', { text: 'sing' });
  expect(json.response).toMatchObject({
    speech: { plain: { speech: "Sorry, I couldn't understand that" } },
    ...{ response_type: 'error', data: { code: 'no_intent_match' } },
  });
  expect((await hub.rest('POST', '/api/conversation/process', {})).status).toBe(400);
  expect((await hub.rest('POST', '/api/conversation/process', '"x"')).status).toBe(400);
});

test('a webhook needs no token, and the response reveals nothing', async () => {
  const body = JSON.stringify({ a: [1] });
  const headers = { 'content-type': 'application/json' };
  const answers = [
    await call('secret?x=1', { method: 'POST', body, headers }),
    await call('unknown', { method: 'POST', body, headers }),
    await call('secret', { method: 'GET' }),
    await call('get?x=2', { method: 'GET' }),
    await call('get', { method: 'HEAD' }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(await answers[0]?.text()).toBe('');
  await until(() => heard('hooked').length > 1);
  expect(heard('hooked')).toEqual([
    { json: { a: [1] }, q: { x: '1' } },
    { json: '', q: { x: '2' } },
  ]);
  expect((await call('secret', { method: 'DELETE' })).status).toBe(405);
});

test('a webhook that is called endlessly is rate limited, and large bodies are refused', async () => {
  const large = await call('secret', { method: 'POST', body: 'x'.repeat(1024 * 1024 + 1) });
  expect(large.status).toBe(413);
  const statuses = new Set<number>();
  for (let count = 0; count < 100; count += 1) statuses.add((await call('often', { method: 'POST' })).status);
  expect([...statuses]).toEqual([200, 429]);
});

test('triggers and conditions are tried over the WebSocket', async () => {
  await client.must({ type: 'subscribe_trigger', trigger: { platform: 'state', entity_id: 'sensor.x' } });
  await client.must({ type: 'subscribe_condition', condition: "{{ is_state('sensor.x', '5') }}" });
  await hub.rest('POST', '/api/states/sensor.x', { state: '5' });
  await until(() => client.events.some(({ event }) => event?.variables?.trigger !== undefined));
  expect(client.events.find(({ event }) => event?.variables)?.event.variables.trigger.to_state.state).toBe(
    '5',
  );
  await until(() => client.events.some(({ event }) => event?.result === true));
  expect(client.events.flatMap(({ event }) => event?.result ?? [])).toEqual([false, true]);
  expect(
    await client.must({ type: 'test_condition', condition: '{{ n == 5 }}', variables: { n: 5 } }),
  ).toEqual({ result: true });
  const refused = await client.ask({ type: 'subscribe_trigger', trigger: { platform: 'nothing' } });
  expect(refused.error).toMatchObject({
    code: 'invalid_format',
    message: "Invalid trigger 'nothing' specified",
  });
  const device = await client.ask({
    ...{ type: 'subscribe_trigger' },
    trigger: {
      platform: 'device',
      device_id: 'abc',
      domain: 'light',
      type: 'turned_on',
      entity_id: 'light.a',
    },
  });
  expect(device.error).toMatchObject({ code: 'home_assistant_error', message: "Unknown device 'abc'" });
  await client.must({ type: 'trigger_platforms/subscribe' });
  await until(() => client.events.some(({ event }) => event?.['light.turned_on'] !== undefined));
  expect(
    await client.must({ type: 'validate_config', triggers: { platform: 'sun', event: 'sunset' } }),
  ).toEqual({
    triggers: { valid: true, error: null },
  });
  expect((await client.ask({ type: 'device_automation/trigger/list', device_id: 'abc' })).error.code).toBe(
    'not_found',
  );
});

test('automations triggered by the shutdown finish before it', async () => {
  const home = await startTestHub();
  const last = {
    ...{ id: 'last', alias: 'Last', triggers: { trigger: 'homeassistant', event: 'shutdown' } },
    actions: [{ delay: { milliseconds: 100 } }, { event: 'last_words' }],
  };
  writeFileSync(join(home.dataDir, 'automations.yaml'), JSON.stringify([last]));
  await home.rest('POST', '/api/services/automation/reload', {});
  const listener = await home.connect();
  await listener.must({ type: 'subscribe_events', event_type: 'last_words' });
  await home.hub.stop();
  expect(listener.events.map(({ event }) => event.event_type)).toEqual(['last_words']);
  await home.stop();
});
