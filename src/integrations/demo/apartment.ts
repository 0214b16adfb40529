import { z } from 'zod';
import { parse } from '../../core/parse.ts';
import data from './apartment.json' with { type: 'json' };
import { Behavior } from './behavior.ts';
import { METERS } from './energy-flows.ts';
import { SensorModel } from './sensor-models.ts';

const Values = z.record(z.string(), z.unknown());

/** A contact or a detector. */
const Contact = z.object({
  /** How often an hour it turns on, and for how many seconds it stays so. */
  perHour: z.number(),
  seconds: z.number(),
});
export type Contact = z.infer<typeof Contact>;

/** A simulated entity: features, initial values and behavior, in the terms of its domain. */
const SimulatedEntity = z.object({
  domain: z.string(),
  /** The part after the device's ID in its unique ID, unless it is its domain. */
  key: z.string().exactOptional(),
  /** Null for the main entity of its device. */
  name: z.string().nullable().default(null),
  deviceClass: z.string().exactOptional(),
  entityCategory: z.enum(['config', 'diagnostic']).exactOptional(),
  unit: z.string().exactOptional(),
  features: z.array(z.string()).exactOptional(),
  capabilities: Values.exactOptional(),
  values: Values,
  /** The initial registry options by domain. */
  options: z.record(z.string(), Values).exactOptional(),
  /** Creates its driver; without one, commands take effect immediately. */
  behavior: Behavior.exactOptional(),
  /** It only reports: readings, a meter of the energy simulation, or contacts that open and close. */
  meter: z.enum(METERS).exactOptional(),
  model: SensorModel.exactOptional(),
  contact: Contact.exactOptional(),
});
export type SimulatedEntity = z.infer<typeof SimulatedEntity>;

/** A device of the simulated home. */
const SimulatedDevice = z.object({
  id: z.string(),
  name: z.string(),
  manufacturer: z.string(),
  model: z.string(),
  entities: z.array(SimulatedEntity),
});
export type SimulatedDevice = z.infer<typeof SimulatedDevice>;

/** The devices of a home for two: some hundred entities of every domain devices have. */
export function devicesOfApartment(): readonly SimulatedDevice[] {
  return parse(z.array(SimulatedDevice), data.devices);
}

/** Rooms, labels, helpers, persons and scenes. Rooms and labels name their devices, persons their tracker. */
export const { furnishing } = data;
