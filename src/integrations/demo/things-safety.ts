import { AlarmDriver, LockDriver, SirenDriver } from './guard-drivers.ts';
import { EventDriver, TrackerDriver } from './household-drivers.ts';
import { CameraDriver, ImageDriver } from './picture-drivers.ts';
import { battery, thing } from './pieces.ts';
import type { SimulatedDevice } from './simulated-device.ts';

/** Locks, alarm, sirens and other safety devices. */
export function safetyDevices(): SimulatedDevice[] {
  return [
    ...locks(),
    {
      id: 'alarm',
      name: 'Alarm',
      manufacturer: 'Bastion',
      model: 'Panel 4',
      entities: [
        thing('alarm_control_panel', {
          features: ['arm_home', 'arm_away', 'arm_night', 'arm_vacation', 'arm_custom_bypass', 'trigger'],
          capabilities: { code_format: 'number', code_arm_required: true },
          values: { state: 'disarmed', previous_state: null, next_state: null },
          behave: (world) => new AlarmDriver(world, '1234'),
        }),
        thing('siren', {
          name: 'Siren',
          features: ['turn_on', 'turn_off', 'tones', 'volume_set', 'duration'],
          capabilities: { available_tones: ['fire', 'burglar', 'chime'] },
          values: { on: false },
          behave: (world) => new SirenDriver(world),
        }),
      ],
    },
    {
      id: 'shed_alarm',
      name: 'Shed Alarm',
      manufacturer: 'Bastion',
      model: 'Solo',
      entities: [
        thing('alarm_control_panel', {
          features: ['arm_away'],
          capabilities: { code_format: null, code_arm_required: false },
          values: { state: 'disarmed', previous_state: null, next_state: null },
          behave: (world) => new AlarmDriver(world),
        }),
        thing('siren', {
          name: 'Horn',
          features: ['turn_on', 'turn_off'],
          values: { on: false },
          behave: (world) => new SirenDriver(world),
        }),
      ],
    },
    {
      id: 'doorbell',
      name: 'Doorbell',
      manufacturer: 'Bastion',
      model: 'Bell 2',
      entities: [
        thing('event', {
          key: 'ring',
          name: 'Ring',
          deviceClass: 'doorbell',
          capabilities: { event_types: ['ring'] },
          values: { at: null },
          behave: (world) => new EventDriver(world, 0.5),
        }),
        thing('camera', {
          features: ['on_off'],
          capabilities: { brand: 'Bastion', model_name: 'Bell 2' },
          values: { on: true, motion_detection: true },
          behave: (world) => new CameraDriver(world, 'FRONT DOOR'),
        }),
        thing('image', {
          name: 'Last Visitor',
          values: { updated_at: null },
          behave: (world) => new ImageDriver(world),
        }),
        thing('select', {
          name: 'Chime',
          entityCategory: 'config',
          capabilities: { options: ['Ding dong', 'Westminster', 'Buzzer', 'Silent'] },
          values: { option: 'Ding dong' },
        }),
        thing('number', {
          name: 'Volume',
          entityCategory: 'config',
          unit: '%',
          capabilities: { min: 0, max: 100, step: 1, mode: 'slider' },
          values: { value: 60 },
        }),
        thing('text', {
          name: 'Nameplate',
          entityCategory: 'config',
          capabilities: { min: 0, max: 40 },
          values: { value: 'Demo home' },
        }),
      ],
    },
    {
      id: 'garden_camera',
      name: 'Garden Camera',
      manufacturer: 'Bastion',
      model: 'Eye',
      entities: [
        thing('camera', {
          values: { on: true },
          behave: (world) => new CameraDriver(world, 'GARDEN'),
        }),
      ],
    },
    ...phones(),
  ];
}

function locks(): SimulatedDevice[] {
  const ofLock = { manufacturer: 'Bastion' };
  return [
    {
      ...ofLock,
      id: 'back_door_lock',
      name: 'Back Door Lock',
      model: 'Bolt',
      entities: [
        thing('lock', {
          features: ['open'],
          values: { state: 'locked' },
          behave: (world) => new LockDriver(world),
        }),
        battery(81, 0.2),
      ],
    },
    {
      ...ofLock,
      id: 'cellar_lock',
      name: 'Cellar Lock',
      model: 'Bolt',
      entities: [thing('lock', { values: { state: 'locked' }, behave: (world) => new LockDriver(world) })],
    },
    {
      ...ofLock,
      id: 'front_door_lock',
      name: 'Front Door Lock',
      model: 'Keypad',
      entities: [
        thing('lock', {
          capabilities: { code_format: '^\\d{4}$' },
          values: { state: 'locked' },
          behave: (world) => new LockDriver(world, { code: '1234' }),
        }),
      ],
    },
    {
      ...ofLock,
      id: 'shed_lock',
      name: 'Shed Lock',
      model: 'Rusty',
      entities: [
        thing('lock', {
          values: { state: 'unlocked' },
          behave: (world) => new LockDriver(world, { jams: 0.25 }),
        }),
      ],
    },
  ];
}

function phones(): SimulatedDevice[] {
  return [
    {
      id: 'phone_anna',
      name: 'Anna Phone',
      manufacturer: 'Pomme',
      model: 'P9',
      entities: [
        thing('device_tracker', {
          capabilities: { source_type: 'gps', tracking_type: 'position' },
          values: { location: null },
          behave: (world) => new TrackerDriver(world, [8.5, 17.5]),
        }),
        thing('notify', { features: ['title'], values: { sent_at: null } }),
      ],
    },
    {
      id: 'laptop_ben',
      name: 'Ben Laptop',
      manufacturer: 'Pomme',
      model: 'Book',
      entities: [
        thing('device_tracker', {
          capabilities: {
            source_type: 'router',
            tracking_type: 'connection',
            ip: '192.168.1.23',
            mac: '02:00:5e:10:00:17',
            host_name: 'ben-laptop',
          },
          values: { location: null },
          behave: (world) => new TrackerDriver(world, [10, 16]),
        }),
      ],
    },
  ];
}
