import { z } from 'zod';
import { parse } from '../../../core/parse.ts';
import { sensorDomain } from '../../../domains/sensor/sensor.ts';
import type { Reading, ReadingContext } from '../entity/component.ts';
import { pythonText } from '../schema/config-values.ts';
import { Quantity } from './quantities.ts';
import { at, type Path, reportOf } from './reports.ts';
import { factsOf } from './sensors.ts';
import data from './status-sensors.json' with { type: 'json' };
import { type TasmotaDevice, type Translated, tasmotaKind } from './tasmota-kind.ts';

/** A status value of a device. */
const Status = z.object({
  key: z.string(),
  name: z.string(),
  quantity: Quantity.exactOptional(),
  /** The status number that queries it, and the path in the response. */
  queried: z.object({ status: z.number(), path: z.array(z.string()) }).exactOptional(),
  /** The path in periodic reports. */
  reported: z.array(z.string()).exactOptional(),
  /** Disabled by default: it changes often or matters to few users. */
  isHidden: z.literal(true).exactOptional(),
  /** Does not change while the device runs: the first response counts until a restart. */
  isFirst: z.literal(true).exactOptional(),
  isReading: z.literal(true).exactOptional(),
});
/** Of all devices, and of those with a battery. */
const STATUS = parse(z.array(Status), data.all);
const BATTERY = parse(Status, data.battery);

interface StatusSensor {
  readonly quantity: Quantity;
  readonly places: readonly (readonly [topic: string, path: Path])[];
  /** The value known without a query. */
  readonly known: string | null;
  /** The topic and payload of coming online, after which the next response counts; null where each counts. */
  readonly presence: readonly [topic: string, online: string] | null;
}

/** Status values of devices. */
export const tasmotaStatusSensor = tasmotaKind<StatusSensor>({
  name: 'status_sensor',
  domain: sensorDomain,
  describe: ({ quantity, known }) => {
    const facts = factsOf(quantity);
    return known === null ? facts : { ...facts, configured: { value: known } };
  },
  readings,
});

function readings({ places, presence, quantity }: StatusSensor): Reading[] {
  let isWaiting = true;
  const received = places.map(
    ([topic, path]): Reading => ({
      topic,
      read: (_text, context) => {
        const report = isWaiting ? reportOf(context) : null;
        const value = report === null ? undefined : at(report, path);
        const text = value === undefined ? undefined : pythonText(value);
        const shown = quantity.deviceClass === 'timestamp' ? begunAt(text, context) : text;
        if (shown === undefined) return null;
        if (presence !== null) isWaiting = false;
        return { value: shown };
      },
    }),
  );
  if (presence === null) return received;
  const [topic, online] = presence;
  const back: Reading = {
    topic,
    read: (text) => {
      if (text === online) isWaiting = true;
      return null;
    },
  };
  return [...received, back];
}

/** The start of an uptime in seconds, as a timestamp; undefined for an invalid number. */
function begunAt(seconds: string | undefined, context: ReadingContext): string | undefined {
  const point = new Date(context.now - Number(seconds ?? Number.NaN) * 1000);
  return Number.isNaN(point.getTime()) ? undefined : point.toISOString();
}

/** The status values of a device, as sensors. */
export function statusSensorsOf({ announcement, topics, common }: TasmotaDevice): Translated[] {
  const all = announcement.bat === 1 ? [...STATUS, BATTERY] : STATUS;
  return all.map((one): Translated => {
    const { icon, ...quantity } = one.quantity ?? {};
    const side: StatusSensor = {
      quantity,
      places: [
        ...(one.reported === undefined ? [] : [[topics.state, one.reported] as const]),
        ...(one.queried === undefined
          ? []
          : [[topics.status(one.queried.status), one.queried.path] as const]),
      ],
      known: one.key === 'status_ip' ? announcement.ip : null,
      presence: one.isFirst === true ? [topics.presence, announcement.onln] : null,
    };
    return {
      key: `status_sensor_status_sensor_${one.key}`,
      kind: 'status_sensor',
      config: {
        ...common,
        name: one.name,
        ...(icon === undefined ? {} : { icon }),
        ...(one.isReading === true ? {} : { entity_category: 'diagnostic' }),
        ...(one.isHidden === true ? { enabled_by_default: false } : {}),
        side,
      },
    };
  });
}
