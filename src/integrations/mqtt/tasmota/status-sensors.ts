import { sensorDomain } from '../../../domains/sensor/sensor.ts';
import type { Reading, ReadingSite } from '../entity/component.ts';
import { pythonText } from '../schema/config-values.ts';
import type { Quantity } from './quantities.ts';
import { at, type Path, reportOf } from './reports.ts';
import { factsOf } from './sensors.ts';
import { type TasmotaDevice, type Translated, tasmotaKind } from './tasmota-kind.ts';

/** A status value of a device. */
interface Status {
  readonly key: string;
  readonly name: string;
  readonly quantity?: Quantity;
  /** The status number that queries it, and the path in the response. */
  readonly asked?: readonly [question: number, ...path: string[]];
  /** The path in periodic reports. */
  readonly told?: Path;
  /** Changes so often, or matters so little, that few want to see it. */
  readonly isHidden?: true;
  /** Does not change while the device runs: the first response counts until a restart. */
  readonly isFirst?: true;
  readonly isReading?: true;
}

const STATUS: readonly Status[] = [
  { key: 'status_ip', name: 'IP', quantity: { icon: 'mdi:ip-network' }, isHidden: true },
  {
    key: 'last_restart_time',
    name: 'Last Restart Time',
    quantity: { deviceClass: 'timestamp' },
    asked: [11, 'StatusSTS', 'UptimeSec'],
    isFirst: true,
  },
  {
    key: 'status_link_count',
    name: 'WiFi Connect Count',
    quantity: { icon: 'mdi:counter' },
    asked: [11, 'StatusSTS', 'Wifi', 'LinkCount'],
    told: ['Wifi', 'LinkCount'],
  },
  {
    key: 'status_mqtt_count',
    name: 'MQTT Connect Count',
    quantity: { icon: 'mdi:counter' },
    asked: [11, 'StatusSTS', 'MqttCount'],
    told: ['MqttCount'],
  },
  {
    key: 'status_restart_reason',
    name: 'Restart Reason',
    quantity: { icon: 'mdi:information-outline' },
    asked: [1, 'StatusPRM', 'RestartReason'],
    isFirst: true,
  },
  {
    key: 'status_rssi',
    name: 'RSSI',
    quantity: { unit: '%', stateClass: 'measurement', icon: 'mdi:access-point' },
    asked: [11, 'StatusSTS', 'Wifi', 'RSSI'],
    told: ['Wifi', 'RSSI'],
    isHidden: true,
  },
  {
    key: 'status_signal',
    name: 'Signal',
    quantity: { unit: 'dBm', deviceClass: 'signal_strength', stateClass: 'measurement' },
    asked: [11, 'StatusSTS', 'Wifi', 'Signal'],
    told: ['Wifi', 'Signal'],
    isHidden: true,
  },
  {
    key: 'status_ssid',
    name: 'SSID',
    quantity: { icon: 'mdi:access-point-network' },
    asked: [11, 'StatusSTS', 'Wifi', 'SSId'],
  },
  {
    key: 'status_version',
    name: 'Firmware Version',
    asked: [2, 'StatusFWR', 'Version'],
    isHidden: true,
    isFirst: true,
  },
];

const BATTERY: Status = {
  key: 'status_battery_percentage',
  name: 'Battery Level',
  quantity: { unit: '%', deviceClass: 'battery', stateClass: 'measurement' },
  asked: [11, 'StatusSTS', 'BatteryPercentage'],
  told: ['BatteryPercentage'],
  isReading: true,
};

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
  const heard = places.map(
    ([topic, path]): Reading => ({
      topic,
      read: (_text, site) => {
        const report = isWaiting ? reportOf(site) : null;
        const value = report === null ? undefined : at(report, path);
        const text = value === undefined ? undefined : pythonText(value);
        const shown = quantity.deviceClass === 'timestamp' ? begunAt(text, site) : text;
        if (shown === undefined) return null;
        if (presence !== null) isWaiting = false;
        return { value: shown };
      },
    }),
  );
  if (presence === null) return heard;
  const [topic, online] = presence;
  const back: Reading = {
    topic,
    read: (text) => {
      if (text === online) isWaiting = true;
      return null;
    },
  };
  return [...heard, back];
}

/** The start of an uptime in seconds, as a timestamp; undefined for an invalid number. */
function begunAt(seconds: string | undefined, site: ReadingSite): string | undefined {
  const point = new Date(site.now - Number(seconds ?? Number.NaN) * 1000);
  return Number.isNaN(point.getTime()) ? undefined : point.toISOString();
}

/** The status values of a device, as sensors. */
export function statusSensorsOf({ announcement, topics, common }: TasmotaDevice): Translated[] {
  const all = announcement.bat === 1 ? [...STATUS, BATTERY] : STATUS;
  return all.map((one): Translated => {
    const { icon, ...quantity } = one.quantity ?? {};
    const [question = 0, ...path] = one.asked ?? [];
    const side: StatusSensor = {
      quantity,
      places: [
        ...(one.told === undefined ? [] : [[topics.state, one.told] as const]),
        ...(one.asked === undefined ? [] : [[topics.status(question), path] as const]),
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
