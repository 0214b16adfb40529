import { crc32, deflateSync } from 'node:zlib';
import { connectAsync, type MqttClient } from 'mqtt';
import { expect, onTestFinished, test } from 'vitest';
import { startEmbeddedBroker } from '../support/embedded-broker.ts';
import { startTestHub, type TestHub } from '../support/start-hub.ts';
import { until } from '../support/until.ts';

const ID = 'MockRobot';
const ROBOT = `valetudo/${ID}`;
const VACUUM = `${ROBOT}/hass/${ID}_vacuum`;
const SEGMENTS = { '16': 'Kitchen', '17': 'Hall', '20': 'Bath' };
/** A picture of one dot. */
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A picture as the robot shows it: the map is a chunk of text before the end of the picture. */
function mapPicture(round: number): Buffer {
  const pixels = Array.from({ length: 40_000 }, (_, index) => (index * 7919) % (1000 + round));
  const map = JSON.stringify({ class: 'ValetudoMap', layers: [{ type: 'floor', pixels }] });
  const chunk = Buffer.concat([Buffer.from('zTXtValetudoMap\0\0'), deflateSync(map)]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(chunk.length - 4);
  sum.writeUInt32BE(crc32(chunk));
  return Buffer.concat([DOT.subarray(0, -12), length, chunk, sum, DOT.subarray(-12)]);
}

/** The discovery messages of a Valetudo robot. */
function announcements(): readonly (readonly [component: string, id: string, config: object])[] {
  const select = (name: string, topic: string, options: readonly string[]): object => ({
    name,
    state_topic: topic,
    value_template: '{{ value }}',
    command_topic: `${topic}/set`,
    options,
    entity_category: 'config',
  });
  const levels = ['low', 'medium', 'high'];
  return [
    [
      'vacuum',
      'vacuum',
      {
        name: 'Robot',
        default_entity_id: 'vacuum.valetudo_mockrobot',
        supported_features: ['status', 'start', 'stop', 'pause', 'return_home', 'fan_speed', 'locate'],
        state_topic: `${VACUUM}/state`,
        command_topic: `${VACUUM}/command`,
        payload_start: 'START',
        payload_pause: 'PAUSE',
        payload_return_to_base: 'HOME',
        payload_stop: 'STOP',
        payload_locate: 'LOCATE',
        fan_speed_list: levels,
        set_fan_speed_topic: `${ROBOT}/FanSpeedControlCapability/preset/set`,
        clean_segments_command_topic: `${ROBOT}/MapSegmentationCapability/clean/set`,
      },
    ],
    ['camera', 'camera_MapData', { name: 'Map data', topic: `${ROBOT}/MapData/map-data-hass` }],
    [
      'sensor',
      'sensor_MapSegments',
      {
        name: 'Map segments',
        state_topic: `${ROBOT}/hass/segments`,
        icon: 'mdi:vector-selection',
        json_attributes_topic: `${ROBOT}/MapData/segments`,
        json_attributes_template: '{{ value }}',
      },
    ],
    [
      'sensor',
      'sensor_battery_level',
      {
        name: 'Battery level',
        state_topic: `${ROBOT}/BatteryStateAttribute/level`,
        unit_of_measurement: '%',
        device_class: 'battery',
        entity_category: 'diagnostic',
      },
    ],
    [
      'sensor',
      'sensor_error',
      { name: 'Error description', state_topic: `${ROBOT}/error`, icon: 'mdi:alert' },
    ],
    ['select', 'select_fan', select('Fan speed', `${ROBOT}/FanSpeedControlCapability/preset`, levels)],
    ['select', 'select_water', select('Water grade', `${ROBOT}/WaterUsageControlCapability/preset`, levels)],
    ['select', 'select_mode', select('Mode', `${ROBOT}/OperationModeControlCapability/preset`, ['mop'])],
    [
      'button',
      'button_locate',
      {
        name: 'Play locate sound',
        command_topic: `${ROBOT}/LocateCapability/locate/set`,
        payload_press: 'PERFORM',
        enabled_by_default: false,
        entity_category: 'diagnostic',
      },
    ],
    [
      'button',
      'button_dock',
      { name: 'Empty dock', command_topic: `${ROBOT}/AutoEmpty/trigger/set`, payload_press: 'PERFORM' },
    ],
  ];
}

/** A simulated Valetudo robot: its discovery messages, its responses, and the commands it received. */
async function startRobot(url: string): Promise<{ readonly client: MqttClient; readonly told: string[] }> {
  const will = { topic: `${ROBOT}/$state`, payload: Buffer.from('lost'), qos: 1 as const, retain: true };
  const client = await connectAsync(url, { will, protocolVersion: 4 });
  const say = (topic: string, payload: unknown): void => {
    const text = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : JSON.stringify(payload);
    client.publish(topic, text, { retain: true, qos: 1 });
  };
  const told: string[] = [];
  let speed = 'medium';
  let round = 0;
  let state = 'docked';
  const show = (now = state): void => {
    state = now;
    say(`${VACUUM}/state`, { state, fan_speed: speed, segments: SEGMENTS });
    round += 1;
    say(`${ROBOT}/MapData/map-data-hass`, mapPicture(round));
  };
  for (const [component, id, config] of announcements()) {
    say(`homeassistant/${component}/${ID}/${ID}_${id}/config`, {
      ...config,
      unique_id: `${ID}_${id}`,
      availability_topic: `${ROBOT}/$state`,
      payload_available: 'ready',
      payload_not_available: 'lost',
      device: {
        identifiers: [ID],
        name: 'Valetudo MockRobot',
        manufacturer: 'Valetudo',
        model: 'MockRobot',
        sw_version: '2026.08.0 (Valetudo)',
        configuration_url: 'http://valetudo-mockrobot.local',
      },
    });
  }
  say(`${ROBOT}/$state`, 'ready');
  say(`${ROBOT}/BatteryStateAttribute/level`, '97');
  say(`${ROBOT}/hass/segments`, '3');
  say(`${ROBOT}/MapData/segments`, SEGMENTS);
  show('docked');
  const states: Readonly<Record<string, string>> = { START: 'cleaning', PAUSE: 'paused', STOP: 'idle' };
  client.on('message', (topic, payload) => {
    const text = payload.toString();
    told.push(`${topic.slice(ROBOT.length + 1)} ${text}`);
    if (topic.includes('FanSpeed')) speed = text;
    if (topic.includes('MapSegmentation')) show('cleaning');
    else if (text === 'HOME') for (const next of ['returning', 'docked']) show(next);
    else show(states[text]);
  });
  await client.subscribeAsync([`${VACUUM}/command`, `${ROBOT}/+/+/set`]);
  return { client, told };
}

const get = async (hub: TestHub, id: string) => (await hub.rest('GET', `/api/states/${id}`)).json;
const stateOf = async (hub: TestHub, id: string): Promise<string> => (await get(hub, id)).state;

async function startHouse() {
  const broker = await startEmbeddedBroker();
  onTestFinished(() => broker.stop());
  const hub = await startTestHub({ 'mqtt.url': broker.url });
  onTestFinished(() => hub.stop());
  const { client: robot, told } = await startRobot(broker.url);
  onTestFinished(() => robot.endAsync(true));
  const vacuum = 'vacuum.valetudo_mockrobot';
  await until(async () => (await stateOf(hub, vacuum)) === 'docked', 'it is docked');
  const call = async (service: string, data: object = {}): Promise<number> =>
    (await hub.rest('POST', `/api/services/vacuum/${service}`, { entity_id: vacuum, ...data })).status;
  return { hub, robot, told, vacuum, call };
}

test('a vacuum cleaner announced by Valetudo cleans on a call, shows its map, and is removed when it is lost', async () => {
  const { hub, robot, told, vacuum, call } = await startHouse();
  expect((await get(hub, vacuum)).attributes.fan_speed).toBe('medium');
  expect(await call('start')).toBe(200);
  await until(async () => (await stateOf(hub, vacuum)) === 'cleaning', 'it cleans');
  await until(async () => {
    const { attributes } = await get(hub, 'camera.valetudo_mockrobot_map_data');
    const shown = await fetch(hub.url + attributes.entity_picture);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png']);
    return Buffer.from(await shown.arrayBuffer()).equals(mapPicture(2));
  }, 'the map of this moment shows');
  expect(await call('set_fan_speed', { fan_speed: 'high' })).toBe(200);
  await until(async () => (await get(hub, vacuum)).attributes.fan_speed === 'high', 'it blows harder');
  expect(await call('return_to_base')).toBe(200);
  await until(async () => (await stateOf(hub, vacuum)) === 'docked', 'it is back');
  expect(told).toEqual([
    `hass/${ID}_vacuum/command START`,
    'FanSpeedControlCapability/preset/set high',
    `hass/${ID}_vacuum/command HOME`,
  ]);
  expect(await get(hub, 'sensor.valetudo_mockrobot_map_segments')).toMatchObject({
    state: '3',
    attributes: SEGMENTS,
  });
  const client = await hub.connect();
  const devices = await client.must({ type: 'config/device_registry/list' });
  const [device, ...others] = devices.filter(({ model }: { model: string }) => model === 'MockRobot');
  expect(others).toEqual([]);
  const entries = await client.must({ type: 'config/entity_registry/list' });
  const own = entries.filter(({ device_id: id }: { device_id: string }) => id === device.id);
  expect(own).toHaveLength(announcements().length);
  robot.stream.destroy();
  await until(async () => (await stateOf(hub, vacuum)) === 'unavailable', 'it is lost');
}, 60_000);

test('a vacuum cleaner cleans the areas that an administrator assigned to the segments of its map', async () => {
  const { hub, told, vacuum, call } = await startHouse();
  const client = await hub.connect();
  const segments = [
    { id: '16', name: 'Kitchen', group: null },
    { id: '17', name: 'Hall', group: null },
    { id: '20', name: 'Bath', group: null },
  ];
  expect(await client.must({ type: 'vacuum/get_segments', entity_id: vacuum })).toEqual({ segments });
  const { area_id: kitchen } = await client.must({ type: 'config/area_registry/create', name: 'Kitchen' });
  expect(await call('clean_area', { cleaning_area_id: [kitchen] })).toBe(400);
  await client.must({
    type: 'config/entity_registry/update',
    entity_id: vacuum,
    options_domain: 'vacuum',
    options: { area_mapping: { [kitchen]: ['16', '20'] }, last_seen_segments: segments },
  });
  expect(await call('clean_area', { cleaning_area_id: [kitchen] })).toBe(200);
  await until(async () => (await stateOf(hub, vacuum)) === 'cleaning', 'it cleans');
  expect(told).toEqual(['MapSegmentationCapability/clean/set ["16","20"]']);
  const refused = async (entity_id: string) =>
    (await client.ask({ type: 'vacuum/get_segments', entity_id })).error.code;
  expect(await refused('vacuum.none')).toBe('not_found');
  expect(await refused('sun.sun')).toBe('not_found');
}, 60_000);
