import type { Clock } from '../../core/clock.ts';
import type { Values } from '../../domains/definition/define-domain.ts';
import type { Driver, EntityHandle } from '../../entities/entity/driver.ts';
import type { Travel } from './drivers.ts';
import type { Random } from './random.ts';
import type { SensorModel } from './sensor-models.ts';

/** What all entities of the simulated home have. */
interface Common {
  /** The part after the device's id in its unique id. */
  readonly key: string;
  /** Null for the main entity of its device. */
  readonly name: string | null;
  readonly deviceClass?: string;
  readonly icon?: string;
  readonly entityCategory?: 'config' | 'diagnostic';
}

/** A lamp, with the modes it has and how it is at first. */
export interface SimulatedLight extends Common {
  readonly kind: 'light';
  readonly modes: readonly string[];
  readonly effects?: readonly string[];
  readonly features?: readonly string[];
  readonly values: Readonly<Record<string, unknown>>;
}

/** A switch, and whether it is on at first. */
export interface SimulatedSwitch extends Common {
  readonly kind: 'switch';
  readonly on: boolean;
}

/** A reading that moves by a model from where it starts. */
export interface SimulatedSensor extends Common {
  readonly kind: 'sensor';
  readonly unit?: string;
  readonly stateClass?: string;
  readonly start: number;
  readonly model: SensorModel;
}

/** A contact or a detector. */
export interface SimulatedContact extends Common {
  readonly kind: 'binary_sensor';
  /** How often an hour it turns on, and for how many seconds it stays so. */
  readonly perHour: number;
  readonly seconds: number;
}

/** A blind or a door that takes time to move. */
export interface SimulatedCover extends Common {
  readonly kind: 'cover';
  readonly travel: Travel;
  readonly features: readonly string[];
  readonly values: Readonly<Record<string, unknown>>;
}

/** What a behavior can access. */
export interface World {
  readonly clock: Clock;
  /** Random numbers of this device alone, independent of other devices. */
  readonly random: Random;
  /** The hour of the home's day, 0 up to 24. */
  readonly hourOfDay: (at: number) => number;
  /** Where the home is. */
  readonly place: () => { readonly latitude: number; readonly longitude: number };
  /** The players that can play together. */
  readonly players: Set<EntityHandle>;
}

/** Any other entity: its features and first values, in the terms of its domain, and its behavior. */
export interface SimulatedThing extends Common {
  readonly kind: 'thing';
  readonly domain: string;
  readonly unit?: string;
  readonly features?: readonly string[];
  readonly capabilities?: Values;
  readonly values: Values;
  /** The initial registry options of its domain. */
  readonly options?: Record<string, unknown>;
  /** Creates its driver; without it commands take effect at once. */
  readonly behave?: (world: World) => Driver;
}

export type SimulatedEntity =
  | SimulatedLight
  | SimulatedSwitch
  | SimulatedSensor
  | SimulatedContact
  | SimulatedCover
  | SimulatedThing;

/** A device of the simulated home. */
export interface SimulatedDevice {
  readonly id: string;
  readonly name: string;
  readonly manufacturer: string;
  readonly model: string;
  readonly entities: readonly SimulatedEntity[];
}

/** Whether a switch or light of the home is on: the readings of meters depend on it. */
export type IsOn = (uniqueId: string) => boolean;
