import { connectAsync, type MqttClient } from 'mqtt';
import { expect, onTestFinished, test } from 'vitest';
import { startEmbeddedBroker } from '../support/embedded-broker.ts';
import { startTestHub, type TestHub } from '../support/start-hub.ts';
import { until } from '../support/until.ts';

const ROBOT = 'valetudo/MockRobot';
/** A picture of one dot. */
const MAP = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A robot as Valetudo shows one: what it announces, and how it answers. */
async function startRobot(url: string): Promise<MqttClient> {
  const will = { topic: `${ROBOT}/$state`, payload: Buffer.from('lost'), qos: 1 as const, retain: true };
  const robot = await connectAsync(url, { will, protocolVersion: 4 });
  const say = (topic: string, payload: unknown): void => {
    const text = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : JSON.stringify(payload);
    robot.publish(topic, text, { retain: true, qos: 1 });
  };
  const common = {
    availability_topic: `${ROBOT}/$state`,
    payload_available: 'ready',
    payload_not_available: 'lost',
    device: {
      identifiers: ['MockRobot'],
      name: 'Robot',
      manufacturer: 'Valetudo',
      model: 'Mock',
      sw_version: '1',
    },
    origin: { name: 'Valetudo' },
  };
  const announce = (component: string, id: string, config: object): void =>
    say(`homeassistant/${component}/MockRobot/${id}/config`, {
      ...common,
      unique_id: `MockRobot_${id}`,
      default_entity_id: `${component}.robot_${id}`,
      ...config,
    });
  announce('vacuum', 'vacuum', {
    name: null,
    supported_features: ['start', 'stop', 'pause', 'return_home', 'locate', 'fan_speed', 'send_command'],
    state_topic: `${ROBOT}/hass/state`,
    command_topic: `${ROBOT}/BasicControl/set`,
    payload_start: 'START',
    payload_stop: 'STOP',
    payload_pause: 'PAUSE',
    payload_return_to_base: 'HOME',
    payload_locate: 'PERFORM',
    fan_speed_list: ['low', 'medium', 'high'],
    set_fan_speed_topic: `${ROBOT}/FanSpeed/set`,
  });
  announce('camera', 'map', { name: 'Map', topic: `${ROBOT}/MapData/map` });
  announce('sensor', 'battery', {
    name: 'Battery',
    state_topic: `${ROBOT}/battery`,
    unit_of_measurement: '%',
    device_class: 'battery',
  });
  announce('select', 'water', {
    name: 'Water',
    options: ['low', 'high'],
    state_topic: `${ROBOT}/water`,
    command_topic: `${ROBOT}/water/set`,
  });
  announce('button', 'locate', {
    name: 'Locate',
    command_topic: `${ROBOT}/Locate/set`,
    payload_press: 'PERFORM',
  });
  say(`${ROBOT}/$state`, 'ready');
  say(`${ROBOT}/hass/state`, { state: 'docked', fan_speed: 'medium' });
  say(`${ROBOT}/battery`, '97');
  robot.on('message', (topic, payload) => {
    if (!topic.endsWith('/BasicControl/set')) return;
    const words: Readonly<Record<string, string>> = { START: 'cleaning', PAUSE: 'paused', HOME: 'returning' };
    say(`${ROBOT}/hass/state`, { state: words[payload.toString()] ?? 'error', fan_speed: 'medium' });
    say(`${ROBOT}/MapData/map`, MAP);
  });
  await robot.subscribeAsync(`${ROBOT}/+/set`);
  return robot;
}

const get = async (hub: TestHub, id: string) => (await hub.rest('GET', `/api/states/${id}`)).json;

test('a robot as Valetudo announces one cleans on a call, shows its map, and is gone when it is lost', async () => {
  const broker = await startEmbeddedBroker();
  onTestFinished(() => broker.stop());
  const hub = await startTestHub({ 'mqtt.url': broker.url });
  onTestFinished(() => hub.stop());
  const robot = await startRobot(broker.url);
  onTestFinished(() => robot.endAsync(true));
  await until(async () => (await get(hub, 'vacuum.robot_vacuum')).state === 'docked', 'it is docked');
  expect((await get(hub, 'vacuum.robot_vacuum')).attributes.fan_speed).toBe('medium');
  const call = await hub.rest('POST', '/api/services/vacuum/start', { entity_id: 'vacuum.robot_vacuum' });
  expect(call.status).toBe(200);
  await until(async () => (await get(hub, 'vacuum.robot_vacuum')).state === 'cleaning', 'it cleans');
  let shown: Response | undefined;
  await until(async () => {
    const { attributes } = await get(hub, 'camera.robot_map');
    shown = await fetch(hub.url + attributes.entity_picture);
    return shown.status === 200;
  }, 'the map shows');
  expect(Buffer.from((await shown?.arrayBuffer()) ?? new ArrayBuffer(0)).equals(MAP)).toBe(true);
  const client = await hub.connect();
  const devices = await client.must({ type: 'config/device_registry/list' });
  expect(devices.filter(({ name }: { name: string }) => name === 'Robot')).toHaveLength(1);
  robot.stream.destroy();
  await until(async () => (await get(hub, 'vacuum.robot_vacuum')).state === 'unavailable', 'it is lost');
}, 30_000);
