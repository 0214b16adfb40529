import { expect, test } from 'vitest';
import { startHome } from '../support/served-home.ts';

const LAMP = 'light.kitchen_counter';
const STATE = {
  entity_id: expect.stringMatching(/^[a-z0-9_]+\.[a-z0-9_]+$/),
  state: expect.any(String),
  attributes: expect.any(Object),
  last_changed: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/),
  last_updated: expect.any(String),
};

test('each row of specification §4.1 and each status of §7.1 hold', async () => {
  const { url, token } = await startHome({ demo: true });
  const ask = async (method: string, path: string, body?: unknown, bearer = token) => {
    const init = { method, headers: { Authorization: `Bearer ${bearer}` } };
    const answer = await fetch(
      url + path,
      body === undefined ? init : { ...init, body: JSON.stringify(body) },
    );
    const text = await answer.text();
    const isJson = answer.headers.get('content-type') === 'application/json';
    return {
      status: answer.status,
      type: answer.headers.get('content-type'),
      body: isJson ? JSON.parse(text) : text,
    };
  };
  const states = await ask('GET', '/api/states');
  expect(states.status).toBe(200);
  expect(states.body.length).toBeGreaterThan(30);
  for (const state of states.body) expect(state).toMatchObject(STATE);
  expect(await ask('GET', `/api/states/${LAMP}`)).toMatchObject({
    status: 200,
    body: { ...STATE, state: 'off' },
  });
  const call = { entity_id: LAMP, brightness: 128, color_name: 'red' };
  expect(await ask('POST', '/api/services/light/turn_on', { ...call, color_name: undefined })).toMatchObject({
    status: 200,
    body: [{ entity_id: LAMP, state: 'on', attributes: { brightness: 128 } }],
  });
  expect((await ask('POST', '/api/services/homeassistant/turn_off')).status).toBe(200);
  const services = await ask('GET', '/api/services');
  expect(services.body.light.turn_on).toMatchObject({
    description: expect.any(String),
    fields: { brightness: { description: expect.any(String) } },
  });
  expect(await ask('GET', '/api/config')).toMatchObject({
    status: 200,
    body: { service_version: '2026.11.0', latitude: 52.37, unit_system: {}, time_zone: 'Europe/Amsterdam' },
  });
  expect(await ask('GET', '/api/error_log')).toMatchObject({
    status: 200,
    type: 'text/plain; charset=utf-8',
  });
  expect((await ask('POST', '/api/states/test.made', { state: 'x' })).status).toBe(201);
  expect((await ask('POST', '/api/states/test.made', { state: 'y' })).status).toBe(200);
  expect(await ask('POST', '/api/services/light/turn_on', { ...call, brightness: 'bright' })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('brightness'), code: 'invalid_format' },
  });
  expect((await ask('POST', '/api/services/light/explode', call)).status).toBe(400);
  expect((await ask('GET', '/api/states', undefined, 'wrong')).status).toBe(401);
  expect((await ask('GET', '/api/states/light.none')).status).toBe(404);
  expect((await ask('GET', '/api/none')).status).toBe(404);
  expect((await ask('PUT', '/api/states')).status).toBe(405);
});
