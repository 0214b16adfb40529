import { expect, test } from 'vitest';
import { cameraDomain } from '../../src/domains/camera/camera.ts';
import { deviceTrackerDomain } from '../../src/domains/device-tracker/device-tracker.ts';
import { humidifierDomain } from '../../src/domains/humidifier/humidifier.ts';
import { remoteDomain } from '../../src/domains/remote/remote.ts';
import { sirenDomain } from '../../src/domains/siren/siren.ts';
import { waterHeaterDomain } from '../../src/domains/water-heater/water-heater.ts';
import { weatherDomain } from '../../src/domains/weather/weather.ts';
import { DomainEntity } from '../support/domain-entity.ts';
import { behaviorRows, tryRow } from '../support/golden-rows.ts';
import { refusalKey } from '../support/refusal-key.ts';

function siren(features: readonly string[], available_tones: unknown = ['fire', 'alarm']): DomainEntity {
  return new DomainEntity(sirenDomain, {
    features,
    capabilities: { available_tones },
    values: { on: false },
  });
}

function humidifier(features: readonly string[] = []): DomainEntity {
  return new DomainEntity(humidifierDomain, {
    features,
    capabilities: { min_humidity: 20, available_modes: ['home', 'eco'] },
    values: { on: true, humidity: 50, action: 'drying', mode: 'home' },
  });
}

function heater(features = Object.keys(waterHeaterDomain.features)): DomainEntity {
  return new DomainEntity(waterHeaterDomain, {
    features,
    capabilities: { operation_list: ['off', 'eco', 'gas'] },
    values: { operation_mode: 'eco', temperature: 48 },
  });
}

function remote(features: readonly string[] = []): DomainEntity {
  return new DomainEntity(remoteDomain, {
    features,
    capabilities: { activity_list: ['tv', 'game'] },
    values: { on: false },
  });
}

const makes = {
  siren: () => siren(['turn_on', 'turn_off']),
  humidifier,
  water_heater: heater,
  remote,
};

for (const [name, make] of Object.entries(makes))
  for (const row of behaviorRows(name)) test(`recorded: ${row.id}`, () => tryRow(row, [() => make()]));

test('a siren gets what it understands, and its tones by their ids', () => {
  const all = Object.keys(sirenDomain.features);
  const sound = (tone: unknown, tones?: unknown) =>
    siren(all, tones).call('turn_on', { tone }).last?.fields.tone;
  expect(sound('fire')).toBe('fire');
  expect([sound('bell', { 1: 'bell' }), sound(1, { 1: 'bell' }), sound('3', [3])]).toEqual(['1', '1', 3]);
  expect(refusalKey(() => sound('horn'))).toBe('invalid_tone');
  expect(refusalKey(() => sound('fire', []))).toBe('invalid_tone');
  expect(siren(all).call('turn_on', { volume_level: 0.5, duration: '5' }).last?.fields).toEqual({
    volume_level: 0.5,
    duration: 5,
  });
  expect(siren(all).attributes).toEqual({ available_tones: ['fire', 'alarm'], supported_features: 31 });
});

test('a humidifier keeps to its limits and does nothing while it is off', () => {
  expect(humidifier(['modes']).attributes).toEqual({
    min_humidity: 20,
    max_humidity: 100,
    available_modes: ['home', 'eco'],
    humidity: 50,
    action: 'drying',
    mode: 'home',
    supported_features: 1,
  });
  expect(humidifier().call('turn_off').attributes).toMatchObject({ action: 'off', humidity: 50 });
  expect(refusalKey(() => humidifier().call('set_humidity', { humidity: 19 }))).toBe('humidity_out_of_range');
  expect(humidifier(['modes']).call('set_mode', { mode: 'eco' }).attributes.mode).toBe('eco');
  expect(() => humidifier().call('set_mode', { mode: 'eco' })).toThrow('does not support');
});

test('a water heater reports its temperatures, known or not', () => {
  expect(heater().attributes).toEqual({
    min_temp: (110 - 32) / 1.8,
    max_temp: 60,
    operation_list: ['off', 'eco', 'gas'],
    current_temperature: null,
    temperature: 48,
    target_temp_high: null,
    target_temp_low: null,
    operation_mode: 'eco',
    away_mode: 'off',
    supported_features: 15,
  });
  expect(heater(['target_temperature']).attributes).not.toHaveProperty('operation_mode');
});

test('a water heater does what is on its list', () => {
  expect(heater().call('turn_off').state).toBe('off');
  expect(heater().call('turn_off').call('turn_on').state).toBe('eco');
  expect(heater().call('set_temperature', { temperature: '55', operation_mode: 'gas' })).toMatchObject({
    state: 'gas',
    attributes: { temperature: 55 },
  });
  expect(refusalKey(() => heater().call('set_operation_mode', { operation_mode: 'electric' }))).toBe(
    'not_valid_operation_mode',
  );
});

test('a remote control starts activities and sends commands in their order', () => {
  const one = remote(['activity']).call('turn_on', { activity: 'tv' });
  expect([one.state, one.attributes]).toEqual([
    'on',
    { activity_list: ['tv', 'game'], current_activity: 'tv', supported_features: 4 },
  ]);
  expect(one.call('turn_on').attributes.current_activity).toBe('tv');
  expect(one.call('toggle').attributes.current_activity).toBe(null);
  expect(remote().call('send_command', { command: ['a', 5] }).last?.fields).toEqual({
    command: ['a', '5'],
    num_repeats: 1,
    delay_secs: 0.4,
    hold_secs: 0,
  });
  expect(remote().call('delete_command', { command: null }).last?.fields).toEqual({ command: [] });
});

test('a camera records before it streams, and does neither while it is off', () => {
  const camera = new DomainEntity(cameraDomain, {
    features: ['stream'],
    capabilities: { brand: 'Lens' },
    values: { streaming: true },
  });
  expect(camera.state).toBe('streaming');
  expect(camera.report({ recording: true }).state).toBe('recording');
  expect(camera.call('enable_motion_detection').attributes).toEqual({
    brand: 'Lens',
    motion_detection: true,
    supported_features: 2,
  });
  expect(camera.call('disable_motion_detection').call('turn_off')).toMatchObject({ state: 'idle' });
  expect(camera.attributes).not.toHaveProperty('motion_detection');
  expect(camera.call('record', { filename: 'a.mp4' }).last?.fields).toEqual({
    filename: 'a.mp4',
    duration: 30,
    lookback: 0,
  });
  expect(camera.call('play_stream', { media_player: 'media_player.TV' }).last?.fields).toEqual({
    media_player: ['media_player.tv'],
    format: 'hls',
  });
  expect(() => camera.call('play_stream', { media_player: 'light.tv' })).toThrow('media players');
});

test('the weather shows what it knows, and answers the forecasts it has', () => {
  const weather = new DomainEntity(weatherDomain, {
    features: ['forecast_daily'],
    values: { condition: 'sunny', temperature: 21, ozone: null },
  });
  expect([weather.state, weather.attributes]).toEqual([
    'sunny',
    {
      temperature: 21,
      supported_features: 1,
    },
  ]);
  expect(weather.call('get_forecasts', { type: 'daily' }).last?.fields).toEqual({ type: 'daily' });
  expect(refusalKey(() => weather.call('get_forecasts', { type: 'hourly' }))).toBe('forecast_not_supported');
});

test('a tracker reports its source type', () => {
  const phone = new DomainEntity(deviceTrackerDomain, {
    capabilities: { source_type: 'router', tracking_type: 'connection', mac: 'aa:bb' },
    values: { location: 'home', battery_level: 50, latitude: null },
  });
  expect([phone.state, phone.attributes]).toEqual([
    'home',
    { source_type: 'router', tracking_type: 'connection', mac: 'aa:bb', battery_level: 50 },
  ]);
});
