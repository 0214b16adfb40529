import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { CalendarEvent } from '../../src/core/ports.ts';
import { type PublishedOptions, publishedHome } from '../support/published-home.ts';

const play = (name: string, options: PublishedOptions = {}) => publishedHome(name, options);

const notified = (time: string, rest: object): string => `${time} notify.family ${JSON.stringify(rest)}`;

/** The attributes of an `input_datetime` that holds a time alone. */
const clockTime = (hour: number, minute: number) => ({
  ...{ has_date: false, has_time: true },
  ...{ hour, minute, second: 0, timestamp: hour * 3600 + minute * 60 },
});

test('each published file is played', () => {
  const text = readFileSync(import.meta.filename, 'utf8');
  const played = [...text.matchAll(/await play\('([a-z-]+)'/g)].map(([, name]) => name);
  const files = readdirSync(join(import.meta.dirname, 'published')).map((file) => file.slice(0, -5));
  expect(played.sort()).toEqual(files.sort());
  expect(files.length).toBeGreaterThanOrEqual(30);
});

test('a hall light goes on with motion in the dark and off two minutes after the last', async () => {
  const home = await play('motion-light', {
    devices: ['light.hall'],
    states: { 'binary_sensor.hall_motion': 'off', 'sensor.hall_illuminance': '80' },
  });
  await home.set('binary_sensor.hall_motion', 'on');
  expect(home.calls()).toEqual([]);
  await home.set('binary_sensor.hall_motion', 'off');
  await home.set('sensor.hall_illuminance', '12');
  await home.set('binary_sensor.hall_motion', 'on');
  await home.pass('00:01:00');
  await home.set('binary_sensor.hall_motion', 'off');
  await home.pass('00:01:00');
  await home.set('binary_sensor.hall_motion', 'on');
  await home.pass('00:00:30');
  await home.set('binary_sensor.hall_motion', 'off');
  await home.pass('00:01:59');
  expect(home.attribute('light.hall', 'brightness')).toBe(153);
  await home.pass('00:00:10');
  expect(home.calls()).toEqual([
    '13:00:00 light.turn_on light.hall {"brightness_pct":60}',
    '13:02:00 light.turn_on light.hall {"brightness_pct":60}',
    '13:04:30 light.turn_off light.hall',
  ]);
  expect(home.state('light.hall')).toBe('off');
  expect(home.outcomes()).toEqual(['failed_conditions', 'cancelled', 'finished']);
});

test('the house goes to sleep five minutes after the last has left, and wakes with the first one home', async () => {
  const home = await play('presence', {
    devices: ['light.hall', 'light.desk', 'climate.living_room'],
    states: { 'person.anna': 'home', 'person.ben': 'home' },
  });
  await home.call('light.turn_on', { entity_id: ['light.hall'] });
  await home.set('person.anna', 'not_home');
  await home.pass('00:06:00');
  expect(home.calls()).toEqual([]);
  await home.set('person.ben', 'Work');
  await home.pass('00:05:00');
  expect(home.calls()).toEqual([
    '13:11:00 light.turn_off all',
    '13:11:00 climate.set_preset_mode climate.living_room {"preset_mode":"away"}',
  ]);
  expect(home.state('light.hall')).toBe('off');
  await home.set('person.anna', 'home');
  await home.set('person.ben', 'home');
  expect(home.calls()).toEqual([
    '13:11:00 climate.set_preset_mode climate.living_room {"preset_mode":"home"}',
  ]);
});

test('a thermostat follows its times, and skips the working hours at the weekend', async () => {
  const home = await play('thermostat-schedule', {
    at: '2026-11-20T06:00:00',
    devices: ['climate.living_room', 'input_boolean.heating_schedule'],
  });
  await home.set('input_datetime.heating_evening', '17:15:00', clockTime(17, 15));
  await home.call('input_boolean.turn_on', { entity_id: 'input_boolean.heating_schedule' });
  await home.pass('24:00:00');
  const to = (time: string, temperature: number): string =>
    `${time} climate.set_temperature climate.living_room {"temperature":${temperature}}`;
  const day = [to('06:30:00', 20.5), to('08:45:00', 17), to('17:15:00', 21), to('22:30:00', 16.5)];
  expect(home.calls()).toEqual(day);
  await home.pass('24:00:00');
  expect(home.calls()).toEqual([day[0], day[2], day[3]]);
  expect(home.attribute('climate.living_room', 'temperature')).toBe(16.5);
});

test('a digest names the batteries that are low, and none when none is', async () => {
  const home = await play('low-battery', { at: '2026-11-20T09:59:00' });
  const battery = (name: string, level: string) =>
    home.set(`sensor.${name.toLowerCase()}`, level, { device_class: 'battery', friendly_name: name });
  await battery('Remote', '80');
  await home.pass('24:00:00');
  expect(home.calls()).toEqual([]);
  await battery('Window', '12');
  await battery('Door', '19.5');
  await battery('Lost', 'unavailable');
  await home.set('sensor.humidity', '5', { device_class: 'humidity' });
  await home.pass('00:02:00');
  expect(home.calls()).toEqual([
    notified('10:00:00', { title: '2 batteries are low', message: 'Door (19.5 %), Window (12 %)' }),
  ]);
});

test('an armed house raises the alarm, once, until it is disarmed', async () => {
  const home = await play('alarm', {
    devices: ['alarm_control_panel.home', 'siren.stairs', 'light.outside'],
    states: { 'binary_sensor.front_door': 'off', 'binary_sensor.kitchen_window': 'off' },
  });
  await home.set('binary_sensor.front_door', 'on');
  expect(home.calls()).toEqual([]);
  await home.set('binary_sensor.front_door', 'off');
  await home.call('alarm_control_panel.alarm_arm_away', { entity_id: 'alarm_control_panel.home' });
  await home.set('binary_sensor.kitchen_window', 'on', { friendly_name: 'Kitchen window' });
  expect(home.state('siren.stairs')).toBe('on');
  await home.pass('00:00:05');
  await home.set('binary_sensor.front_door', 'on');
  await home.call('alarm_control_panel.alarm_disarm', { entity_id: 'alarm_control_panel.home' });
  await home.pass('00:00:10');
  expect(home.calls()).toEqual([
    '13:00:00 alarm_control_panel.alarm_trigger alarm_control_panel.home',
    '13:00:00 siren.turn_on siren.stairs',
    notified('13:00:00', { title: 'Alarm', message: 'Kitchen window was opened at 13:00' }),
    '13:00:00 light.toggle light.outside',
    '13:00:02 light.toggle light.outside',
    '13:00:04 light.toggle light.outside',
    '13:00:06 siren.turn_off siren.stairs',
  ]);
  expect(home.state('siren.stairs')).toBe('off');
});

test('an open garage is reported, and closed only by the answer to the message', async () => {
  const home = await play('garage-left-open', { devices: ['cover.garage'] });
  const message = {
    message: 'The garage door has been open for ten minutes.',
    data: { actions: [{ action: 'CLOSE_GARAGE', title: 'Close it' }] },
  };
  await home.call('cover.close_cover', { entity_id: 'cover.garage' });
  await home.call('cover.open_cover', { entity_id: 'cover.garage' });
  await home.pass('00:10:00');
  await home.event('mobile_app_notification_action', { action: 'SOMETHING' });
  expect(home.state('cover.garage')).toBe('open');
  await home.pass('00:02:00');
  await home.event('mobile_app_notification_action', { action: 'CLOSE_GARAGE', reply: '' });
  expect(home.calls()).toEqual([notified('13:10:00', message), '13:12:00 cover.close_cover cover.garage']);
  expect(home.state('cover.garage')).toBe('closed');
  await home.call('cover.open_cover', { entity_id: 'cover.garage' });
  await home.pass('00:30:00');
  await home.event('mobile_app_notification_action', { action: 'CLOSE_GARAGE' });
  expect(home.calls()).toEqual([notified('13:22:00', message)]);
  expect(home.outcomes()).toEqual(['finished', 'aborted']);
});

test('a bedroom gets lighter for ten minutes before the alarm clock, on working days', async () => {
  const home = await play('sunrise-wake-up', {
    at: '2026-11-19T22:00:00',
    devices: ['light.bedroom', 'media_player.bedroom'],
  });
  await home.set('input_datetime.alarm_clock', '07:00:00', clockTime(7, 0));
  await home.pass('08:45:00');
  await home.pass('00:30:00');
  const steps = Array.from(
    { length: 10 },
    (_, n) => `06:5${n}:00 light.turn_on light.bedroom {"brightness_pct":${(n + 1) * 10},"transition":60}`,
  );
  expect(home.calls()).toEqual([...steps, '07:00:00 media_player.turn_on media_player.bedroom']);
  expect(home.attribute('light.bedroom', 'brightness')).toBe(255);
  await home.pass('36:00:00');
  expect(home.calls()).toEqual([]);
});

test('a button knows single, double and long', async () => {
  const home = await play('button-patterns', { devices: ['light.desk', 'fan.office'] });
  const press = (command: string, ieee = '00:15:8d:00:02:a1:b2:c3') =>
    home.event('zha_event', { device_ieee: ieee, command, args: [] });
  await press('single', '00:00:00:00:00:00:00:00');
  expect(home.calls()).toEqual([]);
  await press('single');
  await press('double');
  expect([home.state('light.desk'), home.state('fan.office')]).toEqual(['on', 'on']);
  await press('hold');
  expect([home.state('light.desk'), home.state('fan.office')]).toEqual(['off', 'off']);
  await press('shake');
  expect(home.calls().filter((line) => !line.includes('homeassistant'))).toEqual(
    expect.arrayContaining([
      '13:00:00 light.toggle light.desk',
      '13:00:00 fan.toggle fan.office',
      notified('13:00:00', { message: 'The button said shake' }),
    ]),
  );
});

test('a washing machine that pauses is not done, one that rests three minutes is', async () => {
  const home = await play('washing-machine', {
    devices: ['input_boolean.washer_running'],
    states: { 'sensor.washer_power': '1' },
  });
  await home.set('sensor.washer_power', '400');
  await home.pass('00:30:00');
  expect(home.state('input_boolean.washer_running')).toBe('on');
  await home.set('sensor.washer_power', '2');
  await home.pass('00:02:00');
  await home.set('sensor.washer_power', '900');
  await home.pass('00:10:00');
  await home.set('sensor.washer_power', '3.5');
  await home.pass('00:05:00');
  expect(home.calls()).toEqual([
    '13:01:00 input_boolean.turn_on input_boolean.washer_running',
    '13:33:00 input_boolean.turn_on input_boolean.washer_running',
    '13:45:00 input_boolean.turn_off input_boolean.washer_running',
    notified('13:45:00', { message: 'The laundry is done after 44 minutes.' }),
  ]);
});

test('heating pauses while a window is open, is remembered, and a long pause is reported', async () => {
  const home = await play('window-heating', {
    devices: ['climate.bathroom'],
    states: { 'binary_sensor.bath_window': 'off' },
  });
  await home.set('binary_sensor.bath_window', 'on');
  await home.pass('00:00:29');
  expect(home.state('climate.bathroom')).toBe('heat');
  await home.pass('00:00:01');
  expect(home.state('climate.bathroom')).toBe('off');
  await home.pass('01:10:00');
  await home.set('binary_sensor.bath_window', 'off');
  expect(home.state('climate.bathroom')).toBe('heat');
  expect(home.calls().filter((line) => !line.includes('climate.set'))).toEqual([
    '13:00:30 scene.create {"scene_id":"bath_before","snapshot_entities":"climate.bathroom"}',
    '13:00:30 climate.turn_off climate.bathroom',
    notified('14:00:30', { message: 'The bathroom window is still open.' }),
    '14:10:30 scene.turn_on scene.bath_before',
  ]);
});

test('an empty house lights one lamp after the other after sunset', async () => {
  const home = await play('vacation-lights', {
    devices: ['light.hall', 'light.desk', 'input_boolean.vacation'],
  });
  await home.call('input_boolean.turn_on', { entity_id: 'input_boolean.vacation' });
  await home.pass('06:00:00');
  const calls = home.calls();
  expect(calls.map((line) => line.slice(9))).toEqual([
    'light.turn_on light.hall',
    'light.turn_off light.hall',
    'light.turn_on light.desk',
    'light.turn_off light.desk',
  ]);
  // The sun sets at 16:41 that day.
  expect(calls.map((line) => line.slice(0, 5))).toEqual(['17:01', '17:26', '17:26', '18:06']);
});

test('a doorbell is reported once in half a minute, and lights the way in the dark', async () => {
  const home = await play('doorbell', {
    at: '2026-11-20T12:00:00',
    devices: ['light.outside'],
    states: { 'event.front_doorbell': 'unknown' },
  });
  let presses = 0;
  const ring = (kind = 'press') => {
    presses += 1;
    return home.set('event.front_doorbell', `2026-11-20T00:00:0${presses}.000+00:00`, { event_type: kind });
  };
  const message = {
    message: 'Somebody is at the door',
    data: { image: '/api/camera_proxy/camera.front_door', tag: 'doorbell' },
  };
  await ring();
  expect(home.calls()).toEqual([]);
  await ring();
  await home.pass('00:00:10');
  await ring();
  await ring('motion');
  expect(home.calls()).toEqual([notified('12:00:00', message)]);
  await home.pass('08:00:00');
  await ring();
  expect(home.state('light.outside')).toBe('on');
  await home.pass('00:03:00');
  expect(home.calls()).toEqual([
    notified('20:00:10', message),
    '20:00:10 light.turn_on light.outside',
    '20:03:10 light.turn_off light.outside',
  ]);
});

test('good night shuts, locks, arms and darkens', async () => {
  const home = await play('bedtime', {
    devices: [
      ...['lock.front_door', 'alarm_control_panel.home', 'media_player.bedroom', 'cover.garage'],
      ...['light.hall', 'input_boolean.bedtime'],
    ],
  });
  await home.call('light.turn_on', { entity_id: 'light.hall' });
  await home.call('scene.create', { scene_id: 'night', entities: { 'light.hall': 'off' } });
  home.calls();
  await home.call('input_boolean.turn_on', { entity_id: 'input_boolean.bedtime' });
  const now = ['lock.front_door', 'alarm_control_panel.home', 'cover.garage', 'light.hall'];
  expect(now.map((id) => home.state(id))).toEqual(['locked', 'armed_night', 'closed', 'off']);
  expect(home.state('input_boolean.bedtime')).toBe('on');
  await home.pass('00:15:00');
  expect(home.state('input_boolean.bedtime')).toBe('off');
  expect(home.calls()).toEqual(
    expect.arrayContaining([
      '13:00:00 scene.turn_on scene.night',
      '13:00:00 alarm_control_panel.alarm_arm_night alarm_control_panel.home',
      '13:15:00 input_boolean.turn_off input_boolean.bedtime',
    ]),
  );
});

test('water shuts the main and is reported until it is dry, for each leak', async () => {
  const home = await play('water-leak', {
    devices: ['valve.water_main'],
    states: { 'binary_sensor.kitchen_leak': 'off', 'binary_sensor.cellar_leak': 'off' },
  });
  const wet = (time: string, message: string): string => notified(time, { title: 'Water!', message });
  await home.set('binary_sensor.kitchen_leak', 'on', { friendly_name: 'Kitchen' });
  expect(home.state('valve.water_main')).toBe('closed');
  await home.pass('00:01:00');
  await home.set('binary_sensor.cellar_leak', 'on', { friendly_name: 'Cellar' });
  await home.pass('00:05:00');
  await home.set('binary_sensor.kitchen_leak', 'off', { friendly_name: 'Kitchen' });
  await home.pass('00:30:00');
  expect(home.calls()).toEqual([
    '13:00:00 valve.close_valve valve.water_main',
    wet('13:00:00', 'Kitchen is wet (1)'),
    '13:01:00 valve.close_valve valve.water_main',
    wet('13:01:00', 'Cellar is wet (1)'),
    wet('13:05:00', 'Kitchen is wet (2)'),
    wet('13:06:00', 'Cellar is wet (2)'),
    wet('13:11:00', 'Cellar is wet (3)'),
  ]);
  expect(home.outcomes()).toEqual(['finished', 'finished']);
});

test('plants are watered before sunrise for as long as the soil is dry', async () => {
  const home = await play('plant-watering', {
    at: '2026-11-20T04:00:00',
    devices: ['switch.garden_tap'],
    states: { 'sensor.tomato_soil': '28', 'input_number.soil_limit': '35.0', 'sensor.rain_today': '0.4' },
  });
  await home.set('weather.home', 'sunny', { temperature: 9.5 });
  await home.pass('06:00:00');
  const calls = home.calls();
  expect(calls.map((line) => line.slice(9))).toEqual([
    'switch.turn_on switch.garden_tap',
    'switch.turn_off switch.garden_tap',
  ]);
  // The sun rises at 8:10 that day; eleven minutes for a soil of 28 %.
  expect(calls.map((line) => line.slice(0, 5))).toEqual(['07:40', '07:51']);
  await home.set('sensor.rain_today', '6');
  await home.pass('24:00:00');
  expect(home.calls()).toEqual([]);
});

test('a fan goes with the damp, faster with much, and stops when it was dry for a while', async () => {
  const home = await play('humidity-fan', {
    devices: ['fan.bath'],
    states: { 'sensor.bath_humidity': '60' },
  });
  await home.set('sensor.bath_humidity', '70');
  expect(home.attribute('fan.bath', 'percentage')).toBe(50);
  await home.set('sensor.bath_humidity', '85');
  await home.set('sensor.bath_humidity', '50');
  await home.pass('00:01:00');
  await home.set('sensor.bath_humidity', '57');
  await home.pass('00:05:00');
  await home.set('sensor.bath_humidity', '88');
  expect(home.attribute('fan.bath', 'percentage')).toBe(100);
  await home.set('sensor.bath_humidity', '54');
  await home.pass('00:03:00');
  expect(home.calls()).toEqual([
    '13:00:00 fan.turn_on fan.bath {"percentage":50}',
    '13:06:00 fan.turn_on fan.bath {"percentage":100}',
    '13:08:00 fan.turn_off fan.bath',
  ]);
});

test('a desk light that is on follows the daylight every ten minutes', async () => {
  const home = await play('adaptive-brightness', {
    at: '2026-11-20T13:03:00',
    devices: ['light.desk'],
    states: { 'sensor.office_illuminance': '100' },
  });
  await home.pass('00:10:00');
  expect(home.calls()).toEqual([]);
  await home.call('light.turn_on', { entity_id: 'light.desk' });
  await home.set('sensor.office_illuminance', '350');
  await home.pass('00:10:00');
  await home.set('sensor.office_illuminance', '800');
  await home.pass('00:10:00');
  const set = (time: string, percent: number): string =>
    `${time} light.turn_on light.desk {"brightness_pct":${percent}}`;
  expect(home.calls()).toEqual([set('13:13:00', 80), set('13:20:00', 30), set('13:30:00', 10)]);
});

const ZONES = {
  'zone.home': { latitude: 52.37, longitude: 4.89, radius: 100, friendly_name: 'Home' },
  'zone.work': { latitude: 52.09, longitude: 5.12, radius: 200, friendly_name: 'Work' },
};

async function zones(home: Awaited<ReturnType<typeof publishedHome>>): Promise<void> {
  for (const [id, attributes] of Object.entries(ZONES)) await home.set(id, '0', attributes);
}

const near = (place: 'zone.home' | 'zone.work', off = 0) => ({
  ...{ latitude: ZONES[place].latitude + off, longitude: ZONES[place].longitude, gps_accuracy: 10 },
  friendly_name: 'Anna',
});

test('who comes home in the dark finds light, who comes by day does not', async () => {
  const home = await play('arrival-lights', { devices: ['light.hall', 'light.outside'] });
  await zones(home);
  await home.set('device_tracker.anna_phone', 'not_home', near('zone.home', 0.05));
  await home.set('device_tracker.anna_phone', 'home', near('zone.home'));
  expect(home.calls()).toEqual([]);
  await home.set('device_tracker.anna_phone', 'not_home', near('zone.home', 0.05));
  await home.pass('04:00:00');
  await home.set('device_tracker.anna_phone', 'home', near('zone.home', 0.0001));
  await home.set('device_tracker.anna_phone', 'home', near('zone.home'));
  await home.pass('00:15:00');
  expect(home.calls()).toEqual([
    '17:00:00 light.turn_on light.hall light.outside',
    '17:10:00 light.turn_off light.outside',
  ]);
  expect([home.state('light.hall'), home.state('light.outside')]).toEqual(['on', 'off']);
});

test('an open door is reported repeatedly until it is closed', async () => {
  const home = await play('door-reminder', {
    states: { 'binary_sensor.front_door': 'off', 'input_number.door_minutes': '5.0' },
  });
  await home.set('binary_sensor.front_door', 'on');
  await home.pass('00:27:00');
  await home.set('binary_sensor.front_door', 'off');
  await home.pass('00:30:00');
  expect(home.calls()).toEqual([
    notified('13:05:00', { message: 'The front door is open.' }),
    notified('13:15:00', { message: 'The front door is still open, reminder 2.' }),
    notified('13:25:00', { message: 'The front door is still open, reminder 3.' }),
    notified('13:27:00', { message: 'The front door is shut.' }),
  ]);
});

test('a light is dimmed for as long as the button is held', async () => {
  const home = await play('remote-dimming', { devices: ['light.bedroom'] });
  const press = (button: string, action: string) => home.event('remote_event', { button, action });
  await press('up', 'hold');
  await home.pass('00:00:02');
  await press('up', 'release');
  await home.pass('00:00:05');
  expect(home.calls()).toEqual(
    ['00', '00', '01', '01', '02'].map(
      (second) => `13:00:${second} light.turn_on light.bedroom {"brightness_step_pct":10}`,
    ),
  );
  expect(home.attribute('light.bedroom', 'brightness')).toBe(128);
  await press('down', 'hold');
  await home.pass('00:00:01');
  await press('down', 'release');
  await home.pass('00:00:05');
  expect(home.calls()).toHaveLength(3);
  expect(home.attribute('light.bedroom', 'brightness')).toBe(51);
  expect(home.outcomes()).toEqual(['cancelled', 'finished', 'cancelled', 'finished']);
});

test('music pauses for a call and continues after it, unless it was stopped meanwhile', async () => {
  const home = await play('media-pause-on-call', {
    devices: ['media_player.living_room'],
    states: { 'sensor.anna_phone_state': 'idle' },
  });
  const player = { entity_id: 'media_player.living_room' };
  await home.set('sensor.anna_phone_state', 'ringing');
  await home.set('sensor.anna_phone_state', 'idle');
  expect(home.calls()).toEqual([]);
  await home.call('media_player.turn_on', player);
  await home.call('media_player.media_play', player);
  await home.set('sensor.anna_phone_state', 'ringing');
  expect(home.state('media_player.living_room')).toBe('paused');
  await home.pass('00:00:20');
  await home.set('sensor.anna_phone_state', 'offhook');
  await home.pass('00:04:00');
  await home.set('sensor.anna_phone_state', 'idle');
  await home.pass('00:00:06');
  expect(home.calls()).toEqual([
    '13:00:00 media_player.media_pause media_player.living_room',
    '13:04:25 media_player.media_play media_player.living_room',
  ]);
  await home.set('sensor.anna_phone_state', 'offhook');
  await home.call('media_player.turn_off', player);
  await home.set('sensor.anna_phone_state', 'idle');
  await home.pass('00:01:00');
  expect(home.calls()).toEqual(['13:04:26 media_player.media_pause media_player.living_room']);
  expect(home.state('media_player.living_room')).toBe('off');
});

test('a boiler heats in the three cheapest hours', async () => {
  const home = await play('energy-price', { devices: ['switch.boiler'] });
  const today = [0.31, 0.12, 0.09, 0.22, 0.1, 0.4];
  const seen: unknown[] = [];
  for (const price of today) {
    await home.set('sensor.power_price', String(price), { today });
    seen.push(home.state('switch.boiler'));
  }
  expect(seen).toEqual(['off', 'on', 'on', 'off', 'on', 'off']);
  await home.set('sensor.power_price', 'unavailable', {});
  expect(home.state('switch.boiler')).toBe('off');
  expect(home.outcomes()).toEqual(Array.from({ length: 8 }, () => 'finished'));
});

test('the evening before garbage collection is reported, and again while the bins are inside', async () => {
  const day = (summary: string, start: string): CalendarEvent => {
    const startsAt = Date.parse(`${start}T00:00:00+01:00`);
    return {
      ...{ summary, startsAt, endsAt: startsAt + 86_400_000, allDay: true, start },
      end: new Date(startsAt + 2 * 86_400_000).toISOString().slice(0, 10),
    };
  };
  const home = await play('trash-day', {
    at: '2026-11-20T08:00:00',
    calendar: [day('Bin: paper', '2026-11-21'), day('Street sweeping', '2026-11-23')],
    states: { 'input_boolean.bins_out': 'off' },
  });
  await home.pass('72:00:00');
  expect(home.calls()).toEqual([
    notified('12:00:00', { title: 'Bins', message: 'Tomorrow: Bin: paper (Saturday)' }),
    notified('14:00:00', { message: 'The bins are still inside' }),
  ]);
});

test('every other Sunday has its reminder', async () => {
  const home = await play('weekly-reminder', { at: '2026-11-20T08:00:00' });
  await home.pass('336:00:00');
  expect(home.calls()).toEqual([
    '09:00:00 persistent_notification.create {"notification_id":"sheets","title":"Sheets","message":"It is Sunday of week 48."}',
  ]);
});

test('a tag plays its record where it was scanned', async () => {
  const home = await play('tag-scanned', {
    devices: ['media_player.living_room', 'media_player.bedroom'],
  });
  await home.event('tag_scanned', { tag_id: 'D4-E5-F6', device_id: '77e0b2d3' });
  await home.event('tag_scanned', { tag_id: 'A1-B2-C3', device_id: '4a9c51f0' });
  await home.event('tag_scanned', { tag_id: 'A1-B2-C3', device_id: 'somebody' });
  await home.event('tag_scanned', { tag_id: 'unknown', device_id: '4a9c51f0' });
  const plays = (player: string, id: string): string =>
    `13:00:00 media_player.play_media media_player.${player} ${JSON.stringify({ media_content_id: id, media_content_type: 'music' })}`;
  expect(home.calls()).toEqual([
    plays('bedroom', 'spotify:album:two'),
    plays('living_room', 'spotify:album:one'),
  ]);
});

test('a webhook toggles or dims a light', async () => {
  const home = await play('webhook-toggle', { devices: ['light.desk'] });
  await home.post('toggle-desk-7Gq2', {});
  expect(home.state('light.desk')).toBe('on');
  await home.post('toggle-desk-7Gq2', { level: 42 });
  expect(home.attribute('light.desk', 'brightness')).toBe(42);
  await home.post('toggle-desk-7Gq2', {});
  expect(home.calls()).toEqual([
    '13:00:00 light.toggle light.desk',
    '13:00:00 light.turn_on light.desk {"brightness":42}',
    '13:00:00 light.toggle light.desk',
  ]);
});

test('a button over MQTT toggles one light and turns off two', async () => {
  const home = await play('mqtt-button', { devices: ['light.hall', 'light.desk'] });
  await home.message('zigbee2mqtt/Hall button', { action: 'single', battery: 90 });
  await home.message('zigbee2mqtt/Hall button', { action: '', battery: 90 });
  expect(home.state('light.hall')).toBe('on');
  await home.message('zigbee2mqtt/Hall button/action', 'double');
  await home.message('zigbee2mqtt/Hall button/action', 'hold');
  expect(home.calls()).toEqual([
    '13:00:00 light.toggle light.hall',
    '13:00:00 light.turn_off light.hall light.desk',
  ]);
});

test('leaving work in the afternoon warms the house', async () => {
  const home = await play('zone-leaving', { devices: ['climate.living_room'] });
  await zones(home);
  await home.set('person.anna', 'Work', near('zone.work'));
  await home.set('person.anna', 'not_home', near('zone.work', 0.02));
  expect(home.calls()).toEqual([]);
  await home.set('person.anna', 'Work', near('zone.work'));
  await home.pass('03:30:00');
  await home.set('person.anna', 'not_home', near('zone.work', 0.02));
  await home.set('person.anna', 'not_home', near('zone.work', 0.1));
  expect(home.calls()).toEqual([
    notified('16:30:00', { message: 'Anna left Work, 33 km to go' }),
    '16:30:00 climate.set_temperature climate.living_room {"temperature":21,"hvac_mode":"heat"}',
  ]);
  expect(home.attribute('climate.living_room', 'temperature')).toBe(21);
});

test('fog on the windows is foreseen once it has lasted', async () => {
  const home = await play('template-trigger', {
    states: {
      ...{ 'sensor.living_temperature': '21', 'sensor.living_humidity': '50' },
      'sensor.window_surface': '13',
    },
  });
  await home.set('sensor.living_humidity', '75');
  await home.pass('00:02:00');
  await home.set('sensor.living_humidity', '50');
  await home.pass('00:05:00');
  await home.set('sensor.living_humidity', '68');
  await home.pass('00:01:00');
  await home.set('sensor.living_temperature', '22');
  await home.pass('00:10:00');
  expect(home.calls()).toEqual([
    notified('13:11:00', { message: 'Open a window: 68 % at 22 °C since 240 s' }),
  ]);
});

test('a film darkens the room in the evening, a pause brings a little light back and its end all', async () => {
  const home = await play('movie-time', {
    devices: ['media_player.living_room', 'light.desk', 'light.hall', 'input_boolean.curtains_shut'],
  });
  const player = (service: string) =>
    home.call(`media_player.${service}`, { entity_id: 'media_player.living_room' });
  await player('turn_on');
  await player('media_play');
  expect(home.calls()).toEqual([]);
  await player('media_pause');
  await home.pass('00:00:02');
  await home.call('input_boolean.turn_on', { entity_id: 'input_boolean.curtains_shut' });
  await player('media_play');
  await home.pass('00:00:05');
  await player('media_pause');
  await home.pass('00:00:05');
  expect(home.attribute('light.hall', 'brightness')).toBe(38);
  await player('media_play');
  await player('turn_off');
  await home.pass('00:00:05');
  const dim = 'light.turn_on light.hall {"brightness_pct":15}';
  expect(home.calls()).toEqual([
    ...['13:00:02 light.turn_off light.desk', `13:00:02 ${dim}`, '13:00:04 light.turn_off light.hall'],
    `13:00:10 ${dim}`,
    ...['13:00:12 light.turn_off light.desk', `13:00:12 ${dim}`, '13:00:14 light.turn_off light.hall'],
    '13:00:15 light.turn_on light.hall light.desk {"brightness_pct":80}',
  ]);
});

test('a greenhouse is heated from three degrees up to six', async () => {
  const home = await play('frost-guard', {
    devices: ['switch.greenhouse_heater'],
    states: { 'sensor.greenhouse_temperature': '8' },
  });
  for (const reading of ['4', '2.5', '1.0', '5', '7.25', '9'])
    await home.set('sensor.greenhouse_temperature', reading);
  expect(home.calls()).toEqual([
    '13:00:00 switch.turn_on switch.greenhouse_heater',
    '13:00:00 switch.turn_off switch.greenhouse_heater',
  ]);
  expect(home.events.filter(({ type }) => type === 'greenhouse_heater').map(({ data }) => data)).toEqual([
    { at: 2.5, heating: true },
    { at: 7.25, heating: false },
  ]);
});

test('curtains open after sunrise and shut at sunset', async () => {
  const home = await play('curtains', { at: '2026-11-20T06:00:00', devices: ['cover.curtains'] });
  await home.pass('10:00:00');
  const to = (position: number): string => `cover.set_cover_position cover.curtains {"position":${position}}`;
  await home.pass('02:00:00');
  const calls = home.calls();
  expect(calls.map((line) => line.slice(9))).toEqual([to(100), to(0)]);
  expect(calls.map((line) => line.slice(0, 5))).toEqual(['08:40', '16:41']);
  expect(home.state('cover.curtains')).toBe('closed');
});
