import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAnnouncement, readSensors } from '../../../../src/integrations/mqtt/tasmota/payloads.ts';
import { testData } from '../../../support/test-data.ts';
import { until } from '../../../support/until.ts';
import { startMqttHome } from '../mqtt-home.ts';

const cases = testData(import.meta.filename);

type MqttHome = Awaited<ReturnType<typeof startMqttHome>>;
let home: MqttHome;
beforeAll(async () => {
  home = await startMqttHome();
});
afterAll(() => home?.stop());

const options = { 4: 0, 11: 0, 13: 0, 17: 0, 20: 0, 30: 0, 68: 0, 73: 0, 82: 0, 114: 0, 117: 0 };

/** An announcement of the firmware; `more` describes the device. */
function announcement(mac: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  const topic = `tasmota_${mac.slice(-6)}`;
  return {
    ip: '192.168.1.20',
    dn: `Plug ${mac.slice(-2)}`,
    fn: [`Plug ${mac.slice(-2)}`, null, null, null, null, null, null, null],
    hn: `tasmota-${mac.slice(-6)}-1234`,
    mac,
    md: 'Sonoff Basic',
    ty: 0,
    if: 0,
    ofln: 'Offline',
    onln: 'Online',
    state: ['OFF', 'ON', 'TOGGLE', 'HOLD'],
    sw: '14.4.1',
    t: topic,
    ft: '%prefix%/%topic%/',
    tp: ['cmnd', 'stat', 'tele'],
    rl: [1, 0, 0, 0, 0, 0, 0, 0],
    swc: [-1, -1, -1, -1, -1, -1, -1, -1],
    swn: [null, null, null, null, null, null, null, null],
    btn: [0, 0, 0, 0, 0, 0, 0, 0],
    so: options,
    lk: 1,
    lt_st: 0,
    bat: 0,
    dslp: 0,
    sho: [0, 0, 0, 0],
    sht: [
      [0, 0, 0],
      [0, 0, 0],
    ],
    ver: 1,
    ...more,
  };
}

/** Announces a device as online and waits for its entities. */
async function announce(mac: string, more: Record<string, unknown>, ids: readonly string[]): Promise<string> {
  const config = announcement(mac, more);
  home.send(`tasmota/discovery/${mac}/config`, config);
  for (const id of ids) await until(() => home.states.get(id) !== undefined, `${id} is there`);
  await until(() => home.mqtt.connection.subscriptions.isSettled);
  await home.pass();
  const topic = String(config.t);
  home.send(`tele/${topic}/LWT`, 'Online', true);
  await home.pass();
  return topic;
}

const commandsTo = (topic: string): string[] =>
  home.published
    .filter(([one]) => one.startsWith(`cmnd/${topic}/`))
    .map(([one, text]) => `${one.split('/')[2]} ${text}`);

describe('a plug with Tasmota', () => {
  it('appears with its device, is queried for its state, and follows each kind of report', async () => {
    const topic = await announce('AABBCC000001', {}, ['switch.plug_01']);
    expect(home.registry.get('switch.plug_01')).toMatchObject({
      platform: 'tasmota',
      unique_id: 'AABBCC000001_switch_relay_0',
    });
    const device = home.devices.get(home.registry.get('switch.plug_01')?.device_id ?? '');
    expect(device).toMatchObject({
      name: 'Plug 01',
      manufacturer: 'Tasmota',
      model: 'Sonoff Basic',
      sw_version: '14.4.1',
      connections: [['mac', 'aa:bb:cc:00:00:01']],
      configuration_url: 'http://192.168.1.20/',
    });
    await until(() => commandsTo(topic).length >= 3);
    expect(commandsTo(topic)).toEqual(['STATE ', 'STATUS 11', 'STATUS 1']);
    expect(home.state('switch.plug_01')).toBe('off');
    const reports: [string, unknown, string][] = [
      [`stat/${topic}/RESULT`, { POWER: 'ON' }, 'on'],
      [`tele/${topic}/STATE`, { Time: '2026-11-21T05:00:00', POWER: 'OFF' }, 'off'],
      [`stat/${topic}/RESULT`, { POWER: 'ON' }, 'on'],
      [`stat/${topic}/RESULT`, { POWER1: 'OFF' }, 'off'],
    ];
    for (const [where, report, state] of reports) {
      home.send(where, report);
      await until(() => home.state('switch.plug_01') === state, `${where} makes it ${state}`);
    }
  });

  it('is switched, and follows its last will', async () => {
    const topic = await announce('AABBCC000002', {}, ['switch.plug_02']);
    await home.call('switch.turn_on', { entity_id: 'switch.plug_02' });
    await until(() => commandsTo(topic).includes('Power1 ON'));
    home.send(`tele/${topic}/LWT`, 'Offline');
    await until(() => home.state('switch.plug_02') === 'unavailable');
    home.send(`tele/${topic}/LWT`, 'Online');
    await until(() => home.state('switch.plug_02') === 'off');
  });

  it('shows its meter: each reading with unit and class, until they are removed', async () => {
    const mac = 'AABBCC000003';
    const topic = await announce(mac, {}, ['switch.plug_03']);
    const sn = {
      Time: '2026-11-21T05:00:00',
      ENERGY: {
        TotalStartTime: '2026-01-01T00:00:00',
        Total: 3.5,
        Power: 12,
        Voltage: 231,
        Current: [0.1, 0.2],
      },
      DS18B20: { Id: '0316A2795C9B', Temperature: 20.5 },
      ANALOG: { Mode: 'dark' },
      TempUnit: 'C',
    };
    home.send(`tasmota/discovery/${mac}/sensors`, { sn, ver: 1 });
    const ids = ['energy_total', 'energy_power', 'energy_current_1', 'ds18b20_temperature', 'analog_mode'];
    for (const id of ids) await until(() => home.states.get(`sensor.plug_03_${id}`) !== undefined, id);
    await home.pass();
    home.send(`tele/${topic}/SENSOR`, sn);
    await until(() => home.state('sensor.plug_03_energy_power') === '12');
    await home.pass();
    expect(home.attributes('sensor.plug_03_energy_total')).toMatchObject({
      device_class: 'energy',
      state_class: 'total',
      unit_of_measurement: 'kWh',
    });
    expect(home.state('sensor.plug_03_ds18b20_temperature')).toBe('20.5');
    expect(home.attributes('sensor.plug_03_ds18b20_temperature')).toMatchObject({
      unit_of_measurement: '°C',
    });
    expect(home.state('sensor.plug_03_energy_current_1')).toBe('0.2');
    expect(home.state('sensor.plug_03_analog_mode')).toBe('dark');
    home.send(`stat/${topic}/STATUS10`, { StatusSNS: { ENERGY: { Power: 40 } } });
    await until(() => home.state('sensor.plug_03_energy_power') === '40');
    home.send(`tasmota/discovery/${mac}/sensors`, '');
    await until(() => home.states.get('sensor.plug_03_energy_power') === undefined);
    expect(home.state('switch.plug_03')).toBe('off');
  });

  it('is updated in place, and removed by an empty message, together with its device', async () => {
    const mac = 'AABBCC000004';
    await announce(mac, {}, ['switch.plug_04']);
    await announce(mac, { rl: [1, 1, 0, 0, 0, 0, 0, 0], fn: ['Plug 04', 'Fan'], sw: '15.0.0' }, [
      'switch.plug_04_fan',
    ]);
    const id = home.registry.get('switch.plug_04')?.device_id ?? '';
    expect(home.devices.get(id)?.sw_version).toBe('15.0.0');
    home.send(`tasmota/discovery/${mac}/config`, '');
    await until(() => home.states.get('switch.plug_04_fan') === undefined);
    await until(() => home.devices.get(id) === undefined, 'the device is gone');
    expect(home.registry.get('switch.plug_04')).toBeUndefined();
  });

  it('that the user removes stays away: both of its announcements are cleared', async () => {
    const mac = 'AABBCC000005';
    await announce(mac, {}, ['switch.plug_05']);
    home.send(`tasmota/discovery/${mac}/config`, announcement(mac), true);
    await home.pass();
    const id = home.registry.get('switch.plug_05')?.device_id ?? '';
    await home.devices.remove(id);
    await until(() => home.states.get('switch.plug_05') === undefined);
    await home.pass();
    const kept: string[] = [];
    const undo = home.mqtt.listen(`tasmota/discovery/${mac}/+`, 0, ({ payload }) =>
      kept.push(payload.toString()),
    );
    await home.pass();
    await home.pass();
    undo();
    expect(kept.filter((text) => text !== '')).toEqual([]);
  });

  it('that sleeps between its reports is always there', async () => {
    await announce('AABBCC000006', { dslp: 1 }, ['switch.plug_06']);
    home.send('tele/tasmota_000006/LWT', 'Offline');
    await home.pass();
    expect(home.state('switch.plug_06')).toBe('off');
  });
});

describe('a lamp with Tasmota', () => {
  const lamp = (more: Record<string, unknown>) => ({ rl: [2, 0, 0, 0, 0, 0, 0, 0], ...more });

  it.each(cases<[number, string[]][]>('of kind has the modes'))(
    'of kind %d has the modes %j',
    async (kind, modes) => {
      const mac = `AABBCC00010${kind}`;
      await announce(mac, lamp({ lt_st: kind }), [`light.plug_0${kind}`]);
      const { supported_color_modes: shown } = home.attributes(`light.plug_0${kind}`);
      expect([...(shown as string[])].sort()).toEqual(modes);
    },
  );

  it('shows and sets brightness, color temperature and color', async () => {
    const topic = await announce('AABBCC000110', lamp({ lt_st: 5 }), ['light.plug_10']);
    const report = { POWER: 'ON', Dimmer: 50, HSBColor: '120,100,50', White: 0, CT: 300 };
    home.send(`stat/${topic}/RESULT`, report);
    await until(() => home.state('light.plug_10') === 'on');
    expect(home.attributes('light.plug_10')).toMatchObject({
      brightness: 128,
      color_mode: 'hs',
      hs_color: [120, 100],
    });
    home.send(`tele/${topic}/STATE`, { ...report, White: 50, CT: 250 });
    await until(() => home.attributes('light.plug_10').color_mode === 'color_temp');
    expect(home.attributes('light.plug_10').color_temp_kelvin).toBe(4000);
    await home.call('light.turn_on', { entity_id: 'light.plug_10', brightness: 255 });
    await until(() => commandsTo(topic).includes('Backlog NoDelay;Dimmer 100'));
    await home.call('light.turn_on', { entity_id: 'light.plug_10', hs_color: [240, 80] });
    await until(() =>
      commandsTo(topic).includes('Backlog NoDelay;Power1 ON;NoDelay;HsbColor1 240;NoDelay;HsbColor2 80'),
    );
    await home.call('light.turn_on', { entity_id: 'light.plug_10', color_temp_kelvin: 2000 });
    await until(() => commandsTo(topic).includes('Backlog NoDelay;Power1 ON;NoDelay;CT 500'));
    await home.call('light.turn_off', { entity_id: 'light.plug_10' });
    await until(() => commandsTo(topic).includes('Backlog NoDelay;Power1 OFF'));
  });

  it('with channels of their own is a light a channel', async () => {
    const topic = await announce(
      'AABBCC000111',
      { rl: [2, 2, 0, 0, 0, 0, 0, 0], lt_st: 2, so: { ...options, 68: 1 }, fn: ['Left', 'Right'] },
      ['light.plug_11_left', 'light.plug_11_right'],
    );
    home.send(`tele/${topic}/STATE`, { POWER1: 'ON', POWER2: 'OFF', Channel1: 20 });
    await until(() => home.state('light.plug_11_left') === 'on');
    expect(home.attributes('light.plug_11_left').brightness).toBe(51);
    expect(home.state('light.plug_11_right')).toBe('off');
    await home.call('light.turn_on', { entity_id: 'light.plug_11_right', brightness: 128 });
    await until(() => commandsTo(topic).includes('Backlog NoDelay;Channel2 50'));
  });
});

describe('shutters, contacts and buttons with Tasmota', () => {
  it('a shutter opens, moves and shows where it is', async () => {
    const topic = await announce('AABBCC000201', { rl: [3, 3, 0, 0, 0, 0, 0, 0] }, ['cover.plug_01_cover_1']);
    home.send(`tele/${topic}/SENSOR`, { Shutter1: { Position: 40, Direction: 1, Target: 80, Tilt: 0 } });
    await until(() => home.state('cover.plug_01_cover_1') === 'opening');
    expect(home.attributes('cover.plug_01_cover_1').current_position).toBe(40);
    home.send(`stat/${topic}/RESULT`, { Shutter1: { Position: 0, Direction: 0, Target: 0, Tilt: 0 } });
    await until(() => home.state('cover.plug_01_cover_1') === 'closed');
    await home.call('cover.open_cover', { entity_id: 'cover.plug_01_cover_1' });
    await home.call('cover.stop_cover', { entity_id: 'cover.plug_01_cover_1' });
    await home.call('cover.set_cover_position', { entity_id: 'cover.plug_01_cover_1', position: 30 });
    await until(() => commandsTo(topic).includes('ShutterPosition1 30'));
    expect(commandsTo(topic)).toEqual(expect.arrayContaining(['ShutterOpen1 ', 'ShutterStop1 ']));
  });

  it('an input with a state is a binary sensor, a button triggers of its device that fire events', async () => {
    const topic = await announce(
      'AABBCC000202',
      {
        rl: [0, 0, 0, 0, 0, 0, 0, 0],
        swc: [1, -1, -1, -1, -1, -1, -1, -1],
        swn: ['Window', null, null, null, null, null, null, null],
        btn: [1, 0, 0, 0, 0, 0, 0, 0],
        so: { ...options, 73: 1 },
      },
      ['binary_sensor.plug_02_window'],
    );
    home.send(`stat/${topic}/RESULT`, { Window: { Action: 'ON' } });
    await until(() => home.state('binary_sensor.plug_02_window') === 'on');
    home.send(`tele/${topic}/SENSOR`, { Window: 'OFF' });
    await until(() => home.state('binary_sensor.plug_02_window') === 'off');
    const deviceId = home.registry.get('binary_sensor.plug_02_window')?.device_id ?? '';
    expect(home.mqtt.triggersOf(deviceId)).toContainEqual({
      deviceId,
      domain: 'tasmota',
      type: 'button_double_press',
      subtype: 'button_1',
      discoveryId: 'AABBCC000202_button_1_DOUBLE',
    });
    const fired: unknown[] = [];
    home.bus.on('tasmota_event', ({ data }) => fired.push(data));
    home.send(`stat/${topic}/RESULT`, { Button1: { Action: 'DOUBLE' } });
    await until(() => fired.length === 1);
    expect(fired).toEqual([{ mac: 'AABBCC000202', source: 'button_1', event: 'DOUBLE' }]);
  });
});

describe('an invalid announcement', () => {
  it.each([
    ['nonsense', 'no json'],
    ['a list', '[]'],
    ['of another version', JSON.stringify({ ...announcement('AABBCC000301'), ver: 2 })],
    ['of another device', JSON.stringify(announcement('AABBCC000302'))],
    ['longer than any device sends', JSON.stringify(announcement('AABBCC000301', { x: 'x'.repeat(65_536) }))],
    ['without topics', JSON.stringify({ ...announcement('AABBCC000301'), tp: [] })],
  ])('changes nothing and is told of: %s', async (_what, payload) => {
    const before = home.warnings.length;
    home.send('tasmota/discovery/AABBCC000301/config', payload);
    await until(() => home.warnings.length > before);
    expect([...home.registry.list()].some(({ unique_id }) => unique_id.startsWith('AABBCC000301'))).toBe(
      false,
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        readAnnouncement(text);
        readSensors(text);
      }),
    );
  });

  it('brings no topic with wildcards to be commanded by', async () => {
    const mac = 'AABBCC000303';
    home.send(`tasmota/discovery/${mac}/config`, announcement(mac, { t: '#' }));
    await home.pass();
    expect([...home.registry.list()].filter(({ unique_id }) => unique_id.startsWith(mac))).toEqual([]);
  });
});
