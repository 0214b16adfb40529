import type { ExactJson } from '../../../core/json.ts';
import { sensorDeviceClasses } from '../../../domains/sensor/device-classes.ts';
import { sensorDomain } from '../../../domains/sensor/sensor.ts';
import { repr } from '../../../jinja/values/printing.ts';
import type { ComponentFacts, Reading, ReadingContext } from '../entity/component.ts';
import { numberOf, pythonText } from '../schema/config-values.ts';
import { type Quantity, quantityAt } from './quantities.ts';
import { at, type Path, reportOf } from './reports.ts';
import { type TasmotaDevice, type Translated, tasmotaKind } from './tasmota-kind.ts';

/** A sensor: in which reports and where its reading is found, and its quantity. */
interface TasmotaSensor {
  readonly places: readonly (readonly [topic: string, path: Path])[];
  readonly quantity: Quantity;
}

/** Parts of a report that are no sensors. */
const NO_SENSORS: ReadonlySet<string> = new Set(['Time', 'PN532', 'RDM6300']);
const MAX_SENSORS = 200;
const MAX_NAME_LENGTH = 64;
const MAX_STATE_LENGTH = 255;

/** The sensors a device is connected with. */
export const tasmotaSensor = tasmotaKind<TasmotaSensor>({
  name: 'sensor',
  domain: sensorDomain,
  describe: ({ quantity }) => factsOf(quantity),
  readings: ({ places, quantity }) =>
    places.map(
      ([topic, path]): Reading => ({
        topic,
        read: (_text, context) => {
          const report = reportOf(context);
          const value = report === null ? undefined : readingAt(report, path);
          return value === undefined ? null : shownValue(value, quantity, context);
        },
      }),
    ),
});

/** The entity description of a sensor of a quantity. */
export function factsOf({ unit, deviceClass, stateClass }: Quantity): Omit<ComponentFacts, 'kind'> {
  return {
    values: { value: null },
    ...(deviceClass === undefined ? {} : { deviceClass }),
    ...(unit === undefined ? {} : { unit }),
    ...(stateClass === undefined ? {} : { capabilities: { state_class: stateClass } }),
  };
}

/** The value at a path. A report of a multi-phase meter may contain only the first phase. */
function readingAt(report: ExactJson, path: Path): ExactJson | undefined {
  const last = path.at(-1);
  const around = at(report, path.slice(0, -1));
  const isAlone = around !== null && (typeof around !== 'object' || 'value' in around);
  return last === 0 && isAlone && typeof around !== 'string' ? around : at(report, path);
}

function shownValue(
  value: ExactJson,
  quantity: Quantity,
  context: ReadingContext,
): { value: string | null } | null {
  if (value === null) return { value: null };
  const text = pythonText(value) ?? repr(value as never);
  if (isNumeric(quantity) && numberOf(value) === undefined) return context.warn('it is no number');
  return { value: text.length > MAX_STATE_LENGTH ? null : text };
}

function isNumeric({ unit, deviceClass, stateClass }: Quantity): boolean {
  const isNumericClass = sensorDeviceClasses.get(deviceClass ?? '')?.numeric === true;
  return unit !== undefined || stateClass !== undefined || isNumericClass;
}

/** The sensors of a device: each reading of its report, under the names it has there. */
export function sensorsOf(device: TasmotaDevice, report: Readonly<Record<string, unknown>>): Translated[] {
  const found: Translated[] = [];
  for (const [path, value] of readingsIn(report)) {
    if (found.length >= MAX_SENSORS) break;
    found.push(sensorOf(device, path, { report, value }));
  }
  return found;
}

/** All readings with their paths: a sensor has readings, and a reading may have values by name or index. */
function* readingsIn(report: Readonly<Record<string, unknown>>): Generator<[Path, unknown]> {
  for (const [sensor, readings] of membersOf(report)) {
    if (NO_SENSORS.has(sensor) || Array.isArray(readings)) continue;
    for (const [reading, value] of membersOf(readings)) {
      if (Array.isArray(value)) for (const [i, one] of value.entries()) yield [[sensor, reading, i], one];
      else if (typeof value === 'object' && value !== null)
        for (const [inner, one] of membersOf(value)) yield [[sensor, reading, inner], one];
      else yield [[sensor, reading], value];
    }
  }
}

function membersOf(value: unknown): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).filter(([name]) => name !== '' && name.length <= MAX_NAME_LENGTH);
}

function sensorOf(
  { topics, common }: TasmotaDevice,
  path: Path,
  { report, value }: { readonly report: Readonly<Record<string, unknown>>; readonly value: unknown },
): Translated {
  const { icon, ...known } = quantityAt(path, report);
  const isUnknown = Object.keys(known).length === 0;
  const side: TasmotaSensor = {
    places: [
      [topics.sensors, path],
      [topics.status(10), ['StatusSNS', ...path]],
    ],
    quantity: isUnknown && typeof value === 'number' ? { stateClass: 'measurement' } : known,
  };
  return {
    key: `sensor_sensor_${path.join('_')}`,
    kind: 'sensor',
    config: { ...common, name: path.join(' '), ...(icon === undefined ? {} : { icon }), side },
  };
}
