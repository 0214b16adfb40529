import { z } from 'zod';
import type { Access } from '../../../core/access.ts';
import type { Categories, Category } from '../../../entities/registry/categories.ts';
import type { EntityRegistry } from '../../../entities/registry/entity-registry.ts';
import { type Command, defineCommand } from '../command.ts';

const icon = z.string().nullable().optional();

/** The dependencies of these commands. */
export interface CategoryParts {
  readonly categories: Categories;
  readonly registry: Pick<EntityRegistry, 'list'>;
}

/** `config/category_registry/*`. */
export function categoryCommands({ categories, registry }: CategoryParts): Command[] {
  const type = (action: string): string => `config/category_registry/${action}`;
  return [
    defineCommand({
      type: type('list'),
      permission: 'user',
      summary: 'The categories of a scope; a limited caller sees those of entities it may read',
      fields: { scope: z.string() },
      handle: ({ message: { scope }, access }) => {
        const seen = seenIn(scope, registry, access);
        return categories
          .list(scope)
          .filter(({ category_id: id }) => seen?.has(id) !== false)
          .map(showCategory);
      },
    }),
    defineCommand({
      type: type('create'),
      permission: 'admin',
      summary: 'Creates a category',
      fields: { scope: z.string().min(1), name: z.string(), icon },
      handle: async ({ message }) => showCategory(await categories.create(message.scope, message)),
    }),
    defineCommand({
      type: type('update'),
      permission: 'admin',
      summary: 'Changes a category',
      fields: { scope: z.string(), category_id: z.string(), name: z.string().optional(), icon },
      handle: async ({ message }) =>
        showCategory(await categories.update(message.scope, message.category_id, message)),
    }),
    defineCommand({
      type: type('delete'),
      permission: 'admin',
      summary: 'Deletes a category',
      fields: { scope: z.string(), category_id: z.string() },
      handle: async ({ message }) => {
        await categories.delete(message.scope, message.category_id);
        return null;
      },
    }),
  ];
}

/** The categories of entities a limited caller may read; null for callers without limits. */
function seenIn(scope: string, registry: CategoryParts['registry'], { mayRead }: Access): Set<string> | null {
  if (mayRead === null) return null;
  const seen = new Set<string>();
  for (const { entity_id: id, categories } of registry.list()) {
    const one = Object.hasOwn(categories, scope) ? categories[scope] : undefined;
    if (one !== undefined && mayRead(id)) seen.add(one);
  }
  return seen;
}

function showCategory({ scope: _scope, ...category }: Category): Readonly<Record<string, unknown>> {
  return category;
}
