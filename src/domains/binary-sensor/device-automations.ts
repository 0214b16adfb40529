import type { State } from '../../core/state.ts';
import {
  type DeviceAutomations,
  type DeviceKind,
  reaches,
  stands,
} from '../definition/device-automations.ts';

/**
 * By class: the triggers for on and off of a binary sensor, and the names of the conditions if they differ.
 */
const BINARY: Readonly<Record<string, readonly [on: string, off: string, isOn?: string, isOff?: string]>> = {
  battery: ['bat_low', 'not_bat_low'],
  battery_charging: ['charging', 'not_charging'],
  carbon_monoxide: ['co', 'no_co'],
  cold: ['cold', 'not_cold'],
  connectivity: ['connected', 'not_connected'],
  door: ['opened', 'not_opened', 'is_open', 'is_not_open'],
  garage_door: ['opened', 'not_opened', 'is_open', 'is_not_open'],
  gas: ['gas', 'no_gas'],
  heat: ['hot', 'not_hot'],
  light: ['light', 'no_light'],
  lock: ['not_locked', 'locked'],
  moisture: ['moist', 'not_moist'],
  motion: ['motion', 'no_motion'],
  moving: ['moving', 'not_moving'],
  occupancy: ['occupied', 'not_occupied'],
  opening: ['opened', 'not_opened', 'is_open', 'is_not_open'],
  plug: ['plugged_in', 'not_plugged_in'],
  power: ['powered', 'not_powered'],
  presence: ['present', 'not_present'],
  problem: ['problem', 'no_problem'],
  running: ['running', 'not_running'],
  safety: ['unsafe', 'not_unsafe'],
  smoke: ['smoke', 'no_smoke'],
  sound: ['sound', 'no_sound'],
  tamper: ['tampered', 'not_tampered'],
  update: ['update', 'no_update'],
  vibration: ['vibration', 'no_vibration'],
  window: ['opened', 'not_opened', 'is_open', 'is_not_open'],
};
const OTHER = ['turned_on', 'turned_off', 'is_on', 'is_off'] as const;

function namesOf(state: State | undefined): readonly [string, string, string?, string?] {
  const deviceClass = String(state?.attributes.device_class ?? '');
  return Object.hasOwn(BINARY, deviceClass) ? (BINARY[deviceClass] ?? OTHER) : OTHER;
}

/** Each name once, with the classes that have it. */
function binaryKinds(
  make: (type: string, state: string) => DeviceKind,
  of: 'trigger' | 'condition',
): readonly DeviceKind[] {
  const nameOf = (names: readonly [string, string, string?, string?], at: 0 | 1): string =>
    of === 'trigger' ? names[at] : (names[at === 0 ? 2 : 3] ?? `is_${names[at]}`);
  const kinds = new Map<string, DeviceKind>();
  for (const names of [...Object.values(BINARY), OTHER]) {
    for (const at of [0, 1] as const) {
      const type = nameOf(names, at);
      const fits = (state: State | undefined): boolean => nameOf(namesOf(state), at) === type;
      if (!kinds.has(type)) kinds.set(type, { ...make(type, at === 0 ? 'on' : 'off'), fits });
    }
  }
  return [...kinds.values()];
}

/** What binary sensors give their devices: names for each class. */
export const binarySensorDevice: DeviceAutomations = {
  triggers: binaryKinds((type, state) => reaches(type, state), 'trigger'),
  conditions: binaryKinds((type, state) => stands(type, state), 'condition'),
};
