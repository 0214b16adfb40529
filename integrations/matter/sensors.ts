import { numberIn } from './endpoint.ts';
import { DIAGNOSTIC, type PartMaker, part } from './part.ts';

/** A measured value: the attribute it is read from, and what an entity shows of it. */
interface Row {
  readonly cluster: string;
  readonly attribute: string;
  readonly key: string;
  readonly name: string;
  readonly deviceClass?: string;
  readonly unit?: string;
  readonly entityCategory?: 'diagnostic';
  readonly enabledByDefault?: boolean;
  readonly stateClass?: 'measurement' | 'total_increasing';
  /** What the attribute counts in; 1 by default. */
  readonly per?: number;
  readonly decimals?: number;
  convert?(value: number): number | null;
}

const MEASURED = { stateClass: 'measurement' } as const;
const measured = (
  cluster: string,
  key: string,
  name: string,
): Pick<Row, 'cluster' | 'attribute' | 'key' | 'name'> => ({
  ...{ cluster, attribute: 'measuredValue', key, name },
});

const ROWS: readonly Row[] = [
  {
    ...measured('temperatureMeasurement', 'TemperatureSensor-1026-0', 'Temperature'),
    ...{ deviceClass: 'temperature', unit: '°C', per: 100, decimals: 2, ...MEASURED },
  },
  {
    ...measured('relativeHumidityMeasurement', 'HumiditySensor-1029-0', 'Humidity'),
    ...{ deviceClass: 'humidity', unit: '%', per: 100, decimals: 2, ...MEASURED },
  },
  {
    ...measured('pressureMeasurement', 'PressureSensor-1027-0', 'Pressure'),
    ...{ deviceClass: 'pressure', unit: 'kPa', per: 10, decimals: 1, ...MEASURED },
  },
  {
    ...measured('flowMeasurement', 'FlowSensor-1028-0', 'Flow'),
    ...{ unit: 'm³/h', per: 10, decimals: 1, ...MEASURED },
  },
  {
    ...measured('illuminanceMeasurement', 'LightSensor-1024-0', 'Illuminance'),
    ...{ deviceClass: 'illuminance', unit: 'lx', decimals: 1, ...MEASURED },
    convert: (value) => (value === 0 ? 0 : 10 ** ((value - 1) / 10_000)),
  },
  {
    ...{
      cluster: 'powerSource',
      attribute: 'batPercentRemaining',
      key: 'PowerSource-47-12',
      name: 'Battery',
    },
    ...{ deviceClass: 'battery', unit: '%', per: 2, decimals: 0, ...DIAGNOSTIC, ...MEASURED },
  },
  {
    ...{ cluster: 'powerSource', attribute: 'batVoltage', key: 'PowerSourceBatVoltage-47-11' },
    ...{ name: 'Battery voltage', deviceClass: 'voltage', unit: 'V', per: 1000, decimals: 3 },
    ...{ ...DIAGNOSTIC, ...MEASURED },
  },
];

/** What an endpoint measures. */
export const sensors: PartMaker = (endpoint) =>
  ROWS.filter(({ cluster, attribute }) => numberIn(endpoint.state(cluster), attribute) !== null).map(
    (row) => {
      const { cluster, attribute, key, stateClass, per: _, decimals: __, convert: ___, ...options } = row;
      return part({
        ...{ domain: 'sensor', key },
        options: {
          ...options,
          ...(stateClass === undefined ? {} : { capabilities: { state_class: stateClass } }),
        },
        read: () => ({ value: shownValue(row, numberIn(endpoint.state(cluster), attribute)) }),
      });
    },
  );

function shownValue({ per = 1, decimals = 0, convert }: Row, value: number | null): number | null {
  if (value === null) return null;
  const converted = convert === undefined ? value / per : convert(value);
  return converted === null ? null : Number(converted.toFixed(decimals));
}
