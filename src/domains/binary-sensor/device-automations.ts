import type { State } from '../../core/state.ts';
import {
  type DeviceAutomations,
  type DeviceKind,
  reaches,
  stands,
} from '../definition/device-automations.ts';
import data from './device-classes.json' with { type: 'json' };

/** The names of the triggers for on and off, and of the conditions if they differ. */
type Names = readonly string[];

/** The names by device class. Classes without any have those of other entities. */
const BINARY: ReadonlyMap<string, Names> = new Map(
  Object.entries(data).filter(([, names]) => names.length > 0),
);
const OTHER: Names = ['turned_on', 'turned_off', 'is_on', 'is_off'];

function namesOf(state: State | undefined): Names {
  return BINARY.get(String(state?.attributes.device_class ?? '')) ?? OTHER;
}

/** Each name once, with the classes that have it. */
function binaryKinds(
  make: (type: string, state: string) => DeviceKind,
  of: 'trigger' | 'condition',
): readonly DeviceKind[] {
  const nameOf = (names: Names, at: 0 | 1): string =>
    (of === 'trigger' ? names[at] : names[at + 2]) ?? `is_${names[at]}`;
  const kinds = new Map<string, DeviceKind>();
  for (const names of [...BINARY.values(), OTHER]) {
    for (const at of [0, 1] as const) {
      const type = nameOf(names, at);
      const fits = (state: State | undefined): boolean => nameOf(namesOf(state), at) === type;
      if (!kinds.has(type)) kinds.set(type, { ...make(type, at === 0 ? 'on' : 'off'), fits });
    }
  }
  return [...kinds.values()];
}

/** Device triggers and conditions of binary sensors, named by device class. */
export const binarySensorDevice: DeviceAutomations = {
  triggers: binaryKinds((type, state) => reaches(type, state), 'trigger'),
  conditions: binaryKinds((type, state) => stands(type, state), 'condition'),
};
