import type { UnitSystemName } from '../../core/unit-system.ts';
import type { Quantity } from '../../core/unit-tables.ts';
import data from './device-classes.json' with { type: 'json' };

/** How a reading behaves over time: a value of the moment, an angle, or a meter. */
export type StateClass = 'measurement' | 'measurement_angle' | 'total' | 'total_increasing';

/** The properties of a device class in the table. */
interface Row {
  readonly numeric?: boolean;
  readonly units?: readonly string[];
  readonly stateClasses?: readonly StateClass[];
  readonly quantity?: Quantity;
  readonly precision?: { readonly unit: string; readonly decimals: number };
  readonly shown?: Readonly<Record<UnitSystemName, Readonly<Record<string, string>>>>;
}

/** The properties of a device class. */
export interface ReadingFacts {
  /** Whether readings are numbers. */
  readonly numeric: boolean;
  /** The allowed units; none for unitless and non-numeric readings, and for money: any currency is valid. */
  readonly units: readonly string[];
  /** How it may be aggregated over time. */
  readonly stateClasses: readonly StateClass[];
  /** The quantity used for conversion; classes without one keep their units. */
  readonly quantity?: Quantity;
  /** The default precision: decimals in this unit. */
  readonly precision?: { readonly unit: string; readonly decimals: number };
  /** The displayed unit by unit system and source unit. Other units are kept. */
  readonly shown?: Readonly<Record<UnitSystemName, ReadonlyMap<string, string>>>;
}

/** All kinds of readings. Micro is U+03BC; sources also send U+00B5. A test validates the table. */
export const sensorDeviceClasses: ReadonlyMap<string, ReadingFacts> = new Map(
  Object.entries<Row>(data as Readonly<Record<string, Row>>).map(([name, row]) => [name, factsOf(row)]),
);

function factsOf({ shown, ...row }: Row): ReadingFacts {
  const facts = { numeric: true, units: [], stateClasses: ['measurement' as const], ...row };
  if (shown === undefined) return facts;
  const units = (system: UnitSystemName) => new Map(Object.entries(shown[system]));
  return { ...facts, shown: { metric: units('metric'), us_customary: units('us_customary') } };
}
