import type { EntityId } from '../../core/entity-id.ts';
import type { Values } from '../../domains/definition/define-domain.ts';

/** The last values of an entity, and its last state change in milliseconds since 1970. */
export interface LastValues {
  readonly values: Values;
  readonly changedAt: number;
}

/** The most entities whose values are kept. */
const MAX_COUNT = 1000;

/** The values of removed entities, for when they are added again under the same ID. */
export class LeftValues {
  /** Oldest first. */
  private readonly left = new Map<EntityId, LastValues>();

  /** Stores the values of an entity being removed. */
  save(id: EntityId, last: LastValues): void {
    this.left.delete(id);
    this.left.set(id, last);
    const [oldest] = this.left.keys();
    if (this.left.size > MAX_COUNT && oldest !== undefined) this.left.delete(oldest);
  }

  /** Returns and deletes the values of an ID. */
  take(id: EntityId): LastValues | null {
    const last = this.left.get(id) ?? null;
    this.left.delete(id);
    return last;
  }
}
