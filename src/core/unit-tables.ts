/** How a unit relates to the base unit of its quantity. */
export interface UnitFacts {
  /** How many of this unit make one base unit. */
  readonly perBase: number;
  /** The value in this unit when the value in the base unit is 0. */
  readonly zero?: number;
  /**
   * Whether it is a reciprocal unit, such as kilometers per kilowatt-hour beside kilowatt-hours per 100
   * kilometers.
   */
  readonly inverse?: true;
  /** The Beaufort scale, which grows with the speed to the power of two thirds. */
  readonly beaufort?: true;
}

/** The units of one quantity by the symbol they are written with. */
export type UnitTable = ReadonlyMap<string, UnitFacts>;

/** Units by their size in the base unit. */
function sizes(table: Readonly<Record<string, number>>): UnitTable {
  return new Map(Object.entries(table).map(([unit, size]) => [unit, { perBase: 1 / size }]));
}

/** Units by how many of them make one base unit. */
function counts(table: Readonly<Record<string, number>>): UnitTable {
  return new Map(Object.entries(table).map(([unit, perBase]) => [unit, { perBase }]));
}

// Computed from the inch and the pound as Home Assistant does, so that values agree to the fifteenth digit.
const INCH = 0.0254;
const FOOT = INCH * 12;
const YARD = FOOT * 3;
const MILE = YARD * 1760;
const HOUR = 3600;
const DAY = 86_400;
const CUBIC_FOOT = FOOT ** 3;
const GALLON = 231 * INCH ** 3;
const POUND = 453.59237;
/** Kilocalories per kilowatt-hour. */
const CALORIES = HOUR / 4.184;
/** International British thermal unit, in joules. */
const BTU = 1055.05585262;
/** The therm of the United States, in joules, as in Home Assistant. */
const THERM = 1.054804e8;
const GRAVITY = 9.80665;
/** Kilograms per cubic meter of mercury at 0 °C. */
const MERCURY = 13_595.1;
/** Liters per mole of an ideal gas at 20 °C and 101.325 kPa. */
const MOLAR_VOLUME = (8.31446261815324 * 293.15) / 101.325;

const PREFIXES = ['k', 'M', 'G', 'T', 'P', 'E', 'Z', 'Y'];

/** Bits and bytes with their prefixes, decimal and binary. */
function dataUnits(suffix: string): UnitTable {
  const table: Record<string, number> = { [`bit${suffix}`]: 1, [`B${suffix}`]: 8 };
  for (const [i, prefix] of PREFIXES.entries()) {
    table[`${prefix}bit${suffix}`] = 1000 ** (i + 1);
    table[`${prefix}B${suffix}`] = 8 * 1000 ** (i + 1);
    table[`${prefix === 'k' ? 'K' : prefix}iB${suffix}`] = 8 * 1024 ** (i + 1);
  }
  return sizes(table);
}

/** Parts per volume and mass per volume of air, for a gas of this molar mass in grams. */
function gas(molarMass: number): UnitTable {
  const gramsPerMole = molarMass / MOLAR_VOLUME;
  return counts({
    ppb: 1e9,
    ppm: 1e6,
    'μg/m³': gramsPerMole * 1e9,
    'mg/m³': (molarMass * 1e6) / MOLAR_VOLUME,
    'g/m³': gramsPerMole * 1e3,
  });
}

const temperature: UnitTable = new Map([
  ['°C', { perBase: 1 }],
  ['°F', { perBase: 1.8, zero: 32 }],
  ['K', { perBase: 1, zero: 273.15 }],
]);

const speed: UnitTable = new Map<string, UnitFacts>([
  ...counts({
    'm/s': 1,
    'm/min': 60,
    'km/h': HOUR / 1000,
    'mm/s': 1 / 1e-3,
    'mm/h': HOUR / 1e-3,
    'mm/d': DAY / 1e-3,
    'ft/s': 1 / FOOT,
    'in/s': 1 / INCH,
    'in/h': HOUR / INCH,
    'in/d': DAY / INCH,
    mph: HOUR / MILE,
    kn: HOUR / 1852,
  }),
  ['Beaufort', { perBase: 1, beaufort: true }],
]);

/** Every quantity with its units, in Home Assistant's notation; micro is U+03BC. */
export const QUANTITIES = {
  temperature,
  temperature_difference: counts({ '°C': 1, '°F': 1.8, K: 1 }),
  length: sizes({
    m: 1,
    km: 1000,
    cm: 0.01,
    mm: 0.001,
    mi: MILE,
    nmi: 1852,
    yd: YARD,
    ft: FOOT,
    in: INCH,
  }),
  area: sizes({
    'm²': 1,
    'cm²': 0.01 * 0.01,
    'mm²': 0.001 * 0.001,
    'km²': 1e6,
    ha: 1e4,
    'in²': INCH ** 2,
    'ft²': FOOT ** 2,
    'yd²': YARD ** 2,
    'mi²': MILE ** 2,
    ac: 66 * 660 * FOOT ** 2,
  }),
  volume: sizes({
    'm³': 1,
    L: 1e-3,
    mL: 1e-3 * 1e-3,
    gal: GALLON,
    'fl. oz.': GALLON / 128,
    'ft³': CUBIC_FOOT,
    CCF: 100 * CUBIC_FOOT,
    MCF: 1000 * CUBIC_FOOT,
  }),
  volume_flow_rate: counts({
    'm³/h': 1,
    'm³/min': 1 / 60,
    'm³/s': 1 / HOUR,
    'ft³/min': 1 / (60 * CUBIC_FOOT),
    'L/h': 1 / 1e-3,
    'L/min': 1 / (60 * 1e-3),
    'L/s': 1 / (HOUR * 1e-3),
    'mL/s': 1 / (HOUR * 1e-3 * 1e-3),
    'gal/min': 1 / (60 * GALLON),
    'gal/h': 1 / GALLON,
    'gal/d': 24 / GALLON,
  }),
  speed,
  mass: sizes({
    kg: 1000,
    g: 1,
    mg: 1e-3,
    μg: 1e-6,
    oz: POUND / 16,
    lb: POUND,
    st: POUND * 14,
  }),
  pressure: sizes({
    Pa: 1,
    mPa: 1e-3,
    hPa: 100,
    kPa: 1000,
    mbar: 100,
    cbar: 1000,
    bar: 1e5,
    mmHg: 0.001 * MERCURY * GRAVITY,
    inHg: INCH * MERCURY * GRAVITY,
    // Water at 4 °C, as in Home Assistant.
    'inH₂O': 1 / 0.004_014_630_786_617_7,
    psi: 6894.757,
    atm: 101_325,
  }),
  energy: counts({
    J: HOUR * 1e3,
    kJ: HOUR,
    MJ: HOUR / 1e3,
    GJ: HOUR / 1e6,
    mWh: 1e6,
    Wh: 1e3,
    kWh: 1,
    MWh: 1 / 1e3,
    GWh: 1 / 1e6,
    TWh: 1 / 1e9,
    cal: CALORIES * 1e3,
    kcal: CALORIES,
    Mcal: CALORIES / 1e3,
    Gcal: CALORIES / 1e6,
    thm: HOUR / (THERM / 1e3),
  }),
  energy_distance: new Map<string, UnitFacts>([
    ['kWh/100km', { perBase: 1 }],
    ['Wh/km', { perBase: 10 }],
    ['km/kWh', { perBase: 100, inverse: true }],
    ['mi/kWh', { perBase: 1e5 / MILE, inverse: true }],
  ]),
  power: sizes({ mW: 1e-3, W: 1, kW: 1e3, MW: 1e6, GW: 1e9, TW: 1e12, 'BTU/h': 0.293_071_07 }),
  apparent_power: sizes({ mVA: 1e-3, VA: 1, kVA: 1e3 }),
  reactive_power: sizes({ mvar: 1e-3, var: 1, kvar: 1e3 }),
  reactive_energy: sizes({ varh: 1, kvarh: 1e3 }),
  voltage: sizes({ μV: 1e-6, mV: 1e-3, V: 1, kV: 1e3, MV: 1e6 }),
  current: sizes({ μA: 1e-6, mA: 1e-3, A: 1 }),
  conductivity: sizes({ 'μS/cm': 1e-6, 'mS/cm': 1e-3, 'S/cm': 1 }),
  frequency: sizes({ mHz: 1e-3, Hz: 1, kHz: 1e3, MHz: 1e6, GHz: 1e9 }),
  duration: sizes({ μs: 1e-6, ms: 1e-3, s: 1, min: 60, h: HOUR, d: DAY, w: 7 * DAY }),
  data_size: dataUnits(''),
  data_rate: dataUnits('/s'),
  irradiance: sizes({ 'W/m²': 1, 'BTU/(h⋅ft²)': BTU / HOUR / FOOT ** 2 }),
  radioactivity: sizes({ 'Bq/m³': 1, 'pCi/L': 37 }),
  // As blood glucose meters count.
  blood_glucose: counts({ 'mmol/L': 1, 'mg/dL': 18.016 }),
  mass_concentration: sizes({ 'μg/m³': 1e-6, 'mg/m³': 1e-3, 'g/m³': 1 }),
  parts: sizes({ ppb: 1e-3, ppm: 1 }),
  ratio: counts({ '': 1, '%': 100, ppm: 1e6, ppb: 1e9 }),
  carbon_monoxide: gas(28.01),
  nitrogen_dioxide: gas(46.0055),
  nitrogen_monoxide: gas(30.0061),
  ozone: gas(48),
  sulphur_dioxide: gas(64.066),
} satisfies Readonly<Record<string, UnitTable>>;

/** The name of a quantity. */
export type Quantity = keyof typeof QUANTITIES;
