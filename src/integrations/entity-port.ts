import type { Domain } from '../domains/definition/define-domain.ts';
import type { Driver } from '../entities/entity/driver.ts';
import type { Entities } from '../entities/entity/entities.ts';
import type { Entity } from '../entities/entity/entity.ts';
import type { EntityDescription as FullDescription } from '../entities/entity/entity-description.ts';
import { missingValue } from './missing-value.ts';

/**
 * What an integration reports about an entity: plain data, so that an integration in its own process can send
 * it as is. Commands (`Command`) are plain data too, and so are reports (`Values` with `ReportOptions`) but
 * for the `Float` of `core/json.ts`, which a protocol has to mark. Only the `Driver` contains code.
 */
export interface EntityDescription extends Omit<FullDescription, 'domain' | 'driver' | 'fit'> {
  /** The name of its domain, e.g. `light`. */
  readonly domain: string;
}

/** The interface through which integrations add, change and remove their entities. */
export class EntityPort {
  private readonly entities: Entities;
  private readonly domains: ReadonlyMap<string, Domain>;

  constructor(entities: Entities, domains: readonly Domain[]) {
    this.entities = entities;
    this.domains = new Map(domains.map((domain) => [domain.name, domain]));
  }

  /** Adds an entity; throws `id_in_use` when its unique ID exists already. */
  add(description: EntityDescription, driver: Driver): Entity {
    return this.entities.add(this.whole(description, driver));
  }

  /** The name of the value that an entity needs to have a state and does not have. */
  missingValue(description: EntityDescription): string | undefined {
    const domain = this.domains.get(description.domain);
    return domain && missingValue(domain, description);
  }

  /** Replaces the description of an entity; its IDs and values stay. */
  redescribe(entity: Entity, description: EntityDescription): void {
    this.entities.redescribe(entity, this.whole(description, entity.description.driver));
  }

  /** Removes an entity; the registry remembers it. */
  remove(entity: Entity): void {
    this.entities.remove(entity);
  }

  /** Removes an entity and its registry entry; resolves when that is on disk. */
  forget(entity: Entity): Promise<void> {
    return this.entities.forget(entity);
  }

  /** Shows registered entities of platforms as unavailable until they are added again. */
  restore(platforms: readonly string[]): void {
    this.entities.restore([...this.domains.values()], (platform) => platforms.includes(platform));
  }

  private whole(description: EntityDescription, driver: Driver): FullDescription {
    const domain = this.domains.get(description.domain);
    if (domain === undefined) throw new Error(`There is no domain ${description.domain}`);
    const fit = driver.fit?.bind(driver);
    return { ...description, domain, driver, ...(fit === undefined ? {} : { fit }) };
  }
}
