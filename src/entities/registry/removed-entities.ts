import { z } from 'zod';
import type { Clock } from '../../core/clock.ts';
import { domainOf } from '../../core/entity-id.ts';
import { ignoreLogged } from '../../core/ignore-logged.ts';
import type { Collection } from '../../storage/documents.ts';
import { EntityEntry } from './entity-registry.ts';
import { uniqueKey } from './unique-key.ts';

const MADE_BY_USER = {
  id: true,
  entity_id: true,
  area_id: true,
  name: true,
  compat_name: true,
  icon: true,
  device_class: true,
  disabled_by: true,
  hidden_by: true,
  aliases: true,
  labels: true,
  categories: true,
  options: true,
  created_at: true,
} as const;

/** What is stored of a removed entity, by domain, platform and unique ID. */
export const RemovedEntity = EntityEntry.pick(MADE_BY_USER).extend({ removed_at: z.number() });
export type RemovedEntity = z.infer<typeof RemovedEntity>;

const KEPT_FOR = 30 * 86_400_000;
const MAX_COUNT = 5000;

/** User settings of removed entities: a rediscovered device gets its names and areas back. */
export class RemovedEntities {
  private readonly store: Collection<RemovedEntity>;
  private readonly clock: Clock;
  private readonly isArea: (id: string) => boolean;

  constructor(store: Collection<RemovedEntity>, clock: Clock, isArea: (id: string) => boolean) {
    this.store = store;
    this.clock = clock;
    this.isArea = isArea;
  }

  /** Stores the user settings of an entity, unless it was never changed. */
  save(entry: EntityEntry): void {
    if (entry.modified_at === entry.created_at) return;
    const key = uniqueKey(domainOf(entry.entity_id), entry.platform, entry.unique_id);
    const removed = RemovedEntity.parse({ ...entry, removed_at: this.clock.now() });
    this.store.put(key, removed).catch(ignoreLogged);
    for (const [old, { removed_at }] of this.store.entries) {
      const isTooOld = this.clock.now() - removed_at > KEPT_FOR;
      if (!isTooOld && this.store.entries.size <= MAX_COUNT) break;
      this.store.delete(old).catch(ignoreLogged);
    }
  }

  /** Returns the stored user settings; undefined if there are none. */
  find(key: string): Omit<RemovedEntity, 'removed_at'> | undefined {
    const known = this.store.entries.get(key);
    if (known === undefined || this.clock.now() - known.removed_at > KEPT_FOR) return undefined;
    const { removed_at: _, ...made } = known;
    return { ...made, area_id: made.area_id !== null && this.isArea(made.area_id) ? made.area_id : null };
  }

  /** Deletes the settings of an entity that has returned. */
  drop(key: string): void {
    if (this.store.entries.has(key)) this.store.delete(key).catch(ignoreLogged);
  }
}
