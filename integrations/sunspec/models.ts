/** How a point of a model is stored: two numbers for 16 or 32 bits, with or without a sign. */
export type Kind = 'int16' | 'uint16' | 'acc32' | 'int32' | 'uint32' | 'float32' | 'enum16';

/** A reading of a model. Offsets count registers from the first one after the length. */
export interface Point {
  readonly key: string;
  readonly name: string;
  readonly kind: Kind;
  readonly at: number;
  /** Where its scale factor is. */
  readonly scale?: number;
  readonly options: Readonly<Record<string, unknown>>;
}

const MEASURED = { capabilities: { state_class: 'measurement' } };
const TOTAL = { capabilities: { state_class: 'total_increasing' } };
const DIAGNOSTIC = { entityCategory: 'diagnostic' };
const POWER = { deviceClass: 'power', unit: 'W', ...MEASURED };
const APPARENT = { deviceClass: 'apparent_power', unit: 'VA', ...MEASURED };
const REACTIVE = { deviceClass: 'reactive_power', unit: 'var', ...MEASURED };
const VOLTAGE = { deviceClass: 'voltage', unit: 'V', ...MEASURED };
const CURRENT = { deviceClass: 'current', unit: 'A', ...MEASURED };
const FREQUENCY = { deviceClass: 'frequency', unit: 'Hz', ...MEASURED };
const ENERGY = { deviceClass: 'energy', unit: 'Wh', ...TOTAL };
const WARMTH = { deviceClass: 'temperature', unit: '°C', ...MEASURED, ...DIAGNOSTIC };

const point = (
  key: string,
  name: string,
  kind: Kind,
  at: number,
  scale: number | undefined,
  options: object,
): Point => ({
  ...{ key, name, kind, at, options: { ...options } },
  ...(scale === undefined ? {} : { scale }),
});

/** The states of an inverter by their numbers. */
export const STATES: Readonly<Record<number, string>> = {
  ...{ 1: 'off', 2: 'sleeping', 3: 'starting', 4: 'producing', 5: 'throttled' },
  ...{ 6: 'shutting_down', 7: 'fault', 8: 'standby' },
};

const PHASES = ['A', 'B', 'C'];

/** Inverters with whole numbers: one, two or three phases. */
function inverter(phases: number): Point[] {
  return [
    point('A', 'Current', 'uint16', 0, 4, CURRENT),
    ...PHASES.slice(0, phases).flatMap((phase, at) => [
      point(`Aph${phase}`, `Current phase ${phase}`, 'uint16', 1 + at, 4, {
        ...CURRENT,
        enabledByDefault: phases > 1,
      }),
      point(`PhVph${phase}`, `Voltage phase ${phase}`, 'uint16', 8 + at, 11, VOLTAGE),
    ]),
    point('W', 'Power', 'int16', 12, 13, POWER),
    point('Hz', 'Frequency', 'uint16', 14, 15, FREQUENCY),
    point('VA', 'Apparent power', 'int16', 16, 17, { ...APPARENT, enabledByDefault: false }),
    point('VAr', 'Reactive power', 'int16', 18, 19, { ...REACTIVE, enabledByDefault: false }),
    point('PF', 'Power factor', 'int16', 20, 21, {
      ...{ deviceClass: 'power_factor', unit: '%', ...MEASURED, enabledByDefault: false },
    }),
    point('WH', 'Energy', 'acc32', 22, 24, ENERGY),
    point('DCA', 'DC current', 'uint16', 25, 26, CURRENT),
    point('DCV', 'DC voltage', 'uint16', 27, 28, VOLTAGE),
    point('DCW', 'DC power', 'int16', 29, 30, POWER),
    point('TmpCab', 'Temperature', 'int16', 31, 35, WARMTH),
    point('TmpSnk', 'Heat sink temperature', 'int16', 32, 35, WARMTH),
    point('St', 'State', 'enum16', 36, undefined, {
      ...{ deviceClass: 'enum', capabilities: { options: Object.values(STATES) } },
    }),
  ];
}

/** Meters with whole numbers. */
function meter(phases: number): Point[] {
  return [
    point('A', 'Current', 'int16', 0, 4, CURRENT),
    point('PhV', 'Voltage', 'int16', 5, 13, VOLTAGE),
    point('Hz', 'Frequency', 'int16', 14, 15, FREQUENCY),
    point('W', 'Power', 'int16', 16, 20, POWER),
    ...PHASES.slice(0, phases > 1 ? phases : 0).map((phase, at) =>
      point(`Wph${phase}`, `Power phase ${phase}`, 'int16', 17 + at, 20, POWER),
    ),
    point('TotWhExp', 'Energy exported', 'acc32', 36, 52, ENERGY),
    point('TotWhImp', 'Energy imported', 'acc32', 44, 52, ENERGY),
  ];
}

/** A battery: how full it is and what it does. */
const STORAGE: readonly Point[] = [
  point('WChaMax', 'Maximum charging power', 'uint16', 0, 16, {
    ...POWER,
    ...DIAGNOSTIC,
    enabledByDefault: false,
  }),
  point('ChaState', 'State of charge', 'uint16', 6, 20, { deviceClass: 'battery', unit: '%', ...MEASURED }),
  point('InBatV', 'Battery voltage', 'uint16', 8, 22, { ...VOLTAGE, ...DIAGNOSTIC }),
];

/** The known models of SunSpec by their numbers. */
export const MODELS: Readonly<Record<number, { readonly name: string; readonly points: readonly Point[] }>> =
  {
    101: { name: 'Inverter', points: inverter(1) },
    102: { name: 'Inverter', points: inverter(2) },
    103: { name: 'Inverter', points: inverter(3) },
    124: { name: 'Battery', points: STORAGE },
    201: { name: 'Meter', points: meter(1) },
    202: { name: 'Meter', points: meter(2) },
    203: { name: 'Meter', points: meter(3) },
    204: { name: 'Meter', points: meter(3) },
  };
