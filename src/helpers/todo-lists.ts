import { z } from 'zod';
import type { Undo } from '../core/clock.ts';
import { hexId } from '../core/context.ts';
import { fault } from '../core/errors.ts';
import { movedItem, type TodoItem, type TodoValues, todoDomain } from '../domains/todo/todo.ts';
import type { EntityHandle } from '../entities/entity/driver.ts';
import type { Entities } from '../entities/entity/entities.ts';
import type { Collection } from '../storage/documents.ts';
import { defineKind, type HelperKind, helperFields } from './helper-kind.ts';

/** The stored items of a list. */
export const StoredTodoList: z.ZodType<StoredTodoList> = z.object({
  items: z.array(
    z.looseObject({ uid: z.string(), summary: z.string(), status: z.enum(['needs_action', 'completed']) }),
  ),
}) as z.ZodType<StoredTodoList>;
export interface StoredTodoList {
  readonly items: readonly TodoItem[];
}

const FEATURES = [
  'create',
  'delete',
  'update',
  'move',
  'set_due_date',
  'set_due_datetime',
  'set_description',
];

/** To-do lists stored on this server. Changes resolve when they are durable. */
export class TodoLists {
  private readonly store: Collection<StoredTodoList>;
  private readonly entities: Pick<Entities, 'get'>;
  private readonly listeners = new Set<(entityId: string) => void>();

  constructor(store: Collection<StoredTodoList>, entities: Pick<Entities, 'get'>) {
    this.store = store;
    this.entities = entities;
  }

  /** The helper kind of these lists. */
  kind(): HelperKind {
    return defineKind({
      domain: todoDomain,
      reload: 'none',
      features: FEATURES,
      driver: {
        execute: (command, entity) =>
          command.patch.items === undefined
            ? undefined
            : this.save(entity, command.patch.items as TodoItem[]),
      },
      schema: z.strictObject(helperFields),
      shape: ({ id }) => ({
        capabilities: { list: id },
        values: { items: this.store.entries.get(id)?.items ?? [] },
        restoresState: false,
        fit: (values) => values,
      }),
      forget: (item) => this.store.delete(item.id),
    });
  }

  /** The items of a list, in order. Throws `not_found` if it is not a to-do list. */
  items(entityId: string): readonly TodoItem[] {
    return (this.find(entityId).values as TodoValues).items;
  }

  /** Moves an item after another, or to the top. Resolves when that is durable. */
  async move(entityId: string, uid: string, previous: string | null): Promise<void> {
    const entity = this.find(entityId);
    const items = movedItem(this.items(entityId), uid, previous);
    if (items === undefined) throw fault('failed', 'todo_item_gone', { entity_id: entityId });
    await this.save(entity, items);
  }

  /** Subscribes to changes, with the entity ID of the changed list. */
  subscribe(listener: (entityId: string) => void): Undo {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Shows the items of a list that were put back. */
  restored(list: string, now: StoredTodoList | undefined): void {
    const entity = this.entities.get(`todo.${list}`);
    const shown = entity?.capabilities.list === list ? entity : undefined;
    if (shown !== undefined) this.show(shown, now?.items ?? []);
  }

  private find(entityId: string): EntityHandle {
    const entity = this.entities.get(entityId);
    if (entity === undefined || entity.domain !== todoDomain) throw fault('not_found', 'entity_not_found');
    return entity;
  }

  private async save(entity: EntityHandle, requested: readonly TodoItem[]): Promise<void> {
    const items = requested.map((item) => (item.uid === '' ? { ...item, uid: hexId() } : item));
    const list = String(entity.capabilities.list);
    const saved = this.store.put(list, { items });
    this.show(entity, items);
    try {
      await saved;
    } catch (error) {
      this.show(entity, this.store.entries.get(list)?.items ?? []);
      throw error;
    }
  }

  private show(entity: EntityHandle, items: readonly TodoItem[]): void {
    entity.report({ items });
    for (const listener of this.listeners) listener(entity.id);
  }
}
