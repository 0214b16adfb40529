import { battery, climateSensors, lamp, power, TILTS, TRAVELS } from './pieces.ts';
import { counting, daylight, drawing } from './sensor-models.ts';
import type { IsOn, SimulatedDevice } from './simulated-device.ts';

/** Where people sit. */
export function livingRoom(): SimulatedDevice[] {
  return [
    {
      id: 'living_ceiling',
      name: 'Living Room Ceiling',
      manufacturer: 'Lumen',
      model: 'Aura Color',
      entities: [
        lamp({
          name: null,
          modes: ['color_temp', 'hs'],
          features: ['transition', 'flash'],
          values: { on: true, color_mode: 'color_temp', brightness: 180, color_temp_kelvin: 2700 },
        }),
      ],
    },
    {
      id: 'living_floor_lamp',
      name: 'Floor Lamp',
      manufacturer: 'Lumen',
      model: 'Stem RGBW',
      entities: [
        lamp({
          name: null,
          modes: ['rgbw'],
          effects: ['off', 'candle', 'rainbow'],
          values: {
            on: false,
            color_mode: 'rgbw',
            brightness: 120,
            rgbw_color: [255, 160, 60, 80],
            effect: 'off',
          },
        }),
      ],
    },
    {
      id: 'living_tv_strip',
      name: 'TV Backlight',
      manufacturer: 'Lumen',
      model: 'Strip RGBWW',
      entities: [
        lamp({
          name: null,
          modes: ['rgbww'],
          features: ['transition'],
          values: { on: false, color_mode: 'rgbww', brightness: 90, rgbww_color: [40, 0, 120, 0, 60] },
        }),
      ],
    },
    {
      id: 'living_blind',
      name: 'Living Room Blind',
      manufacturer: 'Rollo',
      model: 'Venetian',
      entities: [
        {
          kind: 'cover',
          key: 'cover',
          name: null,
          deviceClass: 'blind',
          travel: { duration: 8000, knowsPosition: true },
          features: [...TRAVELS, ...TILTS],
          values: { position: 70, tilt_position: 50 },
        },
      ],
    },
    {
      id: 'living_climate',
      name: 'Living Room Climate',
      manufacturer: 'Aerium',
      model: 'TH-2',
      entities: climateSensors(21, 47),
    },
    {
      id: 'living_motion',
      name: 'Living Room Motion',
      manufacturer: 'Aerium',
      model: 'PIR-1',
      entities: [
        { kind: 'binary_sensor', key: 'motion', name: null, deviceClass: 'motion', perHour: 12, seconds: 45 },
        {
          kind: 'sensor',
          key: 'illuminance',
          name: 'Illuminance',
          deviceClass: 'illuminance',
          unit: 'lx',
          stateClass: 'measurement',
          start: 120,
          model: daylight(900),
        },
      ],
    },
  ];
}

/** Where they cook. */
export function kitchen(isOn: IsOn): SimulatedDevice[] {
  return [
    {
      id: 'kitchen_ceiling',
      name: 'Kitchen Ceiling',
      manufacturer: 'Lumen',
      model: 'Dim',
      entities: [
        lamp({
          name: null,
          modes: ['brightness'],
          values: { on: true, color_mode: 'brightness', brightness: 220 },
        }),
      ],
    },
    {
      id: 'kitchen_counter',
      name: 'Kitchen Counter',
      manufacturer: 'Lumen',
      model: 'Strip HS+W',
      entities: [
        lamp({
          name: null,
          modes: ['color_temp', 'hs', 'white'],
          values: { on: false, color_mode: 'white', brightness: 255, hs_color: [30, 40] },
        }),
      ],
    },
    {
      id: 'coffee_plug',
      name: 'Coffee Machine',
      manufacturer: 'Voltan',
      model: 'Meter Plug',
      entities: [
        { kind: 'switch', key: 'switch', name: null, deviceClass: 'outlet', on: true },
        power(
          0,
          drawing(() => isOn('coffee_plug_switch'), 1150, 0.4),
        ),
        {
          kind: 'sensor',
          key: 'energy',
          name: 'Energy',
          deviceClass: 'energy',
          unit: 'kWh',
          stateClass: 'total_increasing',
          start: 84.2,
          model: counting(() => (isOn('coffee_plug_switch') ? 1150 : 0.4)),
        },
      ],
    },
    {
      id: 'kitchen_leak',
      name: 'Sink Leak',
      manufacturer: 'Aerium',
      model: 'Leak-1',
      entities: [
        {
          kind: 'binary_sensor',
          key: 'moisture',
          name: null,
          deviceClass: 'moisture',
          perHour: 0.01,
          seconds: 120,
        },
        battery(77, 0.3),
      ],
    },
  ];
}
