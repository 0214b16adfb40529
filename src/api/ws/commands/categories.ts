import { z } from 'zod';
import type { Categories, Category } from '../../../entities/registry/categories.ts';
import { HomeView, type ViewedHome } from '../../../entities/visibility/home-view.ts';
import { Nothing } from '../../shapes/plain-shapes.ts';
import { CategoryShape } from '../../shapes/registry-shapes.ts';
import { type Command, defineCommand } from '../command.ts';

const icon = z.string().nullable().optional();

/** The dependencies of these commands. */
export interface CategoryParts extends ViewedHome {
  readonly categories: Categories;
}

/** `config/category_registry/*`. */
export function categoryCommands(parts: CategoryParts): Command[] {
  const { categories } = parts;
  const type = (action: string): string => `config/category_registry/${action}`;
  return [
    defineCommand({
      type: type('list'),
      permission: 'user',
      summary: 'The categories of a scope; a limited caller sees those of entities it may read',
      fields: { scope: z.string() },
      result: z.array(CategoryShape),
      handle: ({ message: { scope }, access }) => {
        const view = new HomeView(access, parts);
        return view.categories(scope, categories.list(scope)).map(showCategory);
      },
    }),
    defineCommand({
      type: type('create'),
      changes: 'undoable',
      permission: 'admin',
      summary: 'Creates a category',
      fields: { scope: z.string().min(1), name: z.string(), icon },
      result: CategoryShape,
      handle: async ({ message }) => showCategory(await categories.create(message.scope, message)),
    }),
    defineCommand({
      type: type('update'),
      changes: 'undoable',
      permission: 'admin',
      summary: 'Changes a category',
      fields: { scope: z.string(), category_id: z.string(), name: z.string().optional(), icon },
      result: CategoryShape,
      handle: async ({ message }) =>
        showCategory(await categories.update(message.scope, message.category_id, message)),
    }),
    defineCommand({
      type: type('delete'),
      changes: 'undoable',
      permission: 'admin',
      summary: 'Deletes a category',
      fields: { scope: z.string(), category_id: z.string() },
      result: Nothing,
      handle: async ({ message }) => {
        await categories.delete(message.scope, message.category_id);
        return null;
      },
    }),
  ];
}

function showCategory({ scope: _scope, ...category }: Category): Readonly<Record<string, unknown>> {
  return category;
}
