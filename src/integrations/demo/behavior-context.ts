import type { Clock } from '../../core/clock.ts';
import type { EntityHandle } from '../../entities/entity/driver.ts';
import type { Random } from './random.ts';

/** What a behavior can access. */
export interface BehaviorContext {
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
