import type { Undo } from '../../core/clock.ts';
import type { EntityRegistry } from '../../entities/entity-registry.ts';

/** Finds the members that groups name by their unique ids. */
export class Groups {
  private readonly registry: EntityRegistry;
  private readonly domains: readonly string[];
  private readonly watching = new Set<() => void>();

  constructor(registry: EntityRegistry, domains: readonly string[]) {
    this.registry = registry;
    this.domains = domains;
  }

  /** The entity ids of those that are known, in the order of the ids given. */
  entityIds(uniqueIds: readonly string[]): string[] {
    const found: string[] = [];
    for (const id of uniqueIds) {
      for (const domain of this.domains) {
        const entry = this.registry.find(domain, 'mqtt', id);
        if (entry !== undefined) found.push(entry.entity_id);
      }
    }
    return found;
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
