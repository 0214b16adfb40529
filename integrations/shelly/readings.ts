import {
  type Component,
  DIAGNOSTIC,
  DISABLED,
  decimal,
  MEASURED,
  numberOf,
  TOTAL,
  textOf,
  within,
} from './part.ts';

/** A sensor that components of a kind have. */
export interface Reading {
  /** What follows the key of the component in the unique ID. */
  readonly key: string;
  readonly name: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** What a component must have for it. */
  readonly has: string;
  read(component: Component): number | string | null;
}

/** A binary sensor that components of a kind have. */
export interface Flag extends Omit<Reading, 'read'> {
  read(component: Component): boolean | null;
}

const POWER = { deviceClass: 'power', unit: 'W', ...MEASURED };
const VOLTAGE = { deviceClass: 'voltage', unit: 'V', ...MEASURED };
const CURRENT = { deviceClass: 'current', unit: 'A', ...MEASURED };
const APPARENT = { deviceClass: 'apparent_power', unit: 'VA', ...MEASURED };
const FACTOR = { deviceClass: 'power_factor', ...MEASURED };
const FREQUENCY = { deviceClass: 'frequency', unit: 'Hz', ...MEASURED };
const ENERGY = { deviceClass: 'energy', unit: 'kWh', ...TOTAL };
const TEMPERATURE = { deviceClass: 'temperature', unit: '°C', ...MEASURED };

const plain = (key: string, name: string, has: string, options: object): Reading => ({
  ...{ key, name, has, options: { ...options } },
  read: (component) => numberOf(component, has),
});

/** Watt-hours of a counter as kilowatt-hours, with a decimal also where they are whole. */
const kilo = (hours: number | null): number | string | null =>
  hours === null ? null : decimal(hours / 1000);

const counter = (key: string, name: string, has: string): Reading => ({
  ...{ key, name, has, options: ENERGY },
  read: (component) => kilo(numberOf(within(component, has), 'total')),
});

const total = (key: string, name: string, has: string): Reading => ({
  ...{ key, name, has, options: ENERGY },
  read: (component) => kilo(numberOf(component, has)),
});

const warmth = (key: string): Reading => ({
  ...{
    key,
    name: 'Temperature',
    has: 'temperature',
    options: { ...TEMPERATURE, ...DIAGNOSTIC, ...DISABLED },
  },
  read: (component) => numberOf(within(component, 'temperature'), 'tC'),
});

const consumed: Reading = {
  ...{ key: 'consumed_energy_switch', name: 'Energy consumed', has: 'ret_aenergy' },
  options: { ...ENERGY, ...DISABLED },
  read: (component) => {
    const all = numberOf(within(component, 'aenergy'), 'total');
    const returned = numberOf(within(component, 'ret_aenergy'), 'total');
    return all === null || returned === null ? null : kilo(Math.round((all - returned) * 1000) / 1000);
  },
};

/** What a channel measures; `suffix` as in the unique IDs of its kind. */
const metered = (suffix: string, factor: string): Reading[] => [
  plain(`power${suffix}`, 'Power', 'apower', POWER),
  plain(`voltage${suffix}`, 'Voltage', 'voltage', { ...VOLTAGE, ...DISABLED }),
  plain(`current${suffix}`, 'Current', 'current', { ...CURRENT, ...DISABLED }),
  plain(factor, 'Power factor', 'pf', FACTOR),
  plain(`freq${suffix}`, 'Frequency', 'freq', { ...FREQUENCY, ...DISABLED }),
  counter(`energy${suffix}`, 'Energy', 'aenergy'),
  counter(`ret_energy${suffix}`, 'Energy returned', 'ret_aenergy'),
];

const PHASES = ['a', 'b', 'c'].flatMap((phase) => {
  const name = (text: string): string => `Phase ${phase.toUpperCase()} ${text}`;
  return [
    plain(`${phase}_act_power`, name('power'), `${phase}_act_power`, POWER),
    plain(`${phase}_aprt_power`, name('apparent power'), `${phase}_aprt_power`, { ...APPARENT, ...DISABLED }),
    plain(`${phase}_pf`, name('power factor'), `${phase}_pf`, { ...FACTOR, ...DISABLED }),
    plain(`${phase}_voltage`, name('voltage'), `${phase}_voltage`, { ...VOLTAGE, ...DISABLED }),
    plain(`${phase}_current`, name('current'), `${phase}_current`, { ...CURRENT, ...DISABLED }),
    plain(`${phase}_freq`, name('frequency'), `${phase}_freq`, { ...FREQUENCY, ...DISABLED }),
  ];
});

const PHASE_TOTALS = ['a', 'b', 'c'].flatMap((phase) => [
  total(`${phase}_total_act_energy`, `Phase ${phase.toUpperCase()} energy`, `${phase}_total_act_energy`),
  total(
    `${phase}_total_act_ret_energy`,
    `Phase ${phase.toUpperCase()} energy returned`,
    `${phase}_total_act_ret_energy`,
  ),
]);

const LAMP = [...metered('_light', 'light_pf'), warmth('temperature_light')];

/** The sensors of each kind of component. */
export const READINGS: Readonly<Record<string, readonly Reading[]>> = {
  switch: [
    ...metered('', 'switch_pf'),
    consumed,
    warmth('temperature'),
    {
      ...{ key: 'switch_source', name: 'Last command source', has: 'source' },
      options: { deviceClass: 'enum', ...DIAGNOSTIC, ...DISABLED },
      read: (component) => textOf(component, 'source'),
    },
  ],
  cover: [...metered('_cover', 'cover_pf'), warmth('temperature_cover')],
  light: LAMP,
  rgb: LAMP,
  rgbw: LAMP,
  cct: LAMP,
  pm1: metered('_pm1', 'pf_pm1'),
  em1: [
    plain('power_em1', 'Power', 'act_power', POWER),
    plain('aprt_power_em1', 'Apparent power', 'aprt_power', { ...APPARENT, ...DISABLED }),
    plain('pf_em1', 'Power factor', 'pf', { ...FACTOR, ...DISABLED }),
    plain('voltage_em1', 'Voltage', 'voltage', { ...VOLTAGE, ...DISABLED }),
    plain('current_em1', 'Current', 'current', { ...CURRENT, ...DISABLED }),
    plain('freq_em1', 'Frequency', 'freq', { ...FREQUENCY, ...DISABLED }),
  ],
  em1data: [
    total('energy_em1', 'Energy', 'total_act_energy'),
    total('ret_energy_em1', 'Energy returned', 'total_act_ret_energy'),
  ],
  em: [
    ...PHASES,
    plain('n_current', 'Neutral current', 'n_current', { ...CURRENT, ...DISABLED }),
    plain('total_act_power', 'Power', 'total_act_power', POWER),
    plain('total_aprt_power', 'Apparent power', 'total_aprt_power', { ...APPARENT, ...DISABLED }),
    plain('total_current', 'Current', 'total_current', { ...CURRENT, ...DISABLED }),
  ],
  emdata: [
    ...PHASE_TOTALS,
    total('total_act', 'Energy', 'total_act'),
    total('total_act_ret', 'Energy returned', 'total_act_ret'),
  ],
  temperature: [plain('temperature_tc', 'Temperature', 'tC', TEMPERATURE)],
  humidity: [plain('humidity_rh', 'Humidity', 'rh', { deviceClass: 'humidity', unit: '%', ...MEASURED })],
  illuminance: [
    plain('illuminance_lux', 'Illuminance', 'lux', { deviceClass: 'illuminance', unit: 'lx', ...MEASURED }),
  ],
  voltmeter: [plain('voltmeter', 'Voltmeter', 'voltage', VOLTAGE)],
  devicepower: [
    {
      ...{ key: 'battery', name: 'Battery', has: 'battery' },
      options: { deviceClass: 'battery', unit: '%', ...DIAGNOSTIC, ...MEASURED },
      read: (component) => numberOf(within(component, 'battery'), 'percent'),
    },
  ],
};

const problem = (key: string, name: string, has: string): Flag => ({
  ...{ key, name, has, options: { deviceClass: 'problem', ...DIAGNOSTIC } },
  read: ({ errors }) => Array.isArray(errors) && errors.includes(key),
});

const alarm = (key: string, name: string, deviceClass: string): Flag => ({
  ...{ key, name, has: 'alarm', options: { deviceClass } },
  read: ({ alarm: rings }) => (typeof rings === 'boolean' ? rings : null),
});

const PROBLEMS = [
  problem('overtemp', 'Overheating', 'temperature'),
  problem('overpower', 'Overpowering', 'apower'),
  problem('overvoltage', 'Overvoltage', 'apower'),
  problem('overcurrent', 'Overcurrent', 'apower'),
];

/** The binary sensors of each kind of component. */
export const FLAGS: Readonly<Record<string, readonly Flag[]>> = {
  switch: PROBLEMS,
  cover: PROBLEMS,
  light: PROBLEMS,
  rgb: PROBLEMS,
  rgbw: PROBLEMS,
  cct: PROBLEMS,
  smoke: [alarm('smoke', 'Smoke', 'smoke')],
  flood: [alarm('flood', 'Flood', 'moisture')],
  devicepower: [
    {
      ...{ key: 'external_power', name: 'External power', has: 'external' },
      options: { deviceClass: 'power', ...DIAGNOSTIC },
      read: (component) => within(component, 'external').present === true,
    },
  ],
};
