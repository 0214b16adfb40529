/** The display unit of each quantity, as `unit_system` of `/api/config` names them. */
export interface UnitSystem {
  readonly length: string;
  readonly accumulated_precipitation: string;
  readonly area: string;
  readonly mass: string;
  readonly pressure: string;
  readonly temperature: string;
  readonly volume: string;
  readonly wind_speed: string;
}

/** The names a home can choose from. */
export type UnitSystemName = 'metric' | 'us_customary';

/** The unit of each quantity in each system. */
export const UNIT_SYSTEMS: Readonly<Record<UnitSystemName, UnitSystem>> = {
  metric: {
    length: 'km',
    accumulated_precipitation: 'mm',
    area: 'm²',
    mass: 'g',
    pressure: 'Pa',
    temperature: '°C',
    volume: 'L',
    wind_speed: 'm/s',
  },
  us_customary: {
    length: 'mi',
    accumulated_precipitation: 'in',
    area: 'ft²',
    mass: 'lb',
    pressure: 'psi',
    temperature: '°F',
    volume: 'gal',
    wind_speed: 'mph',
  },
};
