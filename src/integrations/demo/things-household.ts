import { CoverDriver } from './drivers.ts';
import { EventDriver, UpdateDriver } from './household-drivers.ts';
import { battery, thing } from './pieces.ts';
import { RoamingDriver } from './roaming-driver.ts';
import type { SimulatedDevice } from './simulated-device.ts';
import { WeatherDriver } from './weather-driver.ts';

const ROAMS = ['state', 'start', 'stop'];

/** Appliances and devices with settings. */
export function householdDevices(): SimulatedDevice[] {
  return [
    {
      id: 'vacuum',
      name: 'Vacuum Cleaner',
      manufacturer: 'Rondo',
      model: 'R7',
      entities: [
        thing('vacuum', {
          features: [
            ...ROAMS,
            'pause',
            'return_home',
            'fan_speed',
            'locate',
            'clean_spot',
            'send_command',
            'clean_area',
            'map',
          ],
          capabilities: { fan_speed_list: ['silent', 'standard', 'turbo'] },
          values: {
            state: 'docked',
            fan_speed: 'standard',
            segments: ['Kitchen', 'Living room', 'Dining corner', 'Bedroom'].map((name, index) => ({
              id: String(index + 1),
              name,
              group: null,
            })),
          },
          options: { area_mapping: { kitchen: ['1'], living_room: ['2', '3'], bedroom: ['4'] } },
          behave: (world) => new RoamingDriver(world, 'cleaning', 25),
        }),
        battery(100, 8),
        ...firmware({ installed: '2.4.0', latest: '2.5.1', features: ['install', 'progress'] }),
      ],
    },
    {
      id: 'workshop_vacuum',
      name: 'Workshop Vacuum',
      manufacturer: 'Rondo',
      model: 'R1',
      entities: [
        thing('vacuum', {
          features: ROAMS,
          values: { state: 'docked' },
          behave: (world) => new RoamingDriver(world, 'cleaning', 15),
        }),
      ],
    },
    {
      id: 'mower',
      name: 'Lawn Mower',
      manufacturer: 'Rondo',
      model: 'M2',
      entities: [
        thing('lawn_mower', {
          features: ['start_mowing', 'pause', 'dock'],
          values: { state: 'docked' },
          behave: (world) => new RoamingDriver(world, 'mowing', 40),
        }),
        thing('time', { name: 'Start Time', entityCategory: 'config', values: { time: '10:30:00' } }),
        thing('number', {
          name: 'Cutting Height',
          entityCategory: 'config',
          deviceClass: 'distance',
          unit: 'mm',
          capabilities: { min: 20, max: 60, step: 5, mode: 'box' },
          values: { value: 35 },
        }),
      ],
    },
    {
      id: 'water_main',
      name: 'Water Main',
      manufacturer: 'Voltan',
      model: 'Stop Valve',
      entities: [
        thing('valve', {
          deviceClass: 'water',
          features: ['open', 'close'],
          values: { closed: false },
          behave: ({ clock }) => new CoverDriver(clock, { duration: 2000, knowsPosition: false }),
        }),
      ],
    },
    {
      id: 'garden_tap',
      name: 'Garden Tap',
      manufacturer: 'Voltan',
      model: 'Flow Valve',
      entities: [
        thing('valve', {
          deviceClass: 'water',
          features: ['open', 'close', 'set_position', 'stop'],
          capabilities: { reports_position: true },
          values: { position: 0 },
          behave: ({ clock }) => new CoverDriver(clock, { duration: 5000, knowsPosition: true }),
        }),
      ],
    },
    {
      id: 'weather',
      name: 'Weather',
      manufacturer: 'Aerium',
      model: 'Sky',
      entities: [
        thing('weather', {
          features: ['forecast_daily', 'forecast_hourly', 'forecast_twice_daily'],
          values: { condition: null },
          behave: (world) => new WeatherDriver(world),
        }),
      ],
    },
    ...controls(),
  ];
}

/** Buttons, selects, text and number inputs, and updates. */
function controls(): SimulatedDevice[] {
  return [
    {
      id: 'gateway',
      name: 'Gateway',
      manufacturer: 'Lumen',
      model: 'Hub',
      entities: [
        thing('button', {
          name: 'Restart',
          deviceClass: 'restart',
          entityCategory: 'config',
          values: { pressed_at: null },
        }),
        thing('text', {
          name: 'Access Code',
          entityCategory: 'config',
          capabilities: { min: 4, max: 8, pattern: '^[0-9]+$', mode: 'password' },
          values: { value: '2580' },
        }),
        ...firmware({
          installed: '1.20.3',
          latest: '1.20.3',
          features: ['install', 'specific_version', 'backup'],
        }),
      ],
    },
    {
      id: 'wall_button',
      name: 'Wall Button',
      manufacturer: 'Lumen',
      model: 'Push',
      entities: [
        thing('event', {
          key: 'press',
          name: 'Press',
          deviceClass: 'button',
          capabilities: { event_types: ['press_start', 'press_end', 'long_press_start', 'long_press_end'] },
          values: { at: null },
          behave: (world) => new EventDriver(world, 2),
        }),
        battery(88, 0.1),
      ],
    },
    {
      id: 'cat_feeder',
      name: 'Cat Feeder',
      manufacturer: 'Rondo',
      model: 'Feed',
      entities: [
        thing('button', { name: 'Feed', values: { pressed_at: null } }),
        thing('date', { name: 'Food Runs Out', values: { date: '2027-01-15' } }),
        thing('datetime', { name: 'Next Feeding', values: { at: Date.UTC(2027, 0, 1, 6, 30) } }),
        thing('select', {
          name: 'Portion',
          capabilities: { options: ['small', 'medium', 'large'] },
          values: { option: 'medium' },
        }),
      ],
    },
  ];
}

function firmware(fields: { installed: string; latest: string; features: readonly string[] }) {
  return [
    thing('update', {
      name: 'Firmware',
      deviceClass: 'firmware',
      entityCategory: 'config',
      features: fields.features,
      values: {
        installed_version: fields.installed,
        latest_version: fields.latest,
        title: 'Firmware',
        release_summary: 'Steadier connections.',
        auto_update: false,
      },
      behave: (world) => new UpdateDriver(world),
    }),
  ];
}
