import { afterEach, beforeEach, expect, test } from 'vitest';
import { newContext } from '../../../src/core/context.ts';
import { type Api, startApi, TestClient } from '../../support/api.ts';
import { TEST_DAY } from '../../support/running-clock.ts';

let api: Api;
let client: TestClient;
const clients: TestClient[] = [];
beforeEach(async () => {
  api = await startApi();
  client = await login();
});
afterEach(async () => {
  for (const one of clients.splice(0)) one.close();
  await api.stop();
});

async function login(token = 'admin'): Promise<TestClient> {
  const one = await TestClient.login(api.port, token);
  clients.push(one);
  return one;
}

const ok = (id: number, result: unknown = null) => ({ id, type: 'result', success: true, result });

test('get_states gives all states the caller may read', async () => {
  expect(await client.ask({ id: 1, type: 'get_states' })).toEqual(ok(1, []));
  api.states.set('light.kitchen', 'on', { a: 'ü' });
  api.states.set('light.bath', 'off', {});
  const { result } = await client.ask({ id: 2, type: 'get_states' });
  expect(result).toEqual([...api.states.all()].map((state) => state.toJSON()));
  const limited = await (await login('kitchen')).ask({ id: 1, type: 'get_states' });
  expect(limited.result.map((state: { entity_id: string }) => state.entity_id)).toEqual(['light.kitchen']);
});

test('call_service answers with context and response, null where there is none', async () => {
  const call = { type: 'call_service', domain: 'test' };
  const set = { ...call, service: 'set', service_data: { state: 'on' }, target: { entity_id: 'light.a' } };
  const context = { id: expect.any(String), parent_id: null, user_id: 'id-of-admin' };
  expect(await client.ask({ ...set, id: 1 })).toEqual(ok(1, { context, response: null }));
  expect(api.states.get('light.a')?.state).toBe('on');
  expect(await client.ask({ ...set, id: 2, return_response: true })).toEqual(
    ok(2, { context, response: null }),
  );
  expect(await client.ask({ ...call, id: 3, service: 'ask', return_response: true })).toEqual(
    ok(3, { context, response: { answer: 42 } }),
  );
  expect(await client.ask({ ...call, id: 4, service: 'ask' })).toEqual(ok(4, { context, response: null }));
});

test('a malformed call_service is invalid_format', async () => {
  const good = { type: 'call_service', domain: 'test', service: 'set' };
  const bad = [
    { type: 'call_service', service: 'set' },
    { type: 'call_service', domain: 'test' },
    { ...good, domain: 5 },
    { ...good, service_data: [] },
    { ...good, service_data: null },
    { ...good, target: 'light.a' },
    { ...good, target: { entity: 'light.a' } },
    { ...good, target: { entity_id: 5 } },
    { ...good, return_response: 'yes' },
    { ...good, extra: 1 },
  ];
  let id = 0;
  for (const message of bad) {
    id += 1;
    const { error } = await client.ask({ id, ...message });
    expect(error?.code, JSON.stringify(message)).toBe('invalid_format');
  }
});

test('errors of services keep the code and text that clients know', async () => {
  let id = 0;
  const fail = async (code: string) => {
    id += 1;
    const message = { id, type: 'call_service', domain: 'test', service: 'fail', service_data: { code } };
    return (await client.ask(message)).error;
  };
  const text = (code: string) => `It failed with ${code}`;
  expect(await fail('invalid_format')).toEqual({ code: 'invalid_format', message: text('invalid_format') });
  expect(await fail('service_validation_error')).toEqual({
    code: 'service_validation_error',
    message: 'Validation error: It failed with service_validation_error',
  });
  expect(await fail('unauthorized')).toEqual({ code: 'home_assistant_error', message: 'Unauthorized' });
  expect(await fail('home_assistant_error')).toMatchObject({ code: 'home_assistant_error' });
  expect(await fail('foreign')).toEqual({ code: 'unknown_error', message: 'Unknown error' });
});

test('an unknown service is not_found with translation keys', async () => {
  const { error } = await client.ask({ id: 1, type: 'call_service', domain: 'no', service: 'such' });
  expect(error).toEqual({
    code: 'not_found',
    message: 'Service no.such not found.',
    translation_key: 'service_not_found',
    translation_domain: 'homeassistant',
    translation_placeholders: { domain: 'no', service: 'such' },
  });
});

test('get_services, get_config, current_user and the registries answer the first requests of clients', async () => {
  expect(Object.keys((await client.ask({ id: 1, type: 'get_services' })).result)).toEqual(['test']);
  expect((await client.ask({ id: 2, type: 'get_config' })).result).toMatchObject({ state: 'RUNNING' });
  expect((await client.ask({ id: 3, type: 'auth/current_user' })).result).toEqual({
    id: 'id-of-admin',
    name: 'admin',
    is_owner: false,
    is_admin: true,
    credentials: [],
    mfa_modules: [{ id: 'totp', name: 'Authenticator app', enabled: false }],
  });
});

test('a registered entity is listed, read and changed; an unknown one is not_found', async () => {
  const registry = 'config/entity_registry';
  expect((await client.ask({ id: 1, type: `${registry}/list` })).result).toHaveLength(1);
  const one = { entity_id: 'light.kitchen' };
  expect((await client.ask({ id: 2, type: `${registry}/get`, ...one })).result).toMatchObject(one);
  const update = { id: 3, type: `${registry}/update`, ...one, name: 'Big light' };
  expect((await client.ask(update)).result).toEqual({
    entity_entry: { entity_id: 'light.kitchen', name: 'Big light', disabled_by: null },
  });
  for (const type of ['get', 'update']) {
    const id = type === 'get' ? 4 : 5;
    const { error } = await client.ask({ id, type: `${registry}/${type}`, entity_id: 'light.none' });
    expect(error).toEqual({ code: 'not_found', message: 'Entity not found' });
  }
  const wrong = { id: 6, type: `${registry}/update`, ...one, disabled_by: 'integration' };
  expect((await client.ask(wrong)).error.code).toBe('invalid_format');
});

test('a subscription gets its result first, then events with its id', async () => {
  expect(await client.ask({ id: 4, type: 'subscribe_events', event_type: 'state_changed' })).toEqual(ok(4));
  api.states.set('light.a', 'on', { x: 1 });
  const event = await client.next();
  expect(event).toEqual({
    id: 4,
    type: 'event',
    event: {
      event_type: 'state_changed',
      data: { entity_id: 'light.a', old_state: null, new_state: api.states.get('light.a')?.toJSON() },
      origin: 'LOCAL',
      time_fired: expect.stringMatching(/\+00:00$/),
      context: api.states.get('light.a')?.context,
    },
  });
});

test('no type and * mean all events, unknown types succeed, state_reported is never sent', async () => {
  await client.ask({ id: 1, type: 'subscribe_events' });
  await client.ask({ id: 2, type: 'subscribe_events', event_type: '*' });
  await client.ask({ id: 3, type: 'subscribe_events', event_type: 'unheard_of' });
  await client.ask({ id: 4, type: 'subscribe_events', event_type: 'state_reported' });
  api.states.set('light.a', 'on', {});
  api.states.set('light.a', 'on', {});
  api.bus.fireCustom('unheard_of', {}, 1000, newContext(1000));
  const ids = [];
  for (let i = 0; i < 5; i += 1) {
    const { id, event } = await client.next();
    ids.push(`${id} ${event.event_type}`);
  }
  expect(ids.sort()).toEqual([
    '1 state_changed',
    '1 unheard_of',
    '2 state_changed',
    '2 unheard_of',
    '3 unheard_of',
  ]);
  expect((await client.ask({ id: 5, type: 'ping' })).type).toBe('pong');
});

test('unsubscribing ends any kind of subscription; twice is not_found', async () => {
  await client.ask({ id: 1, type: 'subscribe_events' });
  client.send({ id: 2, type: 'subscribe_entities' });
  await client.next();
  await client.next();
  const listeners = () => [...api.bus.counts().values()].reduce((sum, count) => sum + count, 0);
  expect(listeners()).toBe(2);
  expect(await client.ask({ id: 3, type: 'unsubscribe_events', subscription: 1 })).toEqual(ok(3));
  expect(await client.ask({ id: 4, type: 'unsubscribe_events', subscription: 2 })).toEqual(ok(4));
  expect(listeners()).toBe(0);
  api.states.set('light.a', 'on', {});
  const again = await client.ask({ id: 5, type: 'unsubscribe_events', subscription: 1 });
  expect(again.error).toEqual({ code: 'not_found', message: 'Subscription not found.' });
  for (const [i, subscription] of [0, -1, '1', 1.5].entries()) {
    const wrong = await client.ask({ id: 6 + i, type: 'unsubscribe_events', subscription });
    expect(wrong).toMatchObject({ id: 6 + i, error: { code: 'invalid_format' } });
    expect(wrong.error.message).toContain('subscription');
  }
});

test('closing the connection drops its subscriptions', async () => {
  await client.ask({ id: 1, type: 'subscribe_events' });
  client.close();
  await expect.poll(() => api.bus.counts().size).toBe(0);
});

test('callers who are not administrators receive only what concerns them', async () => {
  const user = await login('user');
  expect((await user.ask({ id: 1, type: 'subscribe_events' })).error.code).toBe('unauthorized');
  expect((await user.ask({ id: 2, type: 'subscribe_events', event_type: 'call_service' })).error.code).toBe(
    'unauthorized',
  );
  const limited = await login('kitchen');
  expect(await limited.ask({ id: 1, type: 'subscribe_events', event_type: 'state_changed' })).toEqual(ok(1));
  api.states.set('light.bath', 'on', {});
  api.states.set('light.kitchen', 'on', {});
  expect((await limited.next()).event.data.entity_id).toBe('light.kitchen');
});

test('a fired event has the caller’s context and reaches listeners', async () => {
  await client.ask({ id: 1, type: 'subscribe_events', event_type: 'doorbell' });
  client.send({ id: 2, type: 'fire_event', event_type: 'doorbell', event_data: { who: 'me' } });
  const event = await client.next();
  const { result } = await client.next();
  expect(event.event).toMatchObject({ data: { who: 'me' }, origin: 'LOCAL', context: result.context });
  expect(result.context.user_id).toBe('id-of-admin');
  const long = { id: 3, type: 'fire_event', event_type: 'x'.repeat(65) };
  expect((await client.ask(long)).success).toBe(false);
});

test('a subscription to entities sends everything at once, then exact differences', async () => {
  client.send({ id: 1, type: 'subscribe_entities' });
  expect(await client.next()).toEqual(ok(1));
  expect((await client.next()).event).toEqual({ a: {} });
  const context = newContext(Date.parse(TEST_DAY), 'me');
  const first = api.states.set('light.a', 'on', { x: 1, y: [1] }, { context });
  const { lc } = (await client.next()).event.a['light.a'];
  expect(lc).toBeCloseTo(first.last_changed / 1000, 5);
  const next = newContext(Date.parse(TEST_DAY), 'me', context.id);
  const second = api.states.set('light.a', 'on', { y: [1, 2] }, { context: next });
  const change = (await client.next()).event.c['light.a'];
  expect(change).toEqual({
    '+': {
      lu: expect.closeTo(second.last_updated / 1000, 5),
      c: { parent_id: context.id, id: next.id },
      a: { y: [1, 2] },
    },
    '-': { a: ['x'] },
  });
  api.states.remove('light.a');
  expect((await client.next()).event).toEqual({ r: ['light.a'] });
});

test('entities are chosen by id, domain and pattern, and by what the caller may read', async () => {
  for (const id of ['light.kitchen', 'light.bath', 'switch.kitchen', 'sensor.kitchen_temperature'])
    api.states.set(id, 'on', {});
  let id = 0;
  const chosen = async (filter: object, by = client) => {
    id += 1;
    by.send({ id, type: 'subscribe_entities', ...filter });
    const answer = await by.next();
    return answer.success ? Object.keys((await by.next()).event.a) : answer.error.code;
  };
  expect(await chosen({ entity_ids: 'Light.Bath, switch.kitchen' })).toEqual([
    'light.bath',
    'switch.kitchen',
  ]);
  expect(await chosen({ entity_ids: ['light.none'] })).toEqual([]);
  expect(await chosen({ entity_ids: [] })).toHaveLength(4);
  expect(await chosen({ entity_ids: ['kitchen'] })).toBe('invalid_format');
  const glob = (entity_globs: string[]) => chosen({ include: { entity_globs } });
  expect(await glob(Array(100).fill('light.*'))).toHaveLength(2);
  expect(await glob(Array(101).fill('light.*'))).toBe('invalid_format');
  expect(await glob(['*'.repeat(256)])).toBe('invalid_format');
  expect(await chosen({ include: { entities: Array(10_001).fill('light.a') } })).toBe('invalid_format');
  expect(await chosen({ include: { domains: 'light' } })).toEqual(['light.kitchen', 'light.bath']);
  expect(await chosen({ exclude: { domains: ['light'] }, include: { entities: ['light.bath'] } })).toEqual([
    'light.bath',
    'switch.kitchen',
    'sensor.kitchen_temperature',
  ]);
  expect(
    await chosen({ include: { entity_globs: ['*.kitchen*'] }, exclude: { entities: ['switch.kitchen'] } }),
  ).toEqual(['light.kitchen', 'sensor.kitchen_temperature']);
  expect(await chosen({ include: { rooms: ['x'] } })).toBe('invalid_format');
  const limited = await login('kitchen');
  expect(await chosen({ include: { domains: ['light'] } }, limited)).toEqual(['light.kitchen']);
  api.states.set('light.bath', 'off', {});
  api.states.set('light.kitchen', 'off', {});
  expect(Object.keys((await limited.next()).event.c)).toEqual(['light.kitchen']);
});
