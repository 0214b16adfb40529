import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHub, type TestHub } from '../support/start-hub.ts';

let home: TestHub;

beforeAll(async () => {
  home = await startTestHub();
});

afterAll(() => home.stop());

const error = { code: 'not_found', message: 'Subscription not found.' };
const keys = {
  translation_domain: 'hearth',
  translation_key: 'subscription_not_found',
  translation_placeholders: {},
};

test('over WebSocket errors name their message for clients that ask for it, and for no others', async () => {
  const client = await home.connect();
  const unsubscribe = { type: 'unsubscribe_events', subscription: 99 };
  expect((await client.ask(unsubscribe)).error).toEqual(error);
  await client.ask({ type: 'supported_features', features: { error_keys: 1 } });
  expect((await client.ask(unsubscribe)).error).toEqual({ ...error, ...keys });
});

test('the validation of a configuration names its message for clients that ask for it', async () => {
  const client = await home.connect();
  const validate = { type: 'validate_config', conditions: [{ condition: 'state', entity_id: 'sun.sun' }] };
  const verdict = { valid: false, error: "Required key is missing at '[0].state'" };
  expect((await client.ask(validate)).result).toEqual({ conditions: verdict });
  await client.ask({ type: 'supported_features', features: { error_keys: 1 } });
  const problem = { domain: 'hearth', key: 'required_value_missing', placeholders: {} };
  const placeholders = { problem, path: '[0].state' };
  const error_translation = { domain: 'hearth', key: 'problem_at', placeholders };
  expect((await client.ask(validate)).result).toEqual({ conditions: { ...verdict, error_translation } });
});

test('the trace of a failed run names its message for clients that ask for it', async () => {
  const sequence = [{ action: 'no.such' }];
  await home.rest('POST', '/api/config/script/config/failing', { sequence });
  const client = await home.connect();
  await client.ask({ type: 'call_service', domain: 'script', service: 'failing' });
  const run = { domain: 'script', item_id: 'failing' };
  const list = { type: 'trace/list', ...run };
  const [{ run_id }] = (await client.ask(list)).result;
  const trace = { type: 'trace/get', ...run, run_id };
  const plain = [(await client.ask(list)).result, (await client.ask(trace)).result];
  expect(JSON.stringify(plain)).toContain('no.such');
  expect(JSON.stringify(plain)).not.toContain('error_translation');
  await client.ask({ type: 'supported_features', features: { error_keys: 1 } });
  const error_translation = expect.objectContaining({ key: 'action_not_found' });
  const { result } = await client.ask(trace);
  expect(result).toMatchObject({ error_translation });
  expect(result.trace['sequence/0']).toMatchObject([{ error_translation }]);
  expect((await client.ask(list)).result).toMatchObject([{ error_translation }]);
});

test('what Home Assistant calls a message is not replaced for clients that did not ask', async () => {
  const client = await home.connect();
  const call = { type: 'call_service', domain: 'no', service: 'such' };
  const homeAssistant = { translation_domain: 'homeassistant', translation_key: 'service_not_found' };
  expect((await client.ask(call)).error).toMatchObject(homeAssistant);
});

test('over REST a header asks for it', async () => {
  const body = JSON.stringify({ client_id: 'nowhere' });
  const begin = async (headers: Record<string, string>): Promise<Record<string, unknown>> => {
    const answer = await fetch(`${home.url}/auth/login_flow`, { method: 'POST', body, headers });
    return (await answer.json()) as Record<string, unknown>;
  };
  const plain = await begin({});
  expect(Object.keys(plain)).toEqual(['message']);
  const named = await begin({ 'X-Error-Keys': '1' });
  expect(named).toMatchObject({ message: plain.message, translation_domain: 'hearth' });
  const nothing = await fetch(`${home.url}/api/nothing`, { headers: { 'X-Error-Keys': '1' } });
  expect(await nothing.json()).toMatchObject({ translation_key: 'path_not_found' });
});
