import { z } from 'zod';
import { parse } from '../../../core/parse.ts';
import data from './quantities.json' with { type: 'json' };

/** The quantity of a reading's name. */
export const Quantity = z.object({
  /** The displayed unit. */
  unit: z.string().exactOptional(),
  deviceClass: z.string().exactOptional(),
  stateClass: z.enum(['measurement', 'total', 'total_increasing']).exactOptional(),
  icon: z.string().exactOptional(),
});
export type Quantity = Readonly<z.infer<typeof Quantity>>;

/** Quantities by Tasmota's reading name. */
const QUANTITIES: ReadonlyMap<string, Quantity> = new Map(
  Object.entries(parse(z.record(z.string(), Quantity), data.quantities)),
);

/** Quantities whose unit is part of the report, under `unitKey`. */
const WITH_REPORTED_UNIT = new Map(
  Object.entries(
    parse(z.record(z.string(), Quantity.extend({ unitKey: z.string() })), data.withReportedUnit),
  ),
);

const UNIT_NAMES: ReadonlyMap<unknown, string> = new Map([
  ['C', '°C'],
  ['F', '°F'],
]);

/** Sensors whose energy is not electrical: of lightning, of motion. */
const OTHER_ENERGY: ReadonlySet<string> = new Set(['AS3935', 'LD2410']);

/** The quantity of a reading, from its path and the units in the report. */
export function quantityAt(
  [sensor, reading, inner]: readonly (string | number)[],
  report: Readonly<Record<string, unknown>>,
): Quantity {
  const name = nameOf(String(sensor), String(reading), inner);
  const reported = WITH_REPORTED_UNIT.get(name);
  if (reported === undefined) return QUANTITIES.get(name) ?? {};
  const { unitKey, ...quantity } = reported;
  const unit = Object.hasOwn(report, unitKey) ? report[unitKey] : undefined;
  if (typeof unit !== 'string' || unit.length > 32) return quantity;
  return { ...quantity, unit: UNIT_NAMES.get(unit) ?? unit };
}

function nameOf(sensor: string, reading: string, inner: string | number | undefined): string {
  if (reading === 'Energy' && OTHER_ENERGY.has(sensor)) return '';
  if (typeof inner === 'string' && QUANTITIES.has(inner)) return inner;
  // The inputs of an ESP32 are numbered: Temperature1.
  return sensor === 'ANALOG' ? reading.replace(/\d$/, '') : reading;
}
