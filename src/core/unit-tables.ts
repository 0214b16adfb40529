/** How a unit relates to the base of its quantity. */
export interface UnitFacts {
  /** How many of it make one of the base. */
  readonly perBase: number;
  /** What it reads where the base reads 0. */
  readonly zero?: number;
  /** Whether it counts the reciprocal: kilometres a kilowatt-hour beside kilowatt-hours a hundred kilometres. */
  readonly inverse?: true;
  /** Degrees of the Beaufort scale, which grow with the speed to the power of two thirds. */
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

const INCH = 0.0254;
const FOOT = 0.3048;
const YARD = 0.9144;
const MILE = 1609.344;
const HOUR = 3600;
const DAY = 86_400;
const CUBIC_FOOT = FOOT ** 3;
const GALLON = 231 * INCH ** 3;
const CALORIE = 4.184;
/** International British thermal unit, in joules. */
const BTU = 1055.05585262;
const GRAVITY = 9.80665;
/** Kilograms a cubic metre of mercury at 0 °C. */
const MERCURY = 13_595.1;
/** Litres a mole of an ideal gas fills at 20 °C and 101.325 kPa. */
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

/** Parts of air and mass a volume of air, for a gas of this molar mass in grams. */
function gas(molarMass: number): UnitTable {
  const microgramsPerPpb = molarMass / MOLAR_VOLUME;
  return counts({
    ppb: 1,
    ppm: 1e-3,
    'μg/m³': microgramsPerPpb,
    'mg/m³': microgramsPerPpb / 1e3,
    'g/m³': microgramsPerPpb / 1e6,
  });
}

const temperature: UnitTable = new Map([
  ['°C', { perBase: 1 }],
  ['°F', { perBase: 1.8, zero: 32 }],
  ['K', { perBase: 1, zero: 273.15 }],
]);

const speed: UnitTable = new Map<string, UnitFacts>([
  ...sizes({
    'm/s': 1,
    'm/min': 1 / 60,
    'km/h': 1000 / HOUR,
    'mm/s': 1e-3,
    'mm/h': 1e-3 / HOUR,
    'mm/d': 1e-3 / DAY,
    'ft/s': FOOT,
    'in/s': INCH,
    'in/h': INCH / HOUR,
    'in/d': INCH / DAY,
    mph: MILE / HOUR,
    kn: 1852 / HOUR,
  }),
  ['Beaufort', { perBase: 1, beaufort: true }],
]);

/** Every quantity with its units. Where the field writes a unit in one way, so does this table; micro is U+03BC. */
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
    'cm²': 1e-4,
    'mm²': 1e-6,
    'km²': 1e6,
    ha: 1e4,
    'in²': INCH ** 2,
    'ft²': FOOT ** 2,
    'yd²': YARD ** 2,
    'mi²': MILE ** 2,
    ac: 4840 * YARD ** 2,
  }),
  volume: sizes({
    'm³': 1,
    L: 1e-3,
    mL: 1e-6,
    gal: GALLON,
    'fl. oz.': GALLON / 128,
    'ft³': CUBIC_FOOT,
    CCF: 100 * CUBIC_FOOT,
    MCF: 1000 * CUBIC_FOOT,
  }),
  volume_flow_rate: sizes({
    'm³/s': 1,
    'm³/min': 1 / 60,
    'm³/h': 1 / HOUR,
    'ft³/min': CUBIC_FOOT / 60,
    'L/s': 1e-3,
    'L/min': 1e-3 / 60,
    'L/h': 1e-3 / HOUR,
    'mL/s': 1e-6,
    'gal/min': GALLON / 60,
    'gal/h': GALLON / HOUR,
    'gal/d': GALLON / DAY,
  }),
  speed,
  mass: sizes({
    kg: 1000,
    g: 1,
    mg: 1e-3,
    μg: 1e-6,
    oz: 28.349523125,
    lb: 453.59237,
    st: 6350.29318,
  }),
  pressure: sizes({
    Pa: 1,
    mPa: 1e-3,
    hPa: 100,
    kPa: 1000,
    mbar: 100,
    cbar: 1000,
    bar: 1e5,
    mmHg: (MERCURY * GRAVITY) / 1000,
    inHg: MERCURY * GRAVITY * INCH,
    'inH₂O': 1000 * GRAVITY * INCH,
    psi: 6894.757,
    atm: 101_325,
  }),
  energy: sizes({
    J: 1,
    kJ: 1e3,
    MJ: 1e6,
    GJ: 1e9,
    mWh: 3.6,
    Wh: 3.6e3,
    kWh: 3.6e6,
    MWh: 3.6e9,
    GWh: 3.6e12,
    TWh: 3.6e15,
    cal: CALORIE,
    kcal: CALORIE * 1e3,
    Mcal: CALORIE * 1e6,
    Gcal: CALORIE * 1e9,
    thm: BTU * 1e5,
  }),
  energy_distance: new Map<string, UnitFacts>([
    ['kWh/100km', { perBase: 1 }],
    ['Wh/km', { perBase: 10 }],
    ['km/kWh', { perBase: 100, inverse: true }],
    ['mi/kWh', { perBase: 1e5 / MILE, inverse: true }],
  ]),
  power: sizes({ mW: 1e-3, W: 1, kW: 1e3, MW: 1e6, GW: 1e9, TW: 1e12 }),
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
  // As meters of blood sugar count.
  blood_glucose: counts({ 'mmol/L': 1, 'mg/dL': 18 }),
  mass_concentration: sizes({ 'μg/m³': 1e-6, 'mg/m³': 1e-3, 'g/m³': 1 }),
  parts: sizes({ ppb: 1e-3, ppm: 1 }),
  ratio: counts({ '%': 100, '': 1 }),
  carbon_monoxide: gas(28.01),
  nitrogen_dioxide: gas(46.0055),
  nitrogen_monoxide: gas(30.0061),
  ozone: gas(47.9982),
  sulphur_dioxide: gas(64.066),
} satisfies Readonly<Record<string, UnitTable>>;

/** The name of a kind of quantity. */
export type Quantity = keyof typeof QUANTITIES;
