import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { connectAsync } from 'mqtt';
import { expect, onTestFinished, test } from 'vitest';
import { startMosquitto } from '../support/mosquitto.ts';
import { startTestHub, type TestHub } from '../support/start-hub.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { testData } from '../support/test-data.ts';

const cases = testData(import.meta.filename);

const FILE = `# the home of the Musters
home:
  name: Home # short
mqtt: # devices
  discovery_prefix: homeassistant
  entities:
    - sensor: { name: Meter, state_topic: meter }
`;

async function hubWith(text: string | null, flags: Record<string, string> = {}) {
  const dataDir = tempFolder();
  const file = join(dataDir, 'hearth.yaml');
  if (text !== null) writeFileSync(file, text);
  const hub = await startTestHub(flags, dataDir);
  onTestFinished(() => hub.stop());
  const client = await hub.connect();
  const ask = (what: string, wish: object = {}) =>
    client.ask({ type: `hearth/mqtt/settings/${what}`, ...wish });
  const must = (what: string, wish: object = {}) =>
    client.must({ type: `hearth/mqtt/settings/${what}`, ...wish });
  return { dataDir, hub, client, ask, must, text: () => readFileSync(file, 'utf8') };
}

/** A hub started in a separate folder with the current settings of this one, which keeps running. */
async function nextStart(dataDir: string): Promise<TestHub> {
  const folder = tempFolder();
  copyFileSync(join(dataDir, 'hearth.yaml'), join(folder, 'hearth.yaml'));
  const hub = await startTestHub({}, folder);
  onTestFinished(() => hub.stop());
  return hub;
}

async function portOf(listen: (socket: import('node:net').Socket) => void): Promise<number> {
  const server = createServer(listen);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as { port: number }).port;
}

test('a broker is named in the settings file, where all else stays as it was, and counts from the next start on', async () => {
  const broker = await startMosquitto();
  onTestFinished(() => broker.stop());
  const { dataDir, must, text } = await hubWith(FILE);
  expect(await must('get')).toEqual({
    ...{ url: null, username: null, has_password: false, discovery_prefix: 'homeassistant' },
    tls: { ca: null, cert: null, key: null, insecure: false },
    broker: { enabled: false, host: '127.0.0.1', port: 1883, anonymous: false },
    ...{ outside: [], needs_restart: false },
  });
  const wish = {
    url: broker.url,
    username: 'hearth',
    password: 'no: "secret" # 1',
    tls: { insecure: false },
  };
  expect(await must('set', wish)).toMatchObject({
    ...{ url: broker.url, username: 'hearth', has_password: true, needs_restart: true },
  });
  expect(text()).toBe(`${FILE}  url: ${broker.url}\n  username: hearth\n  password: 'no: "secret" # 1'\n`);
  const next = await nextStart(dataDir);
  const client = await next.connect();
  await expect
    .poll(() => client.must({ type: 'hearth/mqtt/status' }))
    .toMatchObject({ url: broker.url, is_connected: true });
  expect(await must('set', { username: null, password: null, url: null })).toMatchObject({
    needs_restart: false,
  });
  expect(text()).toBe(FILE);
});

test('a running MQTT client changes the broker at once: it disconnects from the old one, whose entities become unavailable', async () => {
  const [first, second] = [await startMosquitto(), await startMosquitto()];
  onTestFinished(() => first.stop());
  onTestFinished(() => second.stop());
  const { hub, client, must } = await hubWith(`mqtt:\n  url: ${first.url}\n`);
  const status = () => client.must({ type: 'hearth/mqtt/status' });
  await expect.poll(status).toMatchObject({ is_connected: true });
  const device = await connectAsync(first.url);
  onTestFinished(() => device.endAsync(true));
  const heard: string[] = [];
  device.on('message', (_topic, payload) => heard.push(payload.toString()));
  await device.subscribeAsync('homeassistant/status');
  const stateOf = async (): Promise<string> => (await hub.rest('GET', '/api/states/switch.plug')).json.state;
  const plug = { name: 'Plug', unique_id: 'plug', command_topic: 'plug/set', state_topic: 'plug' };
  await device.publishAsync('homeassistant/switch/plug/config', JSON.stringify(plug), { retain: true });
  await expect.poll(stateOf).toBe('unknown');
  expect(await must('set', { url: second.url })).toMatchObject({ url: second.url, needs_restart: false });
  await expect.poll(status).toMatchObject({ url: second.url, is_connected: true });
  await expect.poll(() => heard.includes('offline')).toBe(true);
  expect(await stateOf()).toBe('unavailable');
  const other = await connectAsync(second.url);
  onTestFinished(() => other.endAsync(true));
  await other.publishAsync('homeassistant/switch/plug/config', JSON.stringify(plug), { retain: true });
  await expect.poll(stateOf).toBe('unknown');
  expect(await must('set', { url: 'mqtt://127.0.0.1:9' })).toMatchObject({ needs_restart: false });
  await expect.poll(status).toMatchObject({ url: 'mqtt://127.0.0.1:9', is_connected: false });
  expect(await stateOf()).toBe('unavailable');
  expect(await must('set', { discovery_prefix: 'ha' })).toMatchObject({ needs_restart: true });
  expect(await must('set', { url: first.url, discovery_prefix: 'homeassistant' })).toMatchObject({
    needs_restart: false,
  });
  await expect.poll(status).toMatchObject({ url: first.url, is_connected: true });
  await expect.poll(stateOf).toBe('unknown');
}, 60_000);

test('the embedded broker is turned on without a settings file, opened to the network, and turned off again', async () => {
  const { dataDir, must, text } = await hubWith(null);
  const on = { broker: { enabled: true, host: '0.0.0.0', port: 0, anonymous: false } };
  expect(await must('set', on)).toMatchObject({ broker: on.broker, needs_restart: true });
  expect(text()).toBe("mqtt:\n  broker:\n    enabled: true\n    host: '0.0.0.0'\n    port: 0\n");
  const next = await nextStart(dataDir);
  const client = await next.connect();
  expect(await client.must({ type: 'hearth/mqtt/broker' })).toMatchObject({
    is_running: true,
    host: '0.0.0.0',
  });
  expect(await client.must({ type: 'hearth/mqtt/settings/get' })).toMatchObject({ needs_restart: false });
  await must('set', { broker: { enabled: false, host: '127.0.0.1', port: 1883 } });
  expect(text()).not.toContain('true');
});

test('what cannot be used is refused with the setting it is about, and a broken file is left alone', async () => {
  const { ask, text, dataDir } = await hubWith(FILE);
  for (const [wish, path] of cases<[object, string][]>('invalid settings'))
    expect([wish, await ask('set', wish)]).toMatchObject([
      wish,
      { success: false, error: { code: 'invalid_format', message: expect.stringContaining(path) } },
    ]);
  expect(await ask('set', { entities: [] })).toMatchObject({ success: false });
  expect(text()).toBe(FILE);
  writeFileSync(join(dataDir, 'hearth.yaml'), 'mqtt: [\n');
  expect(await ask('set', { url: 'mqtt://broker' })).toMatchObject({ success: false });
  expect(text()).toBe('mqtt: [\n');
});

test('a name and a password in the address are shown apart, and kept back', async () => {
  const { must, text } = await hubWith('mqtt:\n  url: mqtt://anna:s%40fe@127.0.0.1:9\n');
  const seen = await must('get');
  expect(seen).toMatchObject({ url: 'mqtt://127.0.0.1:9', username: 'anna', has_password: true });
  expect(JSON.stringify(seen)).not.toMatch(/s(@|%40)fe/);
  await must('set', { discovery_prefix: 'ha' });
  expect(text()).toBe(
    'mqtt:\n  url: mqtt://127.0.0.1:9\n  username: anna\n  password: s@fe\n  discovery_prefix: ha\n',
  );
});

test('broker settings from variables and flags are not written to the file', async () => {
  const { must, text } = await hubWith(null, { 'mqtt.url': 'mqtt://anna:s%40fe@127.0.0.1:9' });
  expect(await must('get')).toMatchObject({ username: 'anna', outside: ['mqtt.url'] });
  await must('set', { discovery_prefix: 'ha' });
  expect(text()).toBe('mqtt:\n  discovery_prefix: ha\n');
  const other = await hubWith('mqtt:\n  url: mqtt://anna:100%25@127.0.0.1:9\n', {
    'mqtt.password': 'hidden',
  });
  await other.must('set', { discovery_prefix: 'ha' });
  expect(other.text()).toBe(
    "mqtt:\n  url: mqtt://127.0.0.1:9\n  username: anna\n  password: '100%'\n  discovery_prefix: ha\n",
  );
});

test('a broker is tested, and the response names the problem', async () => {
  const open = await startMosquitto();
  onTestFinished(() => open.stop());
  const { must, ask, client } = await hubWith('mqtt:\n  broker:\n    enabled: true\n    port: 0\n');
  const verdict = async (wish: object) => (await must('test', wish)).verdict;
  expect(await must('test', { url: open.url })).toEqual({ verdict: 'connected', message: 'MQTT 5' });
  const closed = await portOf(() => {});
  const mute = await portOf((socket) => socket.destroy());
  const inside = (await client.must({ type: 'hearth/mqtt/broker' })).port;
  expect(await verdict({ url: `mqtt://127.0.0.1:${inside}`, username: 'nobody', password: 'x' })).toBe(
    'bad_login',
  );
  expect(await verdict({ url: 'mqtt://no-such-host.invalid' })).toBe('unknown_host');
  expect(await verdict({ url: 'mqtt://127.0.0.1:1' })).toBe('refused');
  expect(await verdict({ url: `mqtt://127.0.0.1:${mute}` })).toBe('no_broker');
  expect(await verdict({ url: open.url.replace('mqtt:', 'mqtts:') })).toMatch(/certificate|no_broker/);
  expect(await ask('test', {})).toMatchObject({ success: false, error: { code: 'invalid_format' } });
  expect(closed).toBeGreaterThan(0);
}, 60_000);
