import { battery, climateSensors, lamp, power, TRAVELS } from './pieces.ts';
import { counting, daily, drawing, wandering } from './sensor-models.ts';
import type { IsOn, SimulatedDevice } from './simulated-device.ts';

/** Where they sleep. */
export function bedroom(): SimulatedDevice[] {
  return [
    {
      id: 'bedroom_lamp',
      name: 'Bedside Lamp',
      manufacturer: 'Lumen',
      model: 'Globe RGB',
      entities: [
        lamp({
          name: null,
          modes: ['rgb'],
          features: ['transition'],
          values: { on: false, color_mode: 'rgb', brightness: 60, rgb_color: [255, 140, 60] },
        }),
      ],
    },
    {
      id: 'bedroom_string',
      name: 'String Lights',
      manufacturer: 'Lumen',
      model: 'Fairy',
      entities: [
        lamp({
          name: null,
          modes: ['hs'],
          values: { on: false, color_mode: 'hs', brightness: 140, hs_color: [45, 60] },
        }),
      ],
    },
    {
      id: 'bedroom_shutter',
      name: 'Bedroom Shutter',
      manufacturer: 'Rollo',
      model: 'Tube',
      entities: [
        {
          kind: 'cover',
          key: 'cover',
          name: null,
          deviceClass: 'shutter',
          travel: { duration: 10_000, knowsPosition: true },
          features: TRAVELS,
          values: { position: 100 },
        },
      ],
    },
    {
      id: 'bedroom_window',
      name: 'Bedroom Window',
      manufacturer: 'Aerium',
      model: 'Contact',
      entities: [
        {
          kind: 'binary_sensor',
          key: 'window',
          name: null,
          deviceClass: 'window',
          perHour: 0.3,
          seconds: 900,
        },
      ],
    },
    {
      id: 'bedroom_climate',
      name: 'Bedroom Climate',
      manufacturer: 'Aerium',
      model: 'TH-2',
      entities: climateSensors(18.5, 52),
    },
  ];
}

/** Where they pass through. */
export function bathAndHall(): SimulatedDevice[] {
  return [
    {
      id: 'bath_fan',
      name: 'Bathroom Fan',
      manufacturer: 'Voltan',
      model: 'Relay',
      entities: [{ kind: 'switch', key: 'switch', name: null, deviceClass: 'switch', on: false }],
    },
    {
      id: 'bath_mirror',
      name: 'Mirror Light',
      manufacturer: 'Lumen',
      model: 'White Spectrum',
      entities: [
        lamp({
          name: null,
          modes: ['color_temp'],
          features: ['transition'],
          values: { on: false, color_mode: 'color_temp', brightness: 255, color_temp_kelvin: 4000 },
        }),
      ],
    },
    {
      id: 'hall_light',
      name: 'Hall Light',
      manufacturer: 'Voltan',
      model: 'Relay',
      entities: [lamp({ name: null, modes: ['onoff'], values: { on: false, color_mode: 'onoff' } })],
    },
    {
      id: 'hall_door',
      name: 'Front Door',
      manufacturer: 'Aerium',
      model: 'Contact',
      entities: [
        { kind: 'binary_sensor', key: 'door', name: null, deviceClass: 'door', perHour: 1, seconds: 20 },
        battery(64, 0.2),
      ],
    },
    {
      id: 'hall_motion',
      name: 'Hall Motion',
      manufacturer: 'Aerium',
      model: 'PIR-1',
      entities: [
        { kind: 'binary_sensor', key: 'motion', name: null, deviceClass: 'motion', perHour: 6, seconds: 30 },
      ],
    },
  ];
}

/** Rooms nobody lives in. */
export function utility(isOn: IsOn): SimulatedDevice[] {
  return [
    {
      id: 'garage_door',
      name: 'Garage Door',
      manufacturer: 'Rollo',
      model: 'Lift',
      entities: [
        {
          kind: 'cover',
          key: 'cover',
          name: null,
          deviceClass: 'garage',
          travel: { duration: 12_000, knowsPosition: false },
          features: ['open', 'close', 'stop'],
          values: { closed: true },
        },
      ],
    },
    {
      id: 'washer_plug',
      name: 'Washing Machine',
      manufacturer: 'Voltan',
      model: 'Meter Plug',
      entities: [
        { kind: 'switch', key: 'switch', name: null, deviceClass: 'outlet', on: false },
        power(
          0,
          drawing(() => isOn('washer_plug_switch'), 2000, 0.6),
        ),
      ],
    },
    {
      id: 'house_meter',
      name: 'House Meter',
      manufacturer: 'Voltan',
      model: 'P1',
      entities: [
        power(320, daily(420, 260, 19, 0)),
        {
          kind: 'sensor',
          key: 'energy',
          name: 'Energy',
          deviceClass: 'energy',
          unit: 'kWh',
          stateClass: 'total_increasing',
          start: 5123.4,
          model: counting(() => 420),
        },
        {
          kind: 'sensor',
          key: 'voltage',
          name: 'Voltage',
          deviceClass: 'voltage',
          unit: 'V',
          stateClass: 'measurement',
          entityCategory: 'diagnostic',
          start: 230,
          model: wandering(226, 235),
        },
      ],
    },
    {
      id: 'outdoor',
      name: 'Balcony',
      manufacturer: 'Aerium',
      model: 'TH-2 Outdoor',
      entities: climateSensors(9, 78),
    },
  ];
}
