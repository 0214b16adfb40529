import type { Clock } from '../../core/clock.ts';
import type { EntityId } from '../../core/entity-id.ts';

/**
 * Entries before the change being announced. Listeners are called in the event loop tick of the change; the
 * entries are dropped at its end.
 */
export class FormerEntries<Entry extends { readonly entity_id: EntityId }> {
  private readonly clock: Pick<Clock, 'soon'>;
  private readonly entries = new Map<EntityId, Entry>();
  private forgotten = 0;

  constructor(clock: Pick<Clock, 'soon'>) {
    this.clock = clock;
  }

  /** Incremented when entries are dropped. */
  get revision(): number {
    return this.forgotten;
  }

  /** The former entry by the old or new entity ID. */
  get(entityId: EntityId): Entry | undefined {
    return this.entries.get(entityId);
  }

  /** Keeps `old` until the end of the tick; `entry` is null if it was removed. */
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
