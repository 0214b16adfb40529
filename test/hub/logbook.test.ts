import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestHub, type TestClient, type TestHub, testTime } from '../support/start-hub.ts';
import { tempFolder } from '../support/temp-folder.ts';

const DAY = 86_400_000;

function ago(milliseconds: number): string {
  return new Date(testTime.now() - milliseconds).toISOString();
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape
type Entry = any;

const shortOf = (entries: readonly Entry[]) =>
  entries.map(({ entity_id: id, state, message }) => `${id} ${state ?? message}`);

describe('the logbook of a home', () => {
  let folder: string;
  let home: TestHub;
  let owner: TestClient;

  beforeAll(async () => {
    folder = tempFolder(afterAll);
    writeFileSync(
      join(folder, 'automations.yaml'),
      JSON.stringify([
        {
          ...{ id: 'hall', alias: 'Hall' },
          triggers: [{ trigger: 'state', entity_id: 'binary_sensor.motion', to: 'on' }],
          actions: [{ action: 'input_boolean.turn_on', target: { entity_id: 'input_boolean.lamp' } }],
        },
      ]),
    );
    home = await startTestHub({}, folder);
    owner = await home.connect();
    for (const name of ['Lamp', 'Secret']) await owner.must({ type: 'input_boolean/create', name });
    await owner.must({ type: 'subscribe_events', event_type: 'automation_triggered' });
    for (const state of ['off', 'on']) await home.rest('POST', '/api/states/binary_sensor.motion', { state });
    await owner.event(({ event }) => event?.event_type === 'automation_triggered');
    await home.rest('POST', '/api/services/input_boolean/turn_on', { entity_id: 'input_boolean.secret' });
    const entry = { name: 'Golden', message: 'was here', entity_id: 'input_boolean.lamp' };
    await home.rest('POST', '/api/services/logbook/log', entry);
    await home.rest('POST', '/api/services/logbook/log', { name: 'Home', message: 'is warm' });
  });
  afterAll(() => home.stop());

  const events = (fields: object = {}): Promise<Entry[]> =>
    owner.must({ type: 'logbook/get_events', start_time: ago(DAY), ...fields });

  test('has changes, runs and messages in order, each with what it began with, also after a restart', async () => {
    const shown = await events();
    expect(shortOf(shown)).toEqual([
      'undefined started',
      'binary_sensor.motion on',
      'automation.hall triggered by state of binary_sensor.motion',
      'input_boolean.lamp on',
      'input_boolean.secret on',
      'input_boolean.lamp was here',
      'null is warm',
    ]);
    const user = shown[1].context_user_id;
    expect(shown[2]).toMatchObject({ context_user_id: user, context_entity_id: 'binary_sensor.motion' });
    expect(shown[3]).toMatchObject({ context_user_id: user, context_entity_id: 'automation.hall' });
    expect(shown[4]).toMatchObject({ context_user_id: user, context_service: 'turn_on' });
    expect(shown[5]).toMatchObject({ domain: 'input_boolean', context_service: 'log' });
    await home.stop();
    home = await startTestHub({}, folder);
    owner = await home.connect();
    const again = await events();
    expect(again.slice(0, shown.length)).toEqual(shown);
    expect(shortOf(again.slice(shown.length))).toEqual(['undefined stopped', 'undefined started']);
  });

  test('answers for entities, devices and contexts', async () => {
    const of = async (fields: object) => shortOf(await events(fields));
    expect(await of({ entity_ids: ['automation.hall'] })).toHaveLength(1);
    expect(await of({ entity_ids: ['input_boolean.lamp'] })).toEqual([
      'input_boolean.lamp on',
      'input_boolean.lamp was here',
    ]);
    expect(await of({ device_ids: ['none'] })).toEqual([]);
    expect(await of({ entity_ids: [] })).toEqual([]);
    const [run] = await events({ entity_ids: ['automation.hall'] });
    expect(await of({ context_id: run.context_id })).toEqual([
      'automation.hall triggered by state of binary_sensor.motion',
      'input_boolean.lamp on',
    ]);
    const future = await owner.must({ type: 'logbook/get_events', start_time: ago(-DAY) });
    expect(future).toEqual([]);
    const error = await owner.ask({
      ...{ type: 'logbook/get_events', start_time: ago(DAY) },
      ...{ entity_ids: [], context_id: 'x' },
    });
    expect(error.error.code).toBe('invalid_format');
  });

  test('has over REST names, and the day by default', async () => {
    const { json } = await home.rest('GET', '/api/logbook?entity=input_boolean.lamp,%20AUTOMATION.hall');
    const time = expect.stringMatching(/^20\d\d-.*\+00:00$/);
    expect(json).toMatchObject([
      { entity_id: 'automation.hall', name: 'Hall', when: time },
      { entity_id: 'input_boolean.lamp', name: 'Lamp', context_entity_id_name: 'Hall' },
      { name: 'Golden' },
    ]);
    const path = `/api/logbook/${ago(2 * DAY)}?period=1`;
    expect((await home.rest('GET', path)).json).toEqual([]);
    const long = `/api/logbook/${ago(DAY)}?period=36500`;
    expect((await home.rest('GET', long)).json.length).toBeGreaterThan(6);
  });

  test.each([
    ['/api/logbook/bad', 'Invalid datetime'],
    ['/api/logbook?end_time=bad', 'Invalid end_time'],
    ['/api/logbook?entity=light.x&context_id=y', "Can't combine entity with context_id"],
    ['/api/logbook?entity=bad', expect.stringContaining('"bad"')],
    ['/api/logbook?period=x', expect.stringContaining('"x"')],
    ['/api/logbook?period=1e9', expect.stringContaining('1e9')],
  ])('refuses %s', async (path, message) => {
    expect(await home.rest('GET', path)).toMatchObject({ status: 400, json: { message } });
  });

  test('lists action calls with their data, to administrators only', async () => {
    const ask = { type: 'logbook/get_action_calls', start_time: ago(DAY) };
    const calls: Entry[] = await owner.must(ask);
    expect(calls.map(({ domain, service }) => `${domain}.${service}`)).toEqual([
      'input_boolean.turn_on',
      'input_boolean.turn_on',
      'logbook.log',
      'logbook.log',
    ]);
    expect(calls[0]).toMatchObject({
      ...{ service_data: { entity_id: ['input_boolean.lamp'] }, context_domain: 'automation' },
    });
    const guest = await limited();
    expect((await guest.ask(ask)).error.code).toBe('unauthorized');
  });

  /** A user who may not read the secret and the automation. */
  async function limited(): Promise<TestClient> {
    const { users, tokens } = home.hub.auth;
    const hidden = ['input_boolean.secret', 'automation.hall', 'binary_sensor.motion'];
    const user = await users.create({
      ...{ name: 'Guest', group_ids: ['system-users'] },
      policy: {
        rules: [
          { effect: 'allow', actions: ['control'] },
          { effect: 'deny', actions: ['read'], entities: hidden },
        ],
      },
    });
    const { secret } = await tokens.create({
      ...{ user_id: user.id, kind: 'long_lived_access_token', name: user.id },
    });
    return home.connect(secret);
  }

  test('shows a limited caller nothing of what they may not read', async () => {
    const guest = await limited();
    const ids = ['input_boolean.lamp', 'input_boolean.secret', 'automation.hall'];
    for (const fields of [{}, { entity_ids: ids }]) {
      const shown = await guest.must({ type: 'logbook/get_events', start_time: ago(DAY), ...fields });
      expect(shortOf(shown).filter((one) => !one.startsWith('undefined'))).toEqual([
        'input_boolean.lamp on',
        'input_boolean.lamp was here',
      ]);
      expect(shown).toContainEqual(expect.objectContaining({ context_event_type: 'automation_triggered' }));
      expect(JSON.stringify(shown)).not.toMatch(/secret|automation\.|motion|Hall|is warm|user_id/);
    }
    const secrets = { type: 'logbook/get_events', start_time: ago(DAY) };
    const missing = await guest.must({ ...secrets, entity_ids: ['light.missing'] });
    expect(await guest.must({ ...secrets, entity_ids: ['input_boolean.secret'] })).toEqual(missing);
    const log = { type: 'call_service', domain: 'logbook', service: 'log' };
    const refused = await guest.ask({ ...log, service_data: { name: 'a', message: 'b' } });
    expect(refused).toMatchObject({ success: false, error: { code: 'home_assistant_error' } });
  });

  const stream = async (client: TestClient, fields: object) => {
    const id = await client.subscribeText(
      'logbook/event_stream',
      JSON.stringify({ start_time: ago(DAY), ...fields }).slice(1, -1),
    );
    const all = () => client.events.filter((message) => message.id === id).map(({ event }) => event);
    return { id, all };
  };

  test('is followed: the past, then what is missing of it, then each entry as it happens', async () => {
    const client = await home.connect();
    const { all } = await stream(client, { entity_ids: ['input_boolean.lamp'] });
    await expect
      .poll(all)
      .toMatchObject([{ partial: true, events: [{ state: 'on' }, { message: 'was here' }] }, { events: [] }]);
    expect(Object.keys(all()[1]).sort()).toEqual(['end_time', 'events', 'start_time']);
    await home.rest('POST', '/api/services/input_boolean/turn_off', { entity_id: 'input_boolean.lamp' });
    await expect
      .poll(() => all()[2])
      .toEqual({
        events: [
          {
            ...{ when: expect.any(Number), state: 'off', entity_id: 'input_boolean.lamp' },
            ...{ context_user_id: expect.any(String), context_event_type: 'call_service' },
            ...{ context_domain: 'input_boolean', context_service: 'turn_off' },
          },
        ],
      });
    const guest = await limited();
    const seen = await stream(guest, {});
    await expect.poll(() => seen.all().length).toBe(2);
    for (const name of ['secret', 'lamp'])
      await home.rest('POST', '/api/services/input_boolean/toggle', { entity_id: `input_boolean.${name}` });
    await expect.poll(() => seen.all().length).toBe(3);
    expect(shortOf(seen.all()[2].events)).toEqual(['input_boolean.lamp on']);
    expect(JSON.stringify(seen.all())).not.toMatch(/secret|automation\.|motion|Hall|user_id/);
  });

  test('of more than 25 hours comes in parts, the newest day first', async () => {
    const client = await home.connect();
    const { all } = await stream(client, { start_time: ago(3 * DAY) });
    await expect.poll(() => all().length).toBe(3);
    expect(all()).toMatchObject([
      { partial: true, events: expect.arrayContaining([]) },
      { partial: true, events: [] },
      { events: [] },
    ]);
    expect(all()[0].events.length).toBeGreaterThan(6);
    expect(all()[2]).not.toHaveProperty('partial');
    const over = await stream(client, { start_time: ago(5 * DAY), end_time: ago(2 * DAY) });
    await expect
      .poll(() => over.all())
      .toEqual([{ events: [], start_time: expect.any(Number), end_time: expect.any(Number) }]);
    const past = await stream(client, { start_time: ago(3 * DAY), end_time: ago(0) });
    await expect.poll(() => past.all()).toMatchObject([{ partial: true }, { events: [] }]);
    expect(past.all()[1]).not.toHaveProperty('partial');
  });

  test('of entities that have no entries is empty, without a subscription', async () => {
    const client = await home.connect();
    const { id, all } = await stream(client, { entity_ids: ['counter.visits'] });
    await expect.poll(all).toMatchObject([{ events: [] }]);
    const ended = await client.ask({ type: 'unsubscribe_events', subscription: id });
    expect(ended.error.code).toBe('not_found');
    const known = await stream(client, { entity_ids: ['light.missing'] });
    expect(await client.must({ type: 'unsubscribe_events', subscription: known.id })).toBeNull();
  });

  test.each([
    [{ start_time: 'x' }, 'invalid_start_time'],
    [{ start_time: '2999-01-01' }, 'invalid_start_time'],
    [{ start_time: '2020-01-01', end_time: 'x' }, 'invalid_end_time'],
    [{ start_time: '2020-01-01', end_time: '2019-01-01' }, 'invalid_end_time'],
    [{ start_time: '2020-01-01', limit: 1 }, 'invalid_format'],
  ])('is not followed with %j', async (fields, code) => {
    const answer = await owner.ask({ type: 'logbook/event_stream', ...fields });
    expect(answer.error.code).toBe(code);
  });
});

test('the configuration leaves entities and types of events out of the logbook', async () => {
  const folder = tempFolder();
  const config =
    'logbook:\n  exclude:\n    entities: [light.a]\nrecorder:\n  exclude:\n    domains: [switch]\n';
  writeFileSync(join(folder, 'hearth.yaml'), `${config}    event_types: [homeassistant_start]\n`);
  const home = await startTestHub({}, folder);
  const client = await home.connect();
  const live: unknown[] = [];
  await client.must({ type: 'logbook/event_stream', start_time: ago(1000) });
  await expect.poll(() => client.events.length).toBe(2);
  for (const state of ['off', 'on'])
    for (const id of ['light.a', 'light.b', 'switch.c'])
      await home.rest('POST', `/api/states/${id}`, { state });
  const shown = await client.must({ type: 'logbook/get_events', start_time: ago(DAY) });
  expect(shortOf(shown)).toEqual(['light.b on']);
  await expect.poll(() => client.events.length).toBe(3);
  live.push(...client.events[2].event.events);
  expect(shortOf(live)).toEqual(['light.b on']);
  await home.stop();
});
