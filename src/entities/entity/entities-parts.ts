import type { Bus } from '../../core/bus.ts';
import type { EntityId } from '../../core/entity-id.ts';
import type { Log } from '../../core/log.ts';
import type { Attributes } from '../../core/state.ts';
import type { StateMachine } from '../../core/state-machine.ts';
import type { UnitSystemName } from '../../core/unit-system.ts';
import type { DeviceRegistry } from '../registry/device-registry.ts';
import type { EntityRegistry } from '../registry/entity-registry.ts';
import type { LastValues } from '../registry/left-values.ts';
import type { Entity } from './entity.ts';

/** The dependencies of `Entities`. */
export interface EntitiesParts {
  readonly states: StateMachine;
  readonly registry: EntityRegistry;
  readonly devices: DeviceRegistry;
  readonly bus: Bus;
  readonly log: Log;
  /** Returns the config entry of an integration, creating it if needed; null for helpers, which have none. */
  readonly configEntryOf: (platform: string) => string | null;
  /** Returns the attributes that link to the picture of an entity that has one. */
  readonly pictureLinks?: ((entity: Entity) => Attributes) | undefined;
  /** The values an entity had before the restart. */
  readonly lastValues: (id: EntityId) => LastValues | null;
  /** The unit system of the home; metric by default. */
  readonly unitSystem?: () => UnitSystemName;
}
