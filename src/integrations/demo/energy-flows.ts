import { seededRandom } from './random.ts';

/** The meters of the simulated home: powers in W, energies in kWh, gas and water in m³, the battery in %. */
export const METERS = [
  'grid_power',
  'grid_import',
  'grid_export',
  'solar_power',
  'solar_energy',
  'battery_power',
  'battery_charged',
  'battery_discharged',
  'battery_level',
  'gas',
  'water',
  'kitchen_energy',
  'fridge_power',
  'fridge_energy',
  'dishwasher_energy',
  'oven_energy',
  'wallbox_power',
  'wallbox_energy',
] as const;
export type Meter = (typeof METERS)[number];

/** What all meters show. */
export type MeterReadings = Readonly<Record<Meter, number>>;

/** A moment of the simulated home. */
export interface FlowMoment {
  /** In milliseconds since 1970. */
  readonly at: number;
  /** The hour of the home's day, 0 up to 24. */
  readonly hour: number;
  readonly place: { readonly latitude: number; readonly longitude: number };
  /** The power of devices that are not simulated here, such as plugs that users switch. */
  readonly otherWatts: number;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const SOLAR_PEAK = 8000;
const BATTERY = { kilowattHours: 10, watts: 3500, efficiency: 0.93, reserve: 0.08 };

/** Computes the readings after `elapsed` hours. The same moments always give the same readings. */
export function nextReadings(before: MeterReadings, moment: FlowMoment, elapsed: number): MeterReadings {
  const loads = loadsAt(moment);
  const kitchen = loads.fridge + loads.dishwasher + loads.oven;
  const solar = solarWatts(moment);
  const surplus = solar - loads.base - kitchen - loads.wallbox - moment.otherWatts;
  const battery = batteryWatts(before.battery_level / 100, surplus, elapsed);
  const grid = -surplus - battery;
  const stored = battery > 0 ? -battery : -battery * BATTERY.efficiency;
  const level = before.battery_level + ((stored * elapsed) / 1000 / BATTERY.kilowattHours) * 100;
  const counted = (meter: Meter, watts: number): number =>
    before[meter] + (Math.max(0, watts) / 1000) * elapsed;
  return {
    grid_power: Math.round(grid),
    grid_import: counted('grid_import', grid),
    grid_export: counted('grid_export', -grid),
    solar_power: Math.round(solar),
    solar_energy: counted('solar_energy', solar),
    battery_power: Math.round(battery),
    battery_charged: counted('battery_charged', -battery),
    battery_discharged: counted('battery_discharged', battery),
    battery_level: Math.min(100, Math.max(0, level)),
    gas: before.gas + gasPerHour(moment) * elapsed,
    water: before.water + waterPerHour(moment, loads.dishwasher > 0) * elapsed,
    kitchen_energy: counted('kitchen_energy', kitchen),
    fridge_power: Math.round(loads.fridge),
    fridge_energy: counted('fridge_energy', loads.fridge),
    dishwasher_energy: counted('dishwasher_energy', loads.dishwasher),
    oven_energy: counted('oven_energy', loads.oven),
    wallbox_power: Math.round(loads.wallbox),
    wallbox_energy: counted('wallbox_energy', loads.wallbox),
  };
}

interface Loads {
  readonly base: number;
  readonly fridge: number;
  readonly dishwasher: number;
  readonly oven: number;
  readonly wallbox: number;
}

function loadsAt({ at, hour }: FlowMoment): Loads {
  const day = dayOf(at, hour);
  const noise = chance(Math.floor(at / 300_000), 1);
  return {
    base: 170 + 160 * bell(hour, 7.4, 1.1) + 330 * bell(hour, 20.2, 2.3) + 60 * noise,
    fridge: (at / HOUR) % 0.75 < 0.27 ? 92 : 1.5,
    dishwasher:
      chance(day, 2) < 0.7 ? program(hour, 19.6 + chance(day, 3) * 1.6, [2050, 180, 150, 1950, 120]) : 0,
    oven: chance(day, 4) < 0.75 ? program(hour, 17.8 + chance(day, 5) * 0.8, [2300, 1100]) : 0,
    wallbox: charging(hour, day) ? 3650 : 0,
  };
}

/** Power of a program that begins at an hour and has a power for each 20 minutes. */
function program(hour: number, begin: number, watts: readonly number[]): number {
  return hour < begin ? 0 : (watts[Math.floor((hour - begin) * 3)] ?? 0);
}

/** The car charges in the evening and, if it needs more, after midnight. */
function charging(hour: number, day: number): boolean {
  const hoursOf = (of: number): number => (chance(of, 6) < 0.45 ? 1.5 + chance(of, 7) * 3 : 0);
  const beginOf = (of: number): number => 21 + chance(of, 8) * 1.5;
  const today = hour >= beginOf(day) && hour < beginOf(day) + hoursOf(day);
  return today || hour < beginOf(day - 1) + hoursOf(day - 1) - 24;
}

function solarWatts({ at, hour, place }: FlowMoment): number {
  const height = sunHeight(at, place);
  if (height <= 0) return 0;
  const clear = 0.25 + 0.75 * chance(dayOf(at, hour), 9);
  const cloud = 1 - (1 - clear) * chance(Math.floor(at / 900_000), 10);
  // A tilted roof gains when the sun is low.
  return SOLAR_PEAK * height ** 0.8 * clear * cloud * 0.85;
}

/** The sine of the sun's elevation. */
function sunHeight(at: number, { latitude, longitude }: FlowMoment['place']): number {
  const radians = Math.PI / 180;
  const dayOfYear = (at % (365.2425 * DAY)) / DAY;
  const declination = -23.44 * radians * Math.cos((2 * Math.PI * (dayOfYear + 10)) / 365.2425);
  const turn = ((((at % DAY) / HOUR - 12) * 15 + longitude) * Math.PI) / 180;
  return (
    Math.sin(latitude * radians) * Math.sin(declination) +
    Math.cos(latitude * radians) * Math.cos(declination) * Math.cos(turn)
  );
}

/** The power from the battery, negative while it charges. */
function batteryWatts(level: number, surplus: number, elapsed: number): number {
  const { kilowattHours, watts, efficiency, reserve } = BATTERY;
  const hours = Math.max(elapsed, 1 / 120);
  if (surplus > 0) {
    const room = ((1 - level) * kilowattHours * 1000) / hours / efficiency;
    return -Math.min(surplus, watts, Math.max(0, room));
  }
  const left = ((level - reserve) * kilowattHours * 1000) / hours;
  return Math.min(-surplus, watts, Math.max(0, left));
}

/** Cubic meters of gas an hour: heating and warm water. */
function gasPerHour({ at, hour }: FlowMoment): number {
  const season = 0.5 + 0.5 * Math.cos((2 * Math.PI * (at % (365.2425 * DAY))) / (365.2425 * DAY));
  const heating = season * (0.12 + 0.35 * bell(hour, 6.8, 1.4) + 0.3 * bell(hour, 18.5, 2.5));
  return heating + 0.28 * bell(hour, 7.2, 0.5) + 0.1 * bell(hour, 21, 0.8);
}

/** Cubic meters of water an hour: mostly nothing, sometimes a tap or a shower. */
function waterPerHour({ at, hour }: FlowMoment, isWashing: boolean): number {
  const use = 0.04 + 0.5 * bell(hour, 7.2, 0.9) + 0.16 * bell(hour, 12.8, 0.9) + 0.3 * bell(hour, 20, 1.8);
  return (chance(Math.floor(at / 300_000), 11) < use ? 0.12 : 0) + (isWashing ? 0.008 : 0);
}

/** 1 at the peak, falling to nothing within a few widths. */
function bell(hour: number, peak: number, width: number): number {
  return Math.exp(-(((hour - peak) / width) ** 2));
}

/** A number of the home's day at a moment, one higher each day. */
function dayOf(at: number, hour: number): number {
  return Math.round((at - hour * HOUR) / DAY);
}

/** A number from 0 up to 1 that is always the same for the same step and purpose. */
function chance(step: number, purpose: number): number {
  return seededRandom(Math.imul(step, 0x9e3779b1) ^ Math.imul(purpose, 0x85ebca6b))();
}
