import { domainOf } from '../../core/entity-id.ts';
import type { EntityEntry } from '../registry/entity-registry.ts';
import { uniqueKey } from '../registry/unique-key.ts';
import type { Entity } from './entity.ts';

/** How many removed entities are kept, in case they return. */
const MAX_COUNT = 200;

/** The entities of removed entries by unique key, in case the removal cannot be persisted or is undone. */
export class RemovedOnes {
  private readonly entities = new Map<string, Entity>();

  keep(entity: Entity): void {
    this.entities.set(keyOf(entity), entity);
    const [oldest] = this.entities.keys();
    if (this.entities.size > MAX_COUNT && oldest !== undefined) this.entities.delete(oldest);
  }

  drop(entity: Entity): void {
    this.entities.delete(keyOf(entity));
  }

  /** The removed entity of an entry, which is no longer kept. */
  take({ entity_id, platform, unique_id }: EntityEntry): Entity | undefined {
    const key = uniqueKey(domainOf(entity_id), platform, unique_id);
    const entity = this.entities.get(key);
    this.entities.delete(key);
    return entity;
  }
}

function keyOf({ domain, description: { platform, uniqueId } }: Entity): string {
  return uniqueKey(domain.name, platform, uniqueId ?? '');
}
