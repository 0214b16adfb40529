import { once } from 'node:events';
import { connectAsync } from 'mqtt';
import { expect, onTestFinished, test } from 'vitest';
import { hearth, serveHearth, startHearth } from '../support/command-line.ts';
import { startTestHub, TestClient } from '../support/start-hub.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { until } from '../support/until.ts';

const LOGIN = { username: 'z2m', password: 'a long password' };
const CONFIG = {
  name: 'Plug',
  unique_id: 'plug-1',
  command_topic: 'plug/set',
  state_topic: 'plug/state',
  availability_topic: 'plug/there',
};

/** A server with the broker switched on, and one of its administrators. */
async function serve(folder: string, token: string) {
  const env = { HEARTH_MQTT_BROKER_ENABLED: 'true', HEARTH_MQTT_BROKER_PORT: '0' };
  const { url, kill } = await serveHearth(folder, { env });
  const client = await TestClient.open(url, token);
  onTestFinished(() => client.close());
  const broker = await client.must({ type: 'hearth/mqtt/broker' });
  const stateOf = async (id: string): Promise<string | undefined> => {
    const states = await client.must({ type: 'get_states' });
    return states.find((state: { entity_id: string }) => state.entity_id === id)?.state;
  };
  return { client, broker, stateOf, kill };
}

async function device(port: number) {
  const made = await connectAsync(`mqtt://127.0.0.1:${port}`, { ...LOGIN, protocolVersion: 4 });
  onTestFinished(() => made.endAsync(true));
  return made;
}

test('the embedded broker: a device connects, is switched, and is there after kill -9', async () => {
  const folder = tempFolder();
  const flags = ['--data-dir', folder];
  const token = (await hearth(['token', 'create', '--name', 'test', ...flags])).stdout.trim();
  const adding = startHearth(['mqtt', 'user', 'create', LOGIN.username, ...flags], {
    input: `${LOGIN.password}\n`,
  });
  expect(await once(adding, 'close')).toEqual([0, null]);

  const first = await serve(folder, token);
  expect(first.broker).toMatchObject({ is_running: true, host: '127.0.0.1' });
  await until(async () => {
    const status = await first.client.must({ type: 'hearth/mqtt/status' });
    return status?.is_connected === true;
  }, 'the house is connected');
  await expect(
    connectAsync(`mqtt://127.0.0.1:${first.broker.port}`, { protocolVersion: 4, reconnectPeriod: 0 }),
  ).rejects.toMatchObject({ code: 5 });
  const one = await device(first.broker.port);
  const config = 'homeassistant/switch/plug/config';
  await one.publishAsync(config, JSON.stringify(CONFIG), { retain: true, qos: 1 });
  await one.publishAsync('plug/there', 'online', { retain: true, qos: 1 });
  await one.publishAsync('plug/state', 'OFF', { retain: true, qos: 1 });
  await until(async () => (await first.stateOf('switch.plug')) === 'off', 'the plug is off');
  one.on('message', (_topic, payload) => one.publish('plug/state', payload, { retain: true, qos: 1 }));
  await one.subscribeAsync('plug/set');
  const call = { type: 'call_service', domain: 'switch', service: 'turn_on' };
  await first.client.must({ ...call, target: { entity_id: 'switch.plug' } });
  await until(async () => (await first.stateOf('switch.plug')) === 'on', 'the plug is on');
  const state = await first.client.must({ type: 'hearth/mqtt/broker' });
  expect(state.connected).toMatchObject([{ username: 'z2m', address: expect.stringContaining('127.0.0.1') }]);
  expect(await first.stateOf('sensor.mqtt_broker_clients')).toBe('2');
  await first.kill();

  const second = await serve(folder, token);
  await until(async () => (await second.stateOf('switch.plug')) === 'on', 'the plug is back');
  expect(Number(await second.stateOf('sensor.mqtt_broker_retained_messages'))).toBeGreaterThanOrEqual(0);
  const again = await device(second.broker.port);
  await again.publishAsync(config, '', { retain: true, qos: 1 });
  await until(async () => (await second.stateOf('switch.plug')) === undefined, 'the plug is gone');
  await second.kill();

  const third = await serve(folder, token);
  const late = await device(third.broker.port);
  const kept: string[] = [];
  late.on('message', (topic) => kept.push(topic));
  await late.subscribeAsync('#');
  await until(async () => kept.length === 2, 'what was kept has come');
  expect(kept.sort()).toEqual(['plug/state', 'plug/there']);
  await third.kill();
}, 60_000);

test('administrators make, change and remove the users of the broker over the WebSocket', async () => {
  const folder = tempFolder();
  const token = (await hearth(['token', 'create', '--name', 'test', '--data-dir', folder])).stdout.trim();
  const { client, broker } = await serve(folder, token);
  const list = (): Promise<unknown> => client.must({ type: 'hearth/mqtt/users/list' });
  expect(await list()).toEqual([]);
  await client.must({ type: 'hearth/mqtt/users/create', ...LOGIN, publish: ['plug/#'] });
  expect(await list()).toMatchObject([{ username: 'z2m', publish: ['plug/#'], subscribe: ['#'] }]);
  const one = await device(broker.port);
  const cut = new Promise<void>((resolve) => one.once('close', () => resolve()));
  await client.must({ type: 'hearth/mqtt/users/update', username: 'z2m', publish: ['#'] });
  await cut;
  await client.must({ type: 'hearth/mqtt/users/delete', username: 'z2m' });
  expect(await list()).toEqual([]);
  const gone = await client.ask({ type: 'hearth/mqtt/users/delete', username: 'z2m' });
  expect(gone.error).toMatchObject({ code: 'not_found' });
  const table = await hearth(['mqtt', 'user', 'list', '--data-dir', folder]);
  expect(table.stdout).toContain('MAY PUBLISH');
}, 60_000);

test('a server that stops publishes its last will on its broker', async () => {
  const hub = await startTestHub({ 'mqtt.broker.enabled': true, 'mqtt.broker.port': '0' });
  const { mqttAccounts } = hub.hub.auth;
  await mqttAccounts.create(LOGIN.username, LOGIN);
  const client = await hub.connect();
  const broker = await client.must({ type: 'hearth/mqtt/broker' });
  const listener = await device(broker.port);
  const heard: string[] = [];
  listener.on('message', (_topic, payload) => heard.push(payload.toString()));
  await listener.subscribeAsync('homeassistant/status');
  await until(async () => heard.length === 1, 'the birth is heard');
  await hub.stop();
  await until(async () => heard.length === 2, 'the will is heard');
  expect(heard).toEqual(['online', 'offline']);
}, 30_000);
