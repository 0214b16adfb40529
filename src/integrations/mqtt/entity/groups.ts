import type { Undo } from '../../../core/clock.ts';
import type { EntityRegistry } from '../../../entities/registry/entity-registry.ts';

/** Finds the members that groups name by their unique ids. */
export class Groups {
  private readonly registry: EntityRegistry;
  private readonly watching = new Set<() => void>();

  constructor(registry: EntityRegistry) {
    this.registry = registry;
  }

  /** The entity IDs of known entities of a domain, in the order of the given unique IDs. */
  entityIds(domain: string, uniqueIds: readonly string[]): string[] {
    return uniqueIds.flatMap((id) => this.registry.find(domain, 'mqtt', id)?.entity_id ?? []);
  }

  /** Calls back when entities are added, removed or renamed. */
  watch(callback: () => void): Undo {
    this.watching.add(callback);
    return () => this.watching.delete(callback);
  }

  membersMoved(): void {
    for (const callback of this.watching) callback();
  }
}
