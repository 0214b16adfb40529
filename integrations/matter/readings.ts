import { numberIn } from './endpoint.ts';
import type { ClusterState } from './matter-js.ts';
import { DIAGNOSTIC } from './part.ts';

/** A measured value: the attribute it is read from, and what an entity shows of it. */
export interface Reading {
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
  /** The words for the values of an attribute that is a list of choices. */
  readonly choices?: readonly (string | null)[];
  /** Where the number is, if not in the attribute itself. */
  pick?(state: ClusterState | undefined): number | null;
  convert?(value: number): number;
}

const MEASURED = { stateClass: 'measurement' } as const;
type Named = Pick<Reading, 'cluster' | 'attribute' | 'key' | 'name'>;
const named = (cluster: string, attribute: string, key: string, name: string): Named => ({
  ...{ cluster, attribute, key, name },
});
const measured = (cluster: string, key: string, name: string): Named =>
  named(cluster, 'measuredValue', key, name);

/** Concentrations in air: cluster, key, name, class and unit. */
const CONCENTRATIONS = [
  ['carbonDioxide', 'CarbonDioxideSensor-1037-0', 'Carbon dioxide', 'carbon_dioxide', 'ppm'],
  ['carbonMonoxide', 'CarbonMonoxideSensor-1036-0', 'Carbon monoxide', 'carbon_monoxide', 'ppm'],
  ['nitrogenDioxide', 'NitrogenDioxideSensor-1043-0', 'Nitrogen dioxide', 'nitrogen_dioxide', 'ppm'],
  ['ozone', 'OzoneConcentrationSensor-1045-0', 'Ozone', 'ozone', 'ppm'],
  ['pm1', 'PM1Sensor-1068-0', 'PM1', 'pm1', 'µg/m³'],
  ['pm25', 'PM25Sensor-1066-0', 'PM2.5', 'pm25', 'µg/m³'],
  ['pm10', 'PM10Sensor-1069-0', 'PM10', 'pm10', 'µg/m³'],
  [
    ...(['totalVolatileOrganicCompounds', 'TotalVolatileOrganicCompoundsSensor-1070-0'] as const),
    ...(['Volatile organic compounds parts', 'volatile_organic_compounds_parts', 'ppm'] as const),
  ],
] as const;

const concentrations = CONCENTRATIONS.map(
  ([substance, key, name, deviceClass, unit]): Reading => ({
    ...measured(`${substance}ConcentrationMeasurement`, key, name),
    ...{ deviceClass, unit, decimals: 2, ...MEASURED },
  }),
);

const energy = (attribute: string, key: string, name: string): Reading => ({
  ...named('electricalEnergyMeasurement', attribute, key, name),
  ...{ deviceClass: 'energy', unit: 'kWh', per: 1_000_000, decimals: 3, stateClass: 'total_increasing' },
  pick: (state) => numberIn((state?.[attribute] ?? undefined) as ClusterState | undefined, 'energy'),
});

const electrical = (attribute: string, id: number, key: string, name: string, unit: string): Reading => ({
  ...named('electricalPowerMeasurement', attribute, `${key}-144-${id}`, name),
  ...{ deviceClass: name.toLowerCase(), unit, per: 1000, decimals: 3, ...MEASURED },
});

/** All readings, in the order in which entities are made of them. */
export const READINGS: readonly Reading[] = [
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
    ...named('powerSource', 'batPercentRemaining', 'PowerSource-47-12', 'Battery'),
    ...{ deviceClass: 'battery', unit: '%', per: 2, decimals: 0, ...DIAGNOSTIC, ...MEASURED },
  },
  {
    ...named('powerSource', 'batVoltage', 'PowerSourceBatVoltage-47-11', 'Battery voltage'),
    ...{ deviceClass: 'voltage', unit: 'V', per: 1000, decimals: 3, ...DIAGNOSTIC, ...MEASURED },
  },
  {
    ...named('airQuality', 'airQuality', 'AirQuality-91-0', 'Air quality'),
    ...{ deviceClass: 'enum' },
    choices: [null, 'good', 'fair', 'moderate', 'poor', 'very_poor', 'extremely_poor'],
  },
  ...concentrations,
  electrical('activePower', 8, 'ElectricalPowerMeasurementWatt', 'Power', 'W'),
  electrical('voltage', 4, 'ElectricalPowerMeasurementVoltage', 'Voltage', 'V'),
  electrical('activeCurrent', 5, 'ElectricalPowerMeasurementActiveCurrent', 'Current', 'A'),
  energy('cumulativeEnergyImported', 'ElectricalEnergyMeasurementCumulativeEnergyImported-145-1', 'Energy'),
  energy(
    ...(['cumulativeEnergyExported', 'ElectricalEnergyMeasurementCumulativeEnergyExported-145-2'] as const),
    'Energy exported',
  ),
];
