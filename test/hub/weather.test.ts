import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHub, type TestHub } from '../support/start-hub.ts';

let hub: TestHub;
beforeAll(async () => {
  hub = await startTestHub({ demo: true });
});
afterAll(() => hub.stop());

const subscription = (forecast_type: string, entity_id = 'weather.weather') => ({
  type: 'weather/subscribe_forecast',
  entity_id,
  forecast_type,
});

test.each([
  ['hourly', 24],
  ['daily', 7],
  ['twice_daily', 14],
])('a subscriber receives the %s forecast at once', async (type, length) => {
  const client = await hub.connect();
  expect(await client.must(subscription(type))).toBeNull();
  const { event } = await client.event((message) => message.event?.type === type);
  expect(event.forecast).toHaveLength(length);
  expect(event.forecast[0]).toHaveProperty('condition');
  client.close();
});

test('other entities, and unknown types of forecasts, are refused', async () => {
  const client = await hub.connect();
  expect((await client.ask(subscription('daily', 'light.hall_light'))).error.code).toBe('invalid_entity_id');
  expect((await client.ask(subscription('weekly'))).error.code).toBe('invalid_format');
  client.close();
});
