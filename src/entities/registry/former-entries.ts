import type { Clock } from '../../core/clock.ts';
import type { EntityId } from '../../core/entity-id.ts';

/**
 * Entries as they were before the change that is being announced. Listeners hear of a change in the turn of the event loop in which it is made;
 * the entries are forgotten when that is over.
 */
export class FormerEntries<Entry extends { readonly entity_id: EntityId }> {
  private readonly clock: Pick<Clock, 'soon'>;
  private readonly entries = new Map<EntityId, Entry>();
  private forgotten = 0;

  constructor(clock: Pick<Clock, 'soon'>) {
    this.clock = clock;
  }

  /** Counts how often entries were forgotten. */
  get revision(): number {
    return this.forgotten;
  }

  /** The former entry by the entity id it had or has now. */
  get(entityId: EntityId): Entry | undefined {
    return this.entries.get(entityId);
  }

  /** Keeps `old` until all have heard that it is `entry` now; null for one that is gone. */
  remember(old: Entry, entry: Entry | null): void {
    if (this.entries.size === 0) this.clock.soon(() => this.forget());
    this.entries.set(old.entity_id, old);
    if (entry !== null) this.entries.set(entry.entity_id, old);
  }

  private forget(): void {
    this.entries.clear();
    this.forgotten += 1;
  }
}
