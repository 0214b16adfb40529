import type { Clock } from '../../core/clock.ts';
import type { Values } from '../../domains/definition/define-domain.ts';
import type { Driver, EntityHandle } from '../../entities/entity/driver.ts';
import type { Travel } from './drivers.ts';
import type { Random } from './random.ts';
import type { SensorModel } from './sensor-models.ts';

/** What an entity of the simulated home is made of. */
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

/** A blind or a door that takes its time. */
export interface SimulatedCover extends Common {
  readonly kind: 'cover';
  readonly travel: Travel;
  readonly features: readonly string[];
  readonly values: Readonly<Record<string, unknown>>;
}

/** What a behavior has of the world around it. */
export interface World {
  readonly clock: Clock;
  /** Chance of this thing's own: what others do does not move it. */
  readonly random: Random;
  /** The hour of the home's day, 0 up to 24. */
  readonly hourOfDay: (at: number) => number;
  /** Where the home is. */
  readonly place: () => { readonly latitude: number; readonly longitude: number };
  /** The players that can play together. */
  readonly players: Set<EntityHandle>;
}

/** Anything else: what it can do and is at first, in the terms of its domain, and how it behaves. */
export interface SimulatedThing extends Common {
  readonly kind: 'thing';
  readonly domain: string;
  readonly unit?: string;
  readonly features?: readonly string[];
  readonly capabilities?: Values;
  readonly values: Values;
  /** What the registry keeps for it in its domain's options at first. */
  readonly options?: Record<string, unknown>;
  /** Makes its driver; without it what is planned is reached at once. */
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

/** Tells whether a switch or light of the home is on: what a meter counts follows from it. */
export type IsOn = (uniqueId: string) => boolean;
