import { z } from 'zod';
import { parse } from '../../core/parse.ts';
import { QUANTITIES, type Quantity } from '../../core/unit-tables.ts';
import data from './device-classes.json' with { type: 'json' };

/** How a reading behaves over time: a value of the moment, an angle, or a meter. */
const StateClass = z.enum(['measurement', 'measurement_angle', 'total', 'total_increasing']);
export type StateClass = z.infer<typeof StateClass>;

const UnitOfUnit = z.record(z.string(), z.string()).transform((units) => new Map(Object.entries(units)));

/** The properties of a device class. */
const ReadingFacts = z.object({
  /** Whether readings are numbers. */
  numeric: z.boolean().default(true),
  /** The allowed units; none for unitless and non-numeric readings, and for money: any currency is valid. */
  units: z.array(z.string()).default([]),
  /** How it may be aggregated over time. */
  stateClasses: z.array(StateClass).default(['measurement']),
  /** The quantity used for conversion; classes without one keep their units. */
  quantity: z.custom<Quantity>((name) => typeof name === 'string' && name in QUANTITIES).exactOptional(),
  /** The default precision: decimals in this unit. */
  precision: z.object({ unit: z.string(), decimals: z.number() }).exactOptional(),
  /** The displayed unit by unit system and source unit. Other units are kept. */
  shown: z.record(z.enum(['metric', 'us_customary']), UnitOfUnit).exactOptional(),
});
export type ReadingFacts = z.infer<typeof ReadingFacts>;

/** All kinds of readings. Micro is U+03BC; sources also send U+00B5. */
export const sensorDeviceClasses: ReadonlyMap<string, ReadingFacts> = new Map(
  Object.entries(parse(z.record(z.string(), ReadingFacts), data)),
);
