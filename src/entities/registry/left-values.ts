import type { EntityId } from '../../core/entity-id.ts';
import type { Values } from '../../domains/definition/define-domain.ts';

/** What an entity held, and when its state last changed, in milliseconds since 1970. */
export interface LastValues {
  readonly values: Values;
  readonly changedAt: number;
}

/** Of so many is it remembered. */
const MOST = 1000;

/** What entities held that left the house, for those that come again under the same id. */
export class LeftValues {
  /** The oldest first. */
  private readonly left = new Map<EntityId, LastValues>();

  /** Remembers what an entity held that leaves now. */
  keep(id: EntityId, last: LastValues): void {
    this.left.delete(id);
    this.left.set(id, last);
    const [oldest] = this.left.keys();
    if (this.left.size > MOST && oldest !== undefined) this.left.delete(oldest);
  }

  /** What is known of an id, once. */
  take(id: EntityId): LastValues | null {
    const last = this.left.get(id) ?? null;
    this.left.delete(id);
    return last;
  }
}
