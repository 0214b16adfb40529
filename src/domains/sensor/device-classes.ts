/** How a reading behaves over time: a value of the moment, an angle, or a meter. */
export type StateClass = 'measurement' | 'measurement_angle' | 'total' | 'total_increasing';

/** The units of a device class, and how it may be aggregated over time. */
export interface ReadingFacts {
  /** The allowed units; none for unitless and non-numeric readings. */
  readonly units: readonly string[];
  readonly stateClasses: readonly StateClass[];
  /** Whether readings are numbers. */
  readonly numeric: boolean;
}

const ENERGY = 'J, kJ, MJ, GJ, mWh, Wh, kWh, MWh, GWh, TWh, cal, kcal, Mcal, Gcal, thm';
const PRESSURE = 'mPa, Pa, hPa, kPa, bar, cbar, mbar, mmHg, inHg, inH₂O, psi, atm';
const VOLUME = 'L, mL, gal, fl. oz., m³, ft³, CCF, MCF';
const DATA =
  'bit, kbit, Mbit, Gbit, B, kB, MB, GB, TB, PB, EB, ZB, YB, KiB, MiB, GiB, TiB, PiB, EiB, ZiB, YiB';

const ANY: readonly StateClass[] = ['measurement', 'measurement_angle', 'total', 'total_increasing'];
const METER: readonly StateClass[] = ['total', 'total_increasing'];

/** A kind of number; the units as one text, divided by commas. */
function reading(units: string, stateClasses: readonly StateClass[] = ['measurement']): ReadingFacts {
  return { units: units === '' ? [] : units.split(', '), stateClasses, numeric: true };
}

const noNumber: ReadingFacts = { units: [], stateClasses: [], numeric: false };

/** All kinds of readings. Micro is U+03BC; sources also send U+00B5. */
export const sensorDeviceClasses: ReadonlyMap<string, ReadingFacts> = new Map([
  ['date', noNumber],
  ['timestamp', noNumber],
  ['uptime', noNumber],
  ['enum', noNumber],
  ['absolute_humidity', reading('g/m³, mg/m³')],
  ['apparent_power', reading('mVA, VA, kVA')],
  ['aqi', reading('')],
  ['area', reading('m², cm², km², mm², in², ft², yd², mi², ac, ha', ANY)],
  ['atmospheric_pressure', reading(PRESSURE)],
  ['battery', reading('%')],
  ['blood_glucose_concentration', reading('mg/dL, mmol/L')],
  ['carbon_dioxide', reading('ppm')],
  ['carbon_monoxide', reading('ppb, ppm, μg/m³, mg/m³')],
  ['conductivity', reading('S/cm, mS/cm, μS/cm')],
  ['current', reading('A, mA, μA')],
  ['data_rate', reading('bit/s, kbit/s, Mbit/s, Gbit/s, B/s, kB/s, MB/s, GB/s, KiB/s, MiB/s, GiB/s')],
  ['data_size', reading(DATA, ANY)],
  ['distance', reading('km, m, cm, mm, mi, nmi, yd, in, ft', ANY)],
  ['duration', reading('d, h, min, s, ms, μs', ANY)],
  ['energy', reading(ENERGY, METER)],
  ['energy_distance', reading('kWh/100km, Wh/km, mi/kWh, km/kWh')],
  ['energy_storage', reading(ENERGY)],
  ['frequency', reading('mHz, Hz, kHz, MHz, GHz')],
  ['gas', reading('L, m³, ft³, CCF, MCF', METER)],
  ['humidity', reading('%')],
  ['illuminance', reading('lx')],
  ['irradiance', reading('W/m², BTU/(h⋅ft²)')],
  ['moisture', reading('%')],
  // Any currency is valid.
  ['monetary', reading('', ['total'])],
  ['nitrogen_dioxide', reading('ppb, ppm, μg/m³')],
  ['nitrogen_monoxide', reading('ppb, μg/m³')],
  ['nitrous_oxide', reading('μg/m³')],
  ['ozone', reading('ppb, ppm, μg/m³')],
  ['ph', reading('')],
  ['pm1', reading('μg/m³')],
  ['pm25', reading('μg/m³')],
  ['pm4', reading('μg/m³')],
  ['pm10', reading('μg/m³')],
  ['power', reading('mW, W, kW, MW, GW, TW')],
  ['power_factor', reading('%')],
  ['precipitation', reading('cm, in, mm', ANY)],
  ['precipitation_intensity', reading('in/d, in/h, mm/d, mm/h')],
  ['pressure', reading(PRESSURE)],
  ['radon', reading('Bq/m³, pCi/L')],
  ['reactive_energy', reading('varh, kvarh', METER)],
  ['reactive_power', reading('mvar, var, kvar')],
  ['signal_strength', reading('dB, dBm')],
  ['sound_pressure', reading('dB, dBA')],
  ['speed', reading('ft/s, in/d, in/h, in/s, km/h, kn, m/s, m/min, mph, mm/d, mm/h, mm/s, Beaufort')],
  ['sulphur_dioxide', reading('ppb, μg/m³')],
  ['temperature', reading('°C, °F, K')],
  ['temperature_delta', reading('°C, °F, K')],
  ['volatile_organic_compounds', reading('μg/m³, mg/m³')],
  ['volatile_organic_compounds_parts', reading('ppm, ppb')],
  ['voltage', reading('μV, mV, V, kV, MV')],
  ['volume', reading(VOLUME, METER)],
  ['volume_flow_rate', reading('m³/h, m³/min, m³/s, ft³/min, L/h, L/min, L/s, gal/d, gal/h, gal/min, mL/s')],
  ['volume_storage', reading(VOLUME)],
  ['water', reading('L, gal, m³, ft³, CCF, MCF', METER)],
  ['weight', reading('kg, g, mg, μg, oz, lb, st', ['measurement', ...METER])],
  ['wind_direction', reading('°', ['measurement_angle'])],
  ['wind_speed', reading('ft/s, in/s, km/h, kn, m/min, m/s, mm/s, mph, Beaufort')],
]);
