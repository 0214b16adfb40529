import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leaveOutPast } from '../support/demo-without-past.ts';
import { startTestHub, type TestClient, type TestHub } from '../support/start-hub.ts';
import { until } from '../support/until.ts';

const CUSTOM = `
language: en
intents:
  HassTurnOn:
    data:
      - sentences: ["make it (cozy|cosy)"]
        slots: { name: Floor Lamp }
        response: cozy
lists:
  unused: { values: [a] }
responses:
  intents:
    HassTurnOn:
      cozy: "Cozy with {{ state.name }}"
`;

let hub: TestHub;
let client: TestClient;

/** A lock that wants a code, and sentences of the configuration. */
const SETTINGS = `
template:
  - lock:
      - { name: Back Door, unique_id: back, optimistic: true, code_format: "^1234$", lock: [], unlock: [] }
conversation:
  intents:
    HassTurnOff: "lights out"
`;

let dataDir: string;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'hearth-test-'));
  leaveOutPast(dataDir);
  writeFileSync(join(dataDir, 'hearth.yaml'), SETTINGS);
  hub = await startTestHub({ demo: true }, dataDir);
  const folder = join(hub.dataDir, 'custom_sentences', 'en');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'cozy.yaml'), CUSTOM);
  writeFileSync(join(folder, 'broken.yaml'), 'intents: [1');
  client = await hub.connect();
});
afterAll(async () => {
  await hub.stop();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
});

const say = async (text: string, language = 'en') =>
  (await client.must({ type: 'conversation/process', text, language })).response;
const speech = async (text: string, language?: string) => (await say(text, language)).speech.plain.speech;
const stateOf = async (id: string) => (await hub.rest('GET', `/api/states/${id}`)).json.state;
const expose = (ids: readonly string[], should_expose: boolean) =>
  client.must({
    type: 'homeassistant/expose_entity',
    ...{ assistants: ['conversation'], entity_ids: ids, should_expose },
  });

test('sentences control and answer in English and German', async () => {
  expect(await say('Turn on the floor lamp, please!')).toMatchObject({
    response_type: 'action_done',
    speech: { plain: { speech: 'Turned on the light' } },
    data: { success: [{ name: 'Floor Lamp', type: 'entity', id: 'light.floor_lamp' }], failed: [] },
  });
  expect(await stateOf('light.floor_lamp')).toBe('on');
  expect(await speech('Mache Floor Lamp aus', 'de-CH')).toBe('Licht ausgeschaltet');
  expect(await stateOf('light.floor_lamp')).toBe('off');
  expect(await say('are any lights on in the kitchen')).toMatchObject({ response_type: 'query_answer' });
  expect(await speech('set a timer for five minutes')).toBe('Sorry, timers are not supported on this device');
  expect(await speech('never mind')).toBe('');
});

test('the reply names what is missing', async () => {
  const none = await say('turn on the disco ball');
  expect(none.data).toEqual({ code: 'no_valid_targets' });
  expect(none.speech.plain.speech).toBe('Sorry, I am not aware of any device called disco ball');
  expect((await say('gibberish and nothing else')).data).toEqual({ code: 'no_intent_match' });
  expect((await say('turn on the floor lamp', 'fr')).data).toEqual({ code: 'no_intent_match' });
});

test('what is not exposed is not controlled, by name or with others', async () => {
  expect(await expose(['light.floor_lamp'], false)).toEqual({ changed_entity_ids: ['light.floor_lamp'] });
  expect((await say('turn on the floor lamp')).speech.plain.speech).toBe('Sorry, Floor Lamp is not exposed');
  const ids = (await say('turn off all lights')).data.success.map(({ id }: { id: string }) => id);
  expect(ids).toContain('light.tv_backlight');
  expect(ids).not.toContain('light.floor_lamp');
  expect(await stateOf('light.floor_lamp')).toBe('off');
  const listed = async () =>
    (await client.must({ type: 'homeassistant/expose_entity/list' })).exposed_entities['light.floor_lamp'];
  expect(await listed()).toBeUndefined();
  await expose(['light.floor_lamp'], true);
  expect(await listed()).toEqual({ conversation: true });
});

test('locks are not exposed unless somebody chose so', async () => {
  const { exposed_entities: exposed } = await client.must({ type: 'homeassistant/expose_entity/list' });
  expect(Object.keys(exposed).filter((id) => /^(lock|alarm_control_panel)\./.test(id))).toEqual([]);
});

test('a lock asks for its code, which only the same conversation can give', async () => {
  await expose(['lock.back_door'], true);
  const talk = (text: string, conversation_id: string) =>
    client.must({ type: 'conversation/process', text, language: 'en', conversation_id });
  expect((await talk('lock the back door', 'a')).response.speech.plain.speech).toBe(
    'What is the code of Back Door?',
  );
  expect((await talk('1234', 'b')).response.response_type).toBe('error');
  expect((await talk('9999', 'a')).response.speech.plain.speech).toBe('Back Door did not accept the code');
  expect(await stateOf('lock.back_door')).not.toBe('locked');
  expect((await talk('lock the back door', 'a')).continue_conversation).toBe(true);
  expect((await talk('1 2 3 4', 'a')).response.data.success).toMatchObject([{ id: 'lock.back_door' }]);
  expect(await stateOf('lock.back_door')).toBe('locked');
  await talk('unlock the back door', 'a');
  await talk('what time is it', 'a');
  expect((await talk('1234', 'a')).response.response_type).toBe('error');
  expect(await stateOf('lock.back_door')).toBe('locked');
});

test('nobody controls more, or learns of more, than permitted', async () => {
  const { users, tokens } = hub.hub.auth;
  const policy = {
    rules: [
      {
        effect: 'allow' as const,
        actions: ['read' as const, 'control' as const],
        entities: ['light.floor_lamp'],
      },
      { effect: 'allow' as const, actions: ['read' as const], entities: ['light.tv_backlight'] },
    ],
  };
  const user = await users.create({ name: 'Guest', group_ids: ['system-users'], policy });
  const token = { user_id: user.id, kind: 'long_lived_access_token', name: 'guest' } as const;
  const guest = await hub.connect((await tokens.create(token)).secret);
  const reply = async (text: string) =>
    (await guest.must({ type: 'conversation/process', text, language: 'en' })).response;
  const ids = async (text: string) => (await reply(text)).data.success?.map(({ id }: { id: string }) => id);
  expect(await ids('turn on the floor lamp')).toEqual(['light.floor_lamp']);
  expect(await ids('turn off all lights')).toEqual(['light.floor_lamp']);
  expect((await reply('turn on the tv backlight')).data).toEqual({ code: 'failed_to_handle' });
  const hidden = await reply('turn on the kitchen ceiling');
  const missing = await reply('turn on the disco ball');
  expect(hidden.data).toEqual(missing.data);
  expect(hidden.speech.plain.speech).toBe(
    missing.speech.plain.speech.replace('disco ball', 'kitchen ceiling'),
  );
});

test('a choice about new entities leaves present ones as they are', async () => {
  const exposes = async () =>
    (await client.must({ type: 'homeassistant/expose_new_entities/get', assistant: 'conversation' }))
      .expose_new;
  const set = (expose_new: boolean) =>
    client.must({ type: 'homeassistant/expose_new_entities/set', assistant: 'conversation', expose_new });
  const list = async () => (await client.must({ type: 'homeassistant/expose_entity/list' })).exposed_entities;
  expect(await exposes()).toBe(true);
  const before = await list();
  await set(false);
  expect(await exposes()).toBe(false);
  expect(await list()).toEqual(before);
  await hub.rest('POST', '/api/states/light.new', { state: 'on' });
  expect((await list())['light.new']).toBeUndefined();
  await set(true);
});

test('custom sentences come first and are read again on request', async () => {
  expect(await speech('make it cosy')).toBe('Cozy with Floor Lamp');
  const folder = join(hub.dataDir, 'custom_sentences', 'en');
  writeFileSync(join(folder, 'cozy.yaml'), CUSTOM.replace('cozy|cosy', 'warm'));
  await hub.rest('POST', '/api/services/conversation/reload', {});
  expect(await speech('make it warm')).toBe('Cozy with Floor Lamp');
  expect((await say('lights out')).data).toEqual({ code: 'failed_to_handle' });
});

test('the service answers with the reply', async () => {
  const { json } = await hub.rest('POST', '/api/services/conversation/process?return_response', {
    text: 'what time is it',
  });
  expect(json.service_response.response.speech.plain.speech).toMatch(/^\d+:\d\d [AP]M$/);
});

test('pipelines are kept, and a run reports its stages', async () => {
  const { pipelines, preferred_pipeline: id } = await client.must({ type: 'assist_pipeline/pipeline/list' });
  expect(pipelines).toMatchObject([{ id, name: 'Home Assistant', prefer_local_intents: false }]);
  const { id: _id, ...fields } = pipelines[0];
  const made = await client.must({ type: 'assist_pipeline/pipeline/create', ...fields, name: 'Second' });
  await client.must({ type: 'assist_pipeline/pipeline/set_preferred', pipeline_id: made.id });
  expect((await client.must({ type: 'assist_pipeline/pipeline/get' })).name).toBe('Second');
  expect(
    (await client.ask({ type: 'assist_pipeline/pipeline/delete', pipeline_id: made.id })).error.code,
  ).toBe('not_allowed');
  await client.must({ type: 'assist_pipeline/pipeline/delete', pipeline_id: id });
  const run = { type: 'assist_pipeline/run', start_stage: 'intent', end_stage: 'intent' };
  await client.must({ ...run, input: { text: 'turn off the floor lamp' } });
  const types = () => client.events.map(({ event }) => event?.type);
  await until(() => types().includes('run-end'));
  expect(types()).toEqual(['run-start', 'intent-start', 'intent-end', 'run-end']);
  expect((await client.ask({ ...run, start_stage: 'stt', input: {} })).error.code).toBe('not_supported');
});

test('agents, languages and the meaning of sentences are listed', async () => {
  const { agents } = await client.must({ type: 'conversation/agent/list', language: 'de' });
  expect(agents).toEqual([
    { id: 'conversation.home_assistant', name: 'Home Assistant', supported_languages: ['de'] },
  ]);
  expect(await client.must({ type: 'assist_pipeline/language/list' })).toEqual({ languages: ['de', 'en'] });
  await client.must({ type: 'conversation/prepare', language: 'de' });
  const debug = { type: 'conversation/agent/homeassistant/debug', language: 'en' };
  const { results } = await client.must({ ...debug, sentences: ['open the garage door', 'sing'] });
  expect(results).toMatchObject([
    { intent: { name: 'HassTurnOn' }, targets: { 'cover.garage_door': { matched: true } }, match: true },
    null,
  ]);
  const unknown = { type: 'conversation/process', text: 'hello', agent_id: 'conversation.other' };
  expect((await client.ask(unknown)).error.code).toBe('invalid_format');
});

test('a sentence of a megabyte is not understood, and nothing waits for it', async () => {
  const long = 'turn on the floor lamp '.repeat(45_000);
  const { status, json } = await hub.rest('POST', '/api/conversation/process', { text: long });
  expect(status).toBe(200);
  expect(json.response.data).toEqual({ code: 'no_intent_match' });
});
