import type { Clock } from '../core/clock.ts';
import type { StateMachine } from '../core/state-machine.ts';
import type { Entities } from '../entities/entity/entities.ts';
import type { Home } from '../entities/home/home.ts';

/** What computed sensors need. */
export interface SensorParts {
  readonly entities: Entities;
  readonly states: Pick<StateMachine, 'get'>;
  readonly home: Pick<Home, 'facts'>;
  readonly clock: Clock;
}

/** A sensor whose value follows from other entities. */
export interface DerivedSensor {
  /** The entities it follows from. */
  sources(): readonly string[];
  /** Computes it from the present states. */
  update(): void;
  /** Makes it unavailable: the preferences no longer ask for it. */
  retire(): void;
  /** Removes the entity, at the end of the run; its registry entry stays. */
  remove(): void;
}
