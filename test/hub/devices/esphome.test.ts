import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownEntities, setUp } from '../../support/device-home.ts';
import { openDevice, type RecordedDevice } from '../../support/recorded-device.ts';
import { startTestHub, type TestClient, type TestHub } from '../../support/start-hub.ts';

const MAC = '98:35:69:AB:F6:79';
/** Entity ID, type and name in its unique ID, and what else is not empty. */
const ENTITIES: readonly (readonly [string, string, object?])[] = [
  ['alarm_control_panel.peer_node_alarm', '0/alarm_control_panel/Alarm'],
  ['binary_sensor.peer_node_window', '0/binary_sensor/Window', { device_class: 'window' }],
  ['button.peer_node_press', '0/button/Press'],
  ['climate.peer_node_heating', '0/climate/Heating'],
  ['cover.peer_node_blind', '0/cover/Blind', { device_class: 'shutter' }],
  ['event.peer_node_bell', '0/event/Bell', { device_class: 'button' }],
  ['fan.peer_node_fan', '0/fan/Fan'],
  ['light.peer_node_dimmer', '0/light/Dimmer'],
  ['light.peer_node_lamp', '0/light/Lamp'],
  ['lock.peer_node_door', '0/lock/Door'],
  ['number.peer_node_target', '0/number/Target'],
  ['select.peer_node_mode', '0/select/Mode'],
  ['sensor.boiler_temperature', '152063160/sensor/Temperature', { device_class: 'temperature' }],
  ['sensor.peer_node_note', '0/text_sensor/Note'],
  ['sensor.peer_node_pressure', '0/sensor/Pressure', { device_class: 'pressure' }],
  ['sensor.peer_node_uptime', '0/sensor/Uptime', { device_class: 'duration', category: 'diagnostic' }],
  ['switch.boiler_boiler_pump', '152063160/switch/Boiler pump'],
  ['switch.peer_node_relay', '0/switch/Relay'],
  ['text.peer_node_label', '0/text_info/Label'],
  ['valve.peer_node_water', '0/valve/Water'],
];

/** Where a message ends: a zero, the length and the number in seven bits a byte, and the bytes. */
function endOf(text: string): number | undefined {
  let at = 1;
  const next = (): number | undefined => {
    let value = 0;
    for (let i = 0; i < 5; i += 1) {
      if (at >= text.length) return undefined;
      const byte = text.charCodeAt(at);
      at += 1;
      value += (byte & 127) * 2 ** (7 * i);
      if (byte < 128) return value;
    }
    return undefined;
  };
  const length = next();
  if (length === undefined || next() === undefined) return undefined;
  return text.length < at + length ? undefined : at + length;
}

let board: RecordedDevice;
let home: TestHub;
let owner: TestClient;
beforeAll(async () => {
  board = await openDevice({ name: 'esphome', script: 'esphome', protocol: 'tcp', endOf });
  home = await startTestHub();
  owner = await home.connect();
}, 300_000);
afterAll(async () => {
  await home.stop();
  await board.close();
});

const stateOf = async (id: string) => (await home.rest('GET', `/api/states/${id}`)).json;
const shown = async (id: string) => (await stateOf(id))?.state;
const call = async (service: string, data: object) => {
  const { status, json } = await home.rest('POST', `/api/services/${service.replace('.', '/')}`, data);
  expect({ status, json }).toMatchObject({ status: 200 });
};

describe('a board with ESPHome', () => {
  it('is set up by its address', async () => {
    const nobody = await setUp(home, 'esphome', { host: board.host, port: 1 });
    expect(nobody).toMatchObject({ errors: { base: 'connection_error' } });
    const made = await setUp(home, 'esphome', { host: board.host, port: board.port });
    expect(made).toMatchObject({ type: 'create_entry', title: 'Peer node' });
    await expect.poll(() => shown('switch.peer_node_relay')).toBe('off');
    const again = await setUp(home, 'esphome', { host: board.host, port: board.port });
    expect(again).toMatchObject({ reason: 'already_configured' });
    await expect.poll(() => shown('switch.peer_node_relay')).toBe('off');
  });

  it('has all its entities under the unique IDs of Home Assistant', async () => {
    const blank = { category: null, device_class: null, disabled_by: null };
    const expected = ENTITIES.map(([entity_id, path, more]) => ({
      ...{ ...blank, entity_id, unique_id: `${MAC}/${path}`, name: path.split('/')[2] },
      ...more,
    }));
    const firmware = {
      ...{ ...blank, entity_id: 'update.peer_node_firmware', unique_id: MAC, name: 'Firmware' },
      ...{ category: 'config', device_class: 'firmware' },
    };
    const own = (await ownEntities(owner, 'esphome')) as { entity_id: string }[];
    expect(own.sort((a, b) => (a.entity_id < b.entity_id ? -1 : 1))).toEqual([
      ...expected.slice(0, -2),
      ...[expected.at(-2), firmware, expected.at(-1)],
    ]);
  });

  it('is a device with its parts behind it', async () => {
    const devices = await owner.must({ type: 'config/device_registry/list' });
    const [node, boiler] = ['Peer node', 'Boiler'].map((name) =>
      devices.find((one: { name: string }) => one.name === name),
    );
    expect(node).toMatchObject({
      ...{ manufacturer: 'peers', model: 'node', connections: [['mac', MAC.toLowerCase()]] },
      sw_version: expect.stringMatching(/^1\.0 \(ESPHome /),
    });
    expect(boiler).toMatchObject({
      ...{ identifiers: [['esphome', `${MAC}_152063160`]], via_device_id: node.id, area_id: 'cellar' },
    });
  });

  it('shows what its entities say', async () => {
    const states = {
      ...{ 'sensor.peer_node_pressure': '1013.2', 'sensor.peer_node_note': 'fine' },
      ...{
        'number.peer_node_target': '20.0',
        'select.peer_node_mode': 'eco',
        'cover.peer_node_blind': 'open',
      },
      ...{
        'text.peer_node_label': 'hello',
        'lock.peer_node_door': 'unknown',
        'climate.peer_node_heating': 'off',
      },
      ...{ 'alarm_control_panel.peer_node_alarm': 'disarmed', 'valve.peer_node_water': 'open' },
    };
    for (const [id, state] of Object.entries(states))
      await expect.poll(() => shown(id), { message: id }).toBe(state);
    expect((await stateOf('light.peer_node_lamp')).attributes).toMatchObject({
      ...{ supported_color_modes: ['rgb'], effect_list: ['None', 'Pulse', 'Random'], supported_features: 44 },
    });
    expect((await stateOf('climate.peer_node_heating')).attributes).toMatchObject({
      ...{ hvac_modes: ['off', 'heat'], min_temp: 10, max_temp: 30, target_temp_step: 0.1, temperature: 21 },
    });
  });

  it('does what it is told', async () => {
    await call('switch.turn_on', { entity_id: 'switch.peer_node_relay' });
    await expect.poll(() => shown('switch.peer_node_relay')).toBe('on');
    await expect.poll(() => shown('binary_sensor.peer_node_window')).toBe('on');
    await call('light.turn_on', {
      entity_id: 'light.peer_node_lamp',
      rgb_color: [255, 128, 0],
      brightness: 51,
    });
    await expect
      .poll(async () => (await stateOf('light.peer_node_lamp')).attributes)
      .toMatchObject({ brightness: 51, rgb_color: [255, 128, 0], color_mode: 'rgb' });
    await call('light.turn_on', { entity_id: 'light.peer_node_lamp', effect: 'Pulse' });
    await expect.poll(async () => (await stateOf('light.peer_node_lamp')).attributes.effect).toBe('Pulse');
    await call('number.set_value', { entity_id: 'number.peer_node_target', value: 21.5 });
    await expect.poll(() => shown('number.peer_node_target')).toBe('21.5');
    await call('select.select_option', { entity_id: 'select.peer_node_mode', option: 'away' });
    await expect.poll(() => shown('select.peer_node_mode')).toBe('away');
    await call('text.set_value', { entity_id: 'text.peer_node_label', value: 'Grüße' });
    await expect.poll(() => shown('text.peer_node_label')).toBe('Grüße');
    await call('lock.lock', { entity_id: 'lock.peer_node_door' });
    await expect.poll(() => shown('lock.peer_node_door')).toBe('locked');
    await call('cover.set_cover_position', { entity_id: 'cover.peer_node_blind', position: 30 });
    await expect
      .poll(async () => (await stateOf('cover.peer_node_blind')).attributes.current_position)
      .toBe(30);
    await call('valve.close_valve', { entity_id: 'valve.peer_node_water' });
    await expect.poll(() => shown('valve.peer_node_water')).toBe('closed');
    await call('fan.turn_on', { entity_id: 'fan.peer_node_fan', percentage: 50 });
    await expect.poll(async () => (await stateOf('fan.peer_node_fan')).attributes.percentage).toBe(50);
    await call('fan.set_preset_mode', { entity_id: 'fan.peer_node_fan', preset_mode: 'sleep' });
    await expect.poll(async () => (await stateOf('fan.peer_node_fan')).attributes.preset_mode).toBe('sleep');
    await call('climate.set_temperature', {
      ...{ entity_id: 'climate.peer_node_heating', temperature: 23.5, hvac_mode: 'heat' },
    });
    await expect.poll(() => shown('climate.peer_node_heating')).toBe('heat');
    await expect
      .poll(async () => (await stateOf('climate.peer_node_heating')).attributes.temperature)
      .toBe(23.5);
    await call('button.press', { entity_id: 'button.peer_node_press' });
    await expect.poll(() => shown('switch.peer_node_relay')).toBe('off');
    await call('alarm_control_panel.alarm_arm_away', { entity_id: 'alarm_control_panel.peer_node_alarm' });
    await expect.poll(() => shown('alarm_control_panel.peer_node_alarm')).toMatch(/^(arming|armed_away)$/);
    await call('alarm_control_panel.alarm_disarm', {
      ...{ entity_id: 'alarm_control_panel.peer_node_alarm', code: '1234' },
    });
    await expect.poll(() => shown('alarm_control_panel.peer_node_alarm')).toBe('disarmed');
  });

  it('offers the actions of its firmware', async () => {
    const { esphome } = await owner.must({ type: 'get_services' });
    expect(esphome.peer_node_set_pressure).toMatchObject({
      fields: { value: { required: true, selector: { number: { mode: 'box' } } } },
    });
    await call('esphome.peer_node_set_pressure', { value: 987.6 });
    await expect.poll(() => shown('sensor.peer_node_pressure')).toBe('987.6');
  });

  it('is unavailable while it is off, and comes back by itself', async () => {
    await board.stop();
    await expect.poll(() => shown('switch.peer_node_relay')).toBe('unavailable');
    await board.start();
    await expect.poll(() => shown('switch.peer_node_relay'), { timeout: 20_000 }).toMatch(/^o/);
  });
});
