import { z } from 'zod';
import type { Bus } from '../../core/bus.ts';
import type { Clock } from '../../core/clock.ts';
import { newContext, ulid } from '../../core/context.ts';
import { fault, type HubError } from '../../core/errors.ts';
import { seconds } from '../../core/state.ts';
import type { Collection } from '../../storage/documents.ts';
import type { EntityRegistry } from './entity-registry.ts';

/** A category of entities in one scope, such as automations. Times are seconds since 1970. */
export const Category = z.object({
  category_id: z.string(),
  scope: z.string(),
  name: z.string(),
  icon: z.string().nullable(),
  created_at: z.number(),
  modified_at: z.number(),
});
export type Category = Readonly<z.infer<typeof Category>>;

/** The dependencies of categories. */
export interface CategoryParts {
  readonly store: Collection<Category>;
  readonly registry: EntityRegistry;
  readonly bus: Bus;
  readonly clock: Clock;
}

/** The editable fields of a category. */
export interface CategoryFields {
  readonly name?: string | undefined;
  readonly icon?: string | null | undefined;
}

/** The categories of all scopes; names are unique per scope. */
export class Categories {
  private readonly parts: CategoryParts;

  constructor(parts: CategoryParts) {
    this.parts = parts;
  }

  list(scope: string): Category[] {
    return [...this.parts.store.entries.values()].filter((category) => category.scope === scope);
  }

  /** Creates a category; resolves once it is durable. Throws `invalid_info` for an empty or taken name. */
  async create(scope: string, { name = '', icon = null }: CategoryFields): Promise<Category> {
    const at = this.parts.clock.now();
    const id = ulid(at);
    const now = seconds(at);
    const category: Category = {
      category_id: id,
      scope,
      name: this.freeName(scope, name),
      icon,
      created_at: now,
      modified_at: now,
    };
    await this.save('create', category);
    return category;
  }

  /**
   * Changes a category; resolves once that is durable. Throws `invalid_info` for an unknown ID or a taken
   * name.
   */
  async update(scope: string, id: string, { name, icon }: CategoryFields): Promise<Category> {
    const known = this.known(scope, id);
    const category: Category = {
      ...known,
      ...(name === undefined ? {} : { name: this.freeName(scope, name, id) }),
      ...(icon === undefined ? {} : { icon }),
    };
    if (category.name === known.name && category.icon === known.icon) return known;
    const changed = { ...category, modified_at: seconds(this.parts.clock.now()) };
    await this.save('update', changed);
    return changed;
  }

  /** Deletes a category and removes it from all entities; resolves once that is durable. */
  async delete(scope: string, id: string): Promise<void> {
    const { store, registry } = this.parts;
    const category = this.known(scope, id);
    const waits = [store.delete(id)];
    for (const entry of [...registry.list()]) {
      if (entry.categories[scope] !== id) continue;
      const { [scope]: _gone, ...categories } = entry.categories;
      waits.push(registry.update(entry.entity_id, { categories }).then(() => undefined));
    }
    await this.notifyWhenSaved(Promise.all(waits), 'remove', category);
  }

  /** Why a category cannot be put back: its name is taken by one that is not in `batch`. */
  refuses(id: string, { scope, name }: Category, batch: ReadonlySet<string>): HubError | undefined {
    const isTaken = this.list(scope).some(
      (other) =>
        other.category_id !== id &&
        !batch.has(other.category_id) &&
        normalized(other.name) === normalized(name),
    );
    return isTaken ? fault('conflict', 'name_in_use', { name }) : undefined;
  }

  /** Announces a category that was put back or taken away. */
  restored(now: Category | undefined, was: Category | undefined): void {
    const category = now ?? was;
    if (category === undefined) return;
    this.fire(now === undefined ? 'remove' : was === undefined ? 'create' : 'update', category);
  }

  private known(scope: string, id: string): Category {
    const category = this.parts.store.entries.get(id);
    if (category?.scope !== scope) throw fault('invalid_info', 'category_id_doesnt_exist', { id });
    return category;
  }

  private freeName(scope: string, requested: string, own?: string): string {
    const name = requested.trim();
    if (name === '') throw fault('invalid_info', 'category_name_must_not_be_empty');
    const normal = normalized(name);
    const isTaken = this.list(scope).some(
      (other) => other.category_id !== own && normalized(other.name) === normal,
    );
    if (isTaken) throw fault('invalid_info', 'name_in_use', { name });
    return name;
  }

  private async save(action: 'create' | 'update', category: Category): Promise<void> {
    await this.notifyWhenSaved(this.parts.store.put(category.category_id, category), action, category);
  }

  /** Fires the event of a change immediately, and the opposite one if it cannot be persisted. */
  private async notifyWhenSaved(saved: Promise<unknown>, action: Action, category: Category): Promise<void> {
    this.fire(action, category);
    try {
      await saved;
    } catch (error) {
      this.fire(OPPOSITE[action], category);
      throw error;
    }
  }

  private fire(action: Action, { scope, category_id }: Category): void {
    const at = this.parts.clock.now();
    this.parts.bus.fire('category_registry_updated', { action, scope, category_id }, at, newContext(at));
  }
}

type Action = 'create' | 'update' | 'remove';

const OPPOSITE: Readonly<Record<Action, Action>> = { create: 'remove', update: 'update', remove: 'create' };

function normalized(name: string): string {
  return name.toLowerCase().replaceAll(' ', '');
}
