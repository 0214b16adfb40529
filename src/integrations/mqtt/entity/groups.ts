import type { Undo } from '../../../core/clock.ts';
import type { EntityRegistry } from '../../../entities/registry/entity-registry.ts';

/** Finds the members that groups name by their unique ids. */
export class Groups {
  private readonly registry: EntityRegistry;
  private readonly watching = new Set<() => void>();

  constructor(registry: EntityRegistry) {
    this.registry = registry;
  }

  /** The entity ids of those of a domain that are known, in the order of the ids given. */
  entityIds(domain: string, uniqueIds: readonly string[]): string[] {
    return uniqueIds.flatMap((id) => this.registry.find(domain, 'mqtt', id)?.entity_id ?? []);
  }

  /** Calls back whenever entities came, went or got another id. */
  watch(callback: () => void): Undo {
    this.watching.add(callback);
    return () => this.watching.delete(callback);
  }

  /** Tells all who watch. */
  membersMoved(): void {
    for (const callback of this.watching) callback();
  }
}
