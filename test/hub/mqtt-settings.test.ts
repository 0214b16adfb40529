import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectAsync } from 'mqtt';
import { expect, onTestFinished, test } from 'vitest';
import { startMosquitto } from '../support/mosquitto.ts';
import { startTestHub, type TestHub } from '../support/start-hub.ts';
import { SteppedClock } from '../support/stepped-clock.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { until } from '../support/until.ts';

const stateOf = async (hub: TestHub, id: string): Promise<string | undefined> =>
  (await hub.rest('GET', `/api/states/${id}`)).json.state;

test('a device template uses custom templates, and a value still expires across a restart', async () => {
  const broker = await startMosquitto();
  onTestFinished(() => broker.stop());
  const dataDir = tempFolder();
  mkdirSync(join(dataDir, 'custom_templates'));
  writeFileSync(
    join(dataDir, 'custom_templates', 'tools.jinja'),
    '{% macro twice(n) %}{{ n | float * 2 }}{% endmacro %}',
  );
  const config = {
    name: 'Meter',
    unique_id: 'meter-1',
    state_topic: 'meter',
    unit_of_measurement: 'W',
    expire_after: 12,
    value_template: "{% from 'tools.jinja' import twice %}{{ twice(value) }}",
  };
  const device = await connectAsync(broker.url);
  onTestFinished(() => device.endAsync(true));
  await device.publishAsync('homeassistant/sensor/meter/config', JSON.stringify(config), { retain: true });
  const clock = new SteppedClock();
  const first = await startTestHub({ 'mqtt.url': broker.url }, dataDir, clock);
  await until(async () => (await stateOf(first, 'sensor.meter')) === 'unavailable', 'the meter is there');
  await until(async () => {
    device.publish('meter', '21');
    await clock.sleep(2);
    return (await stateOf(first, 'sensor.meter')) === '42.0';
  }, 'it has expired no longer');
  await first.stop();
  const second = await startTestHub({ 'mqtt.url': broker.url }, dataDir, clock);
  onTestFinished(() => second.stop());
  await until(async () => {
    await clock.sleep(2);
    return (await stateOf(second, 'sensor.meter')) === '42.0';
  }, 'it is back');
  await clock.sleep(8_000);
  expect(await stateOf(second, 'sensor.meter')).toBe('42.0');
  await clock.sleep(4_000);
  await until(async () => (await stateOf(second, 'sensor.meter')) === 'unavailable', 'it has expired');
}, 60_000);

test('a broker with a private certificate is trusted if the settings name it, and not otherwise', async () => {
  const folder = tempFolder();
  const path = (name: string): string => join(folder, name);
  const run = (...args: string[]): unknown => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
  run(
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=Own',
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
  );
  for (const [name, subject] of [
    ['server', 'localhost'],
    ['client', 'hearth'],
  ] as const) {
    writeFileSync(path(`${name}.cnf`), `subjectAltName=DNS:${subject},IP:127.0.0.1\n`);
    run(
      'req',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-subj',
      `/CN=${subject}`,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.csr`,
    );
    run(
      ...['x509', '-req', '-in', `${name}.csr`, '-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial'],
      ...['-days', '2', '-extfile', `${name}.cnf`, '-out', `${name}.pem`],
    );
  }
  execFileSync('chmod', ['-R', 'a+rX', folder]);
  const broker = await startMosquitto([
    `cafile ${path('ca.pem')}`,
    `certfile ${path('server.pem')}`,
    `keyfile ${path('server.key')}`,
    'require_certificate true',
  ]);
  onTestFinished(() => broker.stop());
  const url = broker.url.replace('mqtt://', 'mqtts://');
  const isConnected = async (hub: TestHub): Promise<boolean> =>
    (await (await hub.connect()).must({ type: 'hearth/mqtt/status' })).is_connected;
  const stranger = await startTestHub({ 'mqtt.url': url });
  onTestFinished(() => stranger.stop());
  const friend = await startTestHub({
    'mqtt.url': url,
    'mqtt.tls.ca': path('ca.pem'),
    'mqtt.tls.cert': path('client.pem'),
    'mqtt.tls.key': path('client.key'),
  });
  onTestFinished(() => friend.stop());
  await until(() => isConnected(friend), 'the friend is connected');
  expect(await isConnected(stranger)).toBe(false);
}, 30_000);
