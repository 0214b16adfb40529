import { expect, test } from 'vitest';
import { climateDomain } from '../../../src/domains/climate/climate.ts';
import { DomainEntity } from '../../support/domain-entity.ts';
import { behaviorRows, tryRow } from '../../support/golden-rows.ts';
import { refusalKey } from '../../support/refusal-key.ts';

function heater(): DomainEntity {
  return new DomainEntity(climateDomain, {
    features: ['target_temperature', 'turn_on', 'turn_off'],
    capabilities: { hvac_modes: ['heat', 'off'] },
    values: { hvac_mode: 'heat', temperature: 20, current_temperature: 19.5, hvac_action: 'heating' },
  });
}

function conditioner(): DomainEntity {
  return new DomainEntity(climateDomain, {
    features: Object.keys(climateDomain.features),
    capabilities: {
      hvac_modes: ['off', 'dry', 'cool', 'heat_cool'],
      target_temp_step: 0.5,
      fan_modes: ['low', 'high'],
      preset_modes: ['none', 'eco'],
      swing_modes: ['off', 'both'],
      swing_horizontal_modes: ['off', 'on'],
    },
    values: { hvac_mode: 'cool', temperature: 21, humidity: 50, current_humidity: 44, fan_mode: 'low' },
  });
}

function range(): DomainEntity {
  return new DomainEntity(climateDomain, {
    features: ['target_temperature_range', 'turn_off'],
    capabilities: { hvac_modes: ['fan_only', 'off'], min_temp: 10, max_temp: 30 },
    values: { hvac_mode: 'off', target_temp_low: 19, target_temp_high: 25 },
  });
}

for (const row of behaviorRows('climate'))
  test(`recorded: ${row.id}`, () => tryRow(row, [heater, conditioner, range]));

test('attributes belong to features, and are null while there is no value', () => {
  expect(heater().attributes).toEqual({
    hvac_modes: ['heat', 'off'],
    min_temp: 7,
    max_temp: 35,
    current_temperature: 19.5,
    temperature: 20,
    hvac_action: 'heating',
    supported_features: 385,
  });
  expect(conditioner().attributes).toMatchObject({
    min_humidity: 30,
    max_humidity: 99,
    target_temp_high: null,
    target_temp_low: null,
    preset_mode: null,
    swing_modes: ['off', 'both'],
    supported_features: 959,
  });
  expect(range().attributes).not.toHaveProperty('temperature');
});

test('turning on goes to the fullest mode there is', () => {
  expect(conditioner().call('turn_off').call('turn_on').state).toBe('heat_cool');
  expect(heater().call('toggle').call('toggle').state).toBe('heat');
  expect(range().call('toggle').state).toBe('fan_only');
  expect(range().call('toggle').call('toggle').last?.service).toBe('turn_off');
});

test('a mode comes along with a temperature, if the device has it', () => {
  expect(conditioner().call('set_temperature', { temperature: '23', hvac_mode: 'dry' })).toMatchObject({
    state: 'dry',
    last: { service: 'set_temperature', fields: { temperature: 23, hvac_mode: 'dry' } },
  });
  expect(() => heater().call('set_temperature', { temperature: 23, hvac_mode: 'dry' })).toThrow('"dry"');
});

test('rejections name the violated rule', () => {
  expect([
    refusalKey(() => heater().call('set_temperature', { target_temp_high: 22, target_temp_low: 20 })),
    refusalKey(() => range().call('set_temperature', { temperature: 22 })),
    refusalKey(() => range().call('set_temperature', { target_temp_high: 20, target_temp_low: 22 })),
    refusalKey(() => range().call('set_temperature', { target_temp_high: 31, target_temp_low: 22 })),
    refusalKey(() => range().call('set_temperature', { target_temp_high: 2, target_temp_low: 22 })),
    refusalKey(() => heater().call('set_hvac_mode', { hvac_mode: 'cool' })),
    refusalKey(() => conditioner().call('set_humidity', { humidity: 29 })),
    refusalKey(() => conditioner().call('set_swing_horizontal_mode', { swing_horizontal_mode: 'up' })),
  ]).toEqual([
    'missing_target_temperature_range_entity_feature',
    'missing_target_temperature_entity_feature',
    'low_temp_higher_than_high_temp',
    'temp_out_of_range',
    'temp_out_of_range',
    'not_valid_hvac_mode',
    'humidity_out_of_range',
    'not_valid_horizontal_swing_mode',
  ]);
});
