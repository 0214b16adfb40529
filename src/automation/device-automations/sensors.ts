import type { State } from '../../core/state.ts';
import { bounds, type DeviceDomain, type DeviceKind, FOR, reaches, stands } from './kind.ts';

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

/** `binary_sensor`. */
export const binarySensorDevice: DeviceDomain = {
  triggers: binaryKinds((type, state) => reaches(type, state), 'trigger'),
  conditions: binaryKinds((type, state) => stands(type, state), 'condition'),
};

/** Classes with another name in automations. */
const CLASS_NAMES: Readonly<Record<string, string>> = { battery: 'battery_level' };
const NO_NUMBERS: ReadonlySet<unknown> = new Set(['date', 'enum', 'timestamp', 'uptime']);

function valueName({ attributes }: State): string {
  const { device_class: deviceClass } = attributes;
  if (typeof deviceClass !== 'string') return 'value';
  return CLASS_NAMES[deviceClass] ?? deviceClass;
}

function measures(state: State | undefined): state is State {
  return (
    state?.attributes.unit_of_measurement !== undefined && !NO_NUMBERS.has(state.attributes.device_class)
  );
}

function unitOf(state: State | undefined): string | undefined {
  const unit = state?.attributes.unit_of_measurement;
  return typeof unit === 'string' ? unit : undefined;
}

/** The kind for a sensor's value, named after its class. */
export function sensorKind(type: string, of: 'trigger' | 'condition'): DeviceKind {
  return {
    type,
    is: 'numeric',
    keys: ['above', 'below', ...(of === 'trigger' ? ['for'] : [])],
    config: () => ({}),
    fields: (state) => [...bounds(unitOf(state)), ...(of === 'trigger' ? [FOR] : [])],
    fits: measures,
  };
}

/** The trigger or condition for a sensor's value, named after its class. */
export function sensorKindsOf(state: State | undefined, of: 'trigger' | 'condition'): readonly DeviceKind[] {
  if (!measures(state)) return [];
  return [sensorKind(`${of === 'trigger' ? '' : 'is_'}${valueName(state)}`, of)];
}
