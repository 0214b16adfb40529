import { ClimateDriver } from './climate-driver.ts';
import { BoilerDriver, HumidityDriver } from './household-drivers.ts';
import { thing } from './pieces.ts';
import type { SimulatedDevice } from './simulated-device.ts';

const POWER = ['turn_on', 'turn_off'];

/** Devices that heat, cool and humidify the rooms. */
export function climateDevices(): SimulatedDevice[] {
  return [
    {
      id: 'living_thermostat',
      name: 'Heating',
      manufacturer: 'Aerium',
      model: 'Room-1',
      entities: [
        thing('climate', {
          features: ['target_temperature', 'preset_mode', ...POWER],
          capabilities: {
            hvac_modes: ['heat', 'off'],
            min_temp: 5,
            max_temp: 30,
            target_temp_step: 0.5,
            preset_modes: ['none', 'eco', 'away', 'comfort'],
          },
          values: { hvac_mode: 'heat', temperature: 20.5, current_temperature: 19.8, preset_mode: 'none' },
          behave: (world) => new ClimateDriver(world, { power: 2.5, loss: 0.06 }),
        }),
      ],
    },
    {
      id: 'bedroom_ac',
      name: 'Air Conditioner',
      manufacturer: 'Norda',
      model: 'Split 9',
      entities: [
        thing('climate', {
          features: [
            'target_temperature',
            'target_humidity',
            'fan_mode',
            'preset_mode',
            'swing_mode',
            'swing_horizontal_mode',
            ...POWER,
          ],
          capabilities: {
            hvac_modes: ['off', 'cool', 'heat', 'dry', 'fan_only', 'auto'],
            min_temp: 16,
            max_temp: 32,
            target_temp_step: 1,
            min_humidity: 35,
            max_humidity: 80,
            fan_modes: ['auto', 'low', 'medium', 'high'],
            preset_modes: ['none', 'sleep', 'boost'],
            swing_modes: ['off', 'on'],
            swing_horizontal_modes: ['off', 'left', 'middle', 'right', 'on'],
          },
          values: {
            hvac_mode: 'off',
            temperature: 22,
            current_temperature: 21.4,
            humidity: 50,
            current_humidity: 53,
            fan_mode: 'auto',
            preset_mode: 'none',
            swing_mode: 'off',
            swing_horizontal_mode: 'middle',
          },
          behave: (world) => new ClimateDriver(world, { power: 5, loss: 0.1 }),
        }),
      ],
    },
    {
      id: 'heat_pump',
      name: 'Heat Pump',
      manufacturer: 'Norda',
      model: 'Aqua 6',
      entities: [
        thing('climate', {
          features: ['target_temperature_range', ...POWER],
          capabilities: {
            hvac_modes: ['off', 'heat_cool', 'fan_only'],
            min_temp: 7,
            max_temp: 35,
            target_temp_step: 0.5,
          },
          values: {
            hvac_mode: 'heat_cool',
            target_temp_low: 19,
            target_temp_high: 24,
            current_temperature: 20.6,
          },
          behave: (world) => new ClimateDriver(world, { power: 2, loss: 0.04 }),
        }),
        thing('water_heater', {
          name: 'Hot Water',
          features: ['target_temperature', 'operation_mode', 'away_mode', 'on_off'],
          capabilities: {
            min_temp: 35,
            max_temp: 65,
            target_temp_step: 1,
            operation_list: ['eco', 'performance', 'off'],
          },
          values: { operation_mode: 'eco', temperature: 50, current_temperature: 48.5, away_mode: false },
          behave: (world) => new BoilerDriver(world),
        }),
      ],
    },
    {
      id: 'kitchen_boiler',
      name: 'Under-sink Boiler',
      manufacturer: 'Voltan',
      model: 'Tap 10',
      entities: [
        thing('water_heater', {
          features: ['target_temperature'],
          capabilities: { min_temp: 40, max_temp: 80 },
          values: { operation_mode: 'electric', temperature: 60, current_temperature: 58 },
          behave: (world) => new BoilerDriver(world),
        }),
      ],
    },
    {
      id: 'bedroom_humidifier',
      name: 'Humidifier',
      manufacturer: 'Aerium',
      model: 'Mist',
      entities: [
        thing('humidifier', {
          deviceClass: 'humidifier',
          features: ['modes'],
          capabilities: { min_humidity: 30, max_humidity: 80, available_modes: ['normal', 'eco', 'sleep'] },
          values: { on: true, humidity: 50, current_humidity: 46, mode: 'normal' },
          behave: (world) => new HumidityDriver(world, false),
        }),
      ],
    },
    {
      id: 'cellar_dryer',
      name: 'Cellar Dehumidifier',
      manufacturer: 'Aerium',
      model: 'Dry',
      entities: [
        thing('humidifier', {
          deviceClass: 'dehumidifier',
          values: { on: false, humidity: 55, current_humidity: 62 },
          behave: (world) => new HumidityDriver(world, true),
        }),
      ],
    },
    ...fans(),
  ];
}

function fans(): SimulatedDevice[] {
  const ofFan = { manufacturer: 'Norda' };
  return [
    {
      ...ofFan,
      id: 'bedroom_fan',
      name: 'Bedroom Ceiling Fan',
      model: 'Breeze 3',
      entities: [
        thing('fan', {
          features: ['set_speed', 'oscillate', 'direction', 'preset_mode', ...POWER],
          capabilities: { speed_count: 3, preset_modes: ['auto', 'sleep', 'nature'] },
          values: { percentage: 0, preset_mode: null, oscillating: false, direction: 'forward' },
        }),
      ],
    },
    {
      ...ofFan,
      id: 'kitchen_hood',
      name: 'Cooker Hood',
      model: 'Flow',
      entities: [thing('fan', { features: ['set_speed', ...POWER], values: { percentage: 0 } })],
    },
    {
      ...ofFan,
      id: 'loft_fan',
      name: 'Loft Ventilation',
      model: 'Draft',
      entities: [
        thing('fan', {
          features: ['preset_mode', ...POWER],
          capabilities: { preset_modes: ['auto', 'smart', 'high'] },
          values: { preset_mode: 'auto' },
        }),
      ],
    },
    {
      ...ofFan,
      id: 'toilet_fan',
      name: 'Toilet Fan',
      model: 'Pull',
      entities: [thing('fan', { features: POWER, values: { on: false } })],
    },
  ];
}
