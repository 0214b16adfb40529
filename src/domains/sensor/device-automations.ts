import type { State } from '../../core/state.ts';
import {
  bounds,
  type DeviceAutomations,
  type DeviceKind,
  FOR,
  type KindsByEntity,
} from '../definition/device-automations.ts';

/** Classes with another name in automations. */
const CLASS_NAMES: Readonly<Record<string, string>> = { battery: 'battery_level' };
const WORD = /^[a-z][a-z\d_]*$/;
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

/** The value by the name of its class. */
function kindOf(type: string, of: 'trigger' | 'condition'): DeviceKind {
  return {
    type,
    is: 'numeric',
    keys: ['above', 'below', ...(of === 'trigger' ? ['for'] : [])],
    config: () => ({}),
    fields: (state) => [...bounds(unitOf(state)), ...(of === 'trigger' ? [FOR] : [])],
    fits: measures,
  };
}

/** A condition's name begins with `is_`. */
function kinds(of: 'trigger' | 'condition'): KindsByEntity {
  const prefix = of === 'trigger' ? '' : 'is_';
  return {
    named: (type) => (WORD.test(type) && type.startsWith(prefix) ? kindOf(type, of) : undefined),
    of: (state) => (measures(state) ? [kindOf(prefix + valueName(state), of)] : []),
  };
}

/** Device triggers and conditions of sensors, named by device class. */
export const sensorDevice: DeviceAutomations = { triggers: kinds('trigger'), conditions: kinds('condition') };
