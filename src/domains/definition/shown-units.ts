import type { UnitSystemName } from '../../core/unit-system.ts';
import type { Quantity } from '../../core/unit-tables.ts';

/** A quantity other than sensor readings: its unit in each unit system, and the units a user can choose. */
interface ShownQuantity {
  readonly quantity: Quantity;
  readonly shown: Readonly<Record<UnitSystemName, string>>;
  readonly choices: readonly string[];
}

/** The quantities of attributes, fields and responses of domains. */
export const SHOWN_QUANTITIES = {
  temperature: {
    quantity: 'temperature',
    shown: { metric: '°C', us_customary: '°F' },
    choices: ['°C', '°F'],
  },
  pressure: {
    quantity: 'pressure',
    shown: { metric: 'hPa', us_customary: 'inHg' },
    choices: ['hPa', 'inHg', 'kPa', 'mbar', 'mmHg'],
  },
  wind_speed: {
    quantity: 'speed',
    shown: { metric: 'km/h', us_customary: 'mph' },
    choices: ['Beaufort', 'ft/s', 'km/h', 'kn', 'm/s', 'mph'],
  },
  visibility: { quantity: 'length', shown: { metric: 'km', us_customary: 'mi' }, choices: ['km', 'mi'] },
  precipitation: { quantity: 'length', shown: { metric: 'mm', us_customary: 'in' }, choices: ['in', 'mm'] },
} as const satisfies Readonly<Record<string, ShownQuantity>>;

/** The name of a quantity that domains declare. */
export type ShownQuantityName = keyof typeof SHOWN_QUANTITIES;
