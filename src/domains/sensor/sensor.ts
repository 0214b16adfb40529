import { isDecimal } from '../../core/coerce.ts';
import { Float } from '../../core/json.ts';
import { defineDomain, type EntityView } from '../definition/define-domain.ts';
import { floatText, numberText } from '../definition/number-text.ts';
import { sensorDevice } from './device-automations.ts';
import { type StateClass, sensorDeviceClasses } from './device-classes.ts';

/** The reported values of a sensor. */
export interface SensorValues {
  readonly [key: string]: unknown;
  /** A number, or text as the source wrote it; dates and times in ISO 8601. A `Float` is shown as one: `12.0`. */
  readonly value: number | Float | string | null;
  /** When a `total` was reset, in ISO 8601. */
  readonly last_reset?: string | null;
}

/** The capabilities of a sensor. */
export interface SensorCapabilities {
  readonly [key: string]: unknown;
  readonly state_class?: StateClass;
  /** The possible states of a sensor of class `enum`. */
  readonly options?: readonly string[];
}

type SensorView = EntityView<SensorValues, SensorCapabilities>;

/** Sensors: readings of any kind, set only by their source. */
export const sensorDomain = defineDomain<SensorValues, SensorCapabilities>({
  name: 'sensor',
  title: 'Sensor',
  states:
    'A number, one of the `options`, a date or a time, depending on the device class; otherwise any text.',
  unrecorded: ['options'],
  features: {},
  deviceClasses: [...sensorDeviceClasses.keys()],
  stateIsReading: 'by class',
  attributes: {
    state_class: { description: 'How the value behaves over time.', capability: true },
    options: { description: 'The possible states (device class enum).', capability: true },
    last_reset: { description: 'When the total was last reset (state class total).' },
  },
  services: [],
  deviceAutomations: sensorDevice,
  present: (sensor) => ({
    state: stateOf(sensor),
    attributes: {
      last_reset:
        sensor.capabilities.state_class === 'total' ? (sensor.values.last_reset ?? undefined) : undefined,
    },
  }),
});

/** A reading that cannot be one of this sensor is shown as unknown. */
function stateOf({ values: { value }, capabilities, deviceClass }: SensorView): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number') return Number.isFinite(value) ? numberText(value) : null;
  if (value instanceof Float) return Number.isFinite(value.value) ? floatText(value.value) : null;
  // Devices may report anything.
  if (typeof value !== 'string') return null;
  if (capabilities.options !== undefined) return capabilities.options.includes(value) ? value : null;
  if (deviceClass === 'date') return /^\d{4}-\d{2}-\d{2}/.test(value) ? value.slice(0, 10) : null;
  if (deviceClass === 'timestamp' || deviceClass === 'uptime') return timeText(value);
  const numeric =
    sensorDeviceClasses.get(deviceClass ?? '')?.numeric ?? capabilities.state_class !== undefined;
  return numeric && !isDecimal(value) ? null : value;
}

/** A time in UTC to the second; one without an offset cannot be placed. */
function timeText(value: string): string | null {
  if (!/(?:Z|[-+]\d{2}:?\d{2})$/i.test(value)) return null;
  const point = Date.parse(value);
  return Number.isNaN(point) ? null : `${new Date(point).toISOString().slice(0, 19)}+00:00`;
}
