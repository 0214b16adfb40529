import type { Travel } from './drivers.ts';
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

export interface SimulatedLight extends Common {
  readonly kind: 'light';
  readonly modes: readonly string[];
  readonly effects?: readonly string[];
  readonly features?: readonly string[];
  readonly values: Readonly<Record<string, unknown>>;
}

export interface SimulatedSwitch extends Common {
  readonly kind: 'switch';
  readonly on: boolean;
}

export interface SimulatedSensor extends Common {
  readonly kind: 'sensor';
  readonly unit?: string;
  readonly stateClass?: string;
  readonly start: number;
  readonly model: SensorModel;
}

export interface SimulatedContact extends Common {
  readonly kind: 'binary_sensor';
  /** How often an hour it turns on, and for how many seconds it stays so. */
  readonly perHour: number;
  readonly seconds: number;
}

export interface SimulatedCover extends Common {
  readonly kind: 'cover';
  readonly travel: Travel;
  readonly features: readonly string[];
  readonly values: Readonly<Record<string, unknown>>;
}

export type SimulatedEntity =
  | SimulatedLight
  | SimulatedSwitch
  | SimulatedSensor
  | SimulatedContact
  | SimulatedCover;

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
