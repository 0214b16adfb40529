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
