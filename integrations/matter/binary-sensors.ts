import { type Endpoint, hasFlag, isOneOf, numberIn } from './endpoint.ts';
import { DIAGNOSTIC, type PartMaker, part } from './part.ts';

const [CONTACT, FREEZE, LEAK, RAIN] = [0x15, 0x41, 0x43, 0x44];
/** Kinds of endpoints with a boolean state, and which of its values means that something is the case. */
const BOOLEANS = [
  { type: CONTACT, key: 'ContactSensor', name: 'Door', deviceClass: 'door', isTrue: false },
  { type: LEAK, key: 'WaterLeakDetector', name: 'Moisture', deviceClass: 'moisture', isTrue: true },
  { type: FREEZE, key: 'WaterFreezeDetector', name: 'Cold', deviceClass: 'cold', isTrue: true },
  { type: RAIN, key: 'RainSensor', name: 'Moisture', deviceClass: 'moisture', isTrue: true },
];

interface Row {
  readonly cluster: string;
  readonly attribute: string;
  readonly key: string;
  readonly options: {
    readonly name: string;
    readonly deviceClass: string;
    readonly entityCategory?: 'diagnostic';
  };
  /** What an unknown value is: null. */
  isOn(value: number): boolean;
}

const isNot = (normal: number) => (value: number) => value !== normal;
const ROWS: readonly Row[] = [
  {
    ...{ cluster: 'powerSource', attribute: 'batChargeLevel', key: 'BatteryChargeLevel-47-14' },
    options: { name: 'Battery', deviceClass: 'battery', ...DIAGNOSTIC },
    isOn: isNot(0),
  },
  {
    ...{ cluster: 'doorLock', attribute: 'doorState', key: 'LockDoorStateSensor-257-3' },
    options: { name: 'Door', deviceClass: 'door' },
    // Open, jammed open, and forced open.
    isOn: (value) => [0, 2, 3].includes(value),
  },
  {
    ...{ cluster: 'smokeCoAlarm', attribute: 'smokeState', key: 'SmokeCoAlarmSmokeStateSensor-92-1' },
    options: { name: 'Smoke', deviceClass: 'smoke' },
    isOn: isNot(0),
  },
  {
    ...{ cluster: 'smokeCoAlarm', attribute: 'coState', key: 'SmokeCoAlarmCOStateSensor-92-2' },
    options: { name: 'Carbon monoxide', deviceClass: 'carbon_monoxide' },
    isOn: isNot(0),
  },
  {
    ...{ cluster: 'smokeCoAlarm', attribute: 'batteryAlert', key: 'SmokeCoAlarmBatteryAlertSensor-92-3' },
    options: { name: 'Battery alert', deviceClass: 'battery', ...DIAGNOSTIC },
    isOn: isNot(0),
  },
  {
    ...{
      cluster: 'smokeCoAlarm',
      attribute: 'endOfServiceAlert',
      key: 'SmokeCoAlarmEndfOfServiceSensor-92-7',
    },
    options: { name: 'End of service', deviceClass: 'problem', ...DIAGNOSTIC },
    isOn: (value) => value === 1,
  },
];

/** What an endpoint senses that is either the case or not. */
export const binarySensors: PartMaker = (endpoint) => [
  ...BOOLEANS.filter(({ type }) => isOneOf(endpoint, new Set([type]))).flatMap((row) =>
    booleanOf(endpoint, row),
  ),
  ...occupancyOf(endpoint),
  ...ROWS.filter(({ cluster, attribute }) => numberIn(endpoint.state(cluster), attribute) !== null).map(
    ({ key, options, isOn, cluster, attribute }) =>
      part({
        ...{ domain: 'binary_sensor', key, options },
        read: () => {
          const value = numberIn(endpoint.state(cluster), attribute);
          return { on: value === null ? null : isOn(value) };
        },
      }),
  ),
];

function booleanOf(endpoint: Endpoint, { key, name, deviceClass, isTrue }: (typeof BOOLEANS)[number]) {
  const read = () => endpoint.state('booleanState')?.stateValue;
  if (typeof read() !== 'boolean') return [];
  return [
    part({
      ...{ domain: 'binary_sensor', key: `${key}-69-0`, options: { name, deviceClass } },
      read: () => ({ on: read() === isTrue }),
    }),
  ];
}

function occupancyOf(endpoint: Endpoint) {
  if (endpoint.state('occupancySensing')?.occupancy === undefined) return [];
  return [
    part({
      ...{ domain: 'binary_sensor', key: 'OccupancySensor-1030-0' },
      options: { name: 'Occupancy', deviceClass: 'occupancy' },
      read: () => ({ on: hasFlag(endpoint.state('occupancySensing'), 'occupancy', 'occupied') }),
    }),
  ];
}
