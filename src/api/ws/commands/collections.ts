import { z } from 'zod';
import type { Access } from '../../../core/access.ts';
import type { Undo } from '../../../core/clock.ts';
import { readableNames } from '../../../entities/readable-state.ts';
import type { Command } from '../command.ts';

interface Item {
  readonly id: string;
  readonly [key: string]: unknown;
}

/** What the interface needs of a collection of helpers. */
export interface ItemCollection {
  readonly domain: string;
  list(): readonly Item[];
  /** What `list` answers where that is not the items alone. */
  listed?(items: readonly Item[]): unknown;
  create(fields: unknown): Promise<Item>;
  update(id: string, fields: unknown): Promise<Item>;
  delete(id: string): Promise<void>;
  subscribe(listener: (change: { readonly change_type: string; readonly item: Item }) => void): Undo;
}

/** Which entity an item of a domain stands behind. */
type EntityIdOf = (domain: string, itemId: string) => string;

/** `<domain>/list`, `create`, `update`, `delete` and `subscribe` of each collection. What a helper's own fields must be, the collection says. */
export function collectionCommands(
  collections: readonly ItemCollection[],
  entityIdOf: EntityIdOf,
): Command[] {
  return collections.flatMap((collection) => commandsOf(collection, entityIdOf));
}

function commandsOf(collection: ItemCollection, entityIdOf: EntityIdOf): Command[] {
  const { domain } = collection;
  /** What a caller may not read is not there. */
  const isVisible = ({ mayRead }: Access, item: Item): boolean =>
    mayRead === null || mayRead(entityIdOf(domain, item.id));
  const shown =
    ({ mayRead }: Access) =>
    (item: Item): Item =>
      mayRead === null ? item : readableNames(item, mayRead);
  const idKey = `${domain}_id`;
  const named = z.looseObject({ [idKey]: z.string() });
  return [
    {
      type: `${domain}/list`,
      permission: 'user',
      summary: `The items of ${domain} made in the app`,
      schema: z.strictObject({ id: z.unknown(), type: z.unknown() }),
      handle: ({ access }) => {
        const items = collection
          .list()
          .filter((item) => isVisible(access, item))
          .map(shown(access));
        return collection.listed?.(items) ?? items;
      },
    },
    {
      type: `${domain}/create`,
      permission: 'admin',
      summary: `Makes an item of ${domain}`,
      schema: z.looseObject({}),
      handle: ({ message }) => collection.create(fieldsOf(message)),
    },
    {
      type: `${domain}/update`,
      permission: 'admin',
      summary: `Replaces the settings of an item of ${domain}`,
      schema: named,
      handle: ({ message }) => {
        const { [idKey]: id, ...fields } = fieldsOf(message);
        return collection.update(String(id), fields);
      },
    },
    {
      type: `${domain}/delete`,
      permission: 'admin',
      summary: `Deletes an item of ${domain}`,
      schema: z.strictObject({ id: z.unknown(), type: z.unknown(), [idKey]: z.string() }),
      handle: async ({ message }) => {
        await collection.delete(String(fieldsOf(message)[idKey]));
        return null;
      },
    },
    {
      type: `${domain}/subscribe`,
      permission: 'user',
      summary: `The items of ${domain} and each change of them`,
      schema: z.strictObject({ id: z.unknown(), type: z.unknown() }),
      subscribe: ({ access }, feed) => {
        const event = (changeType: string, item: Item) => ({
          change_type: changeType,
          [idKey]: item.id,
          item: shown(access)(item),
        });
        const items = collection
          .list()
          .filter((item) => isVisible(access, item))
          .map(shown(access));
        feed.event(JSON.stringify(items.map((item) => event('added', item))));
        return collection.subscribe(({ change_type: changeType, item }) => {
          if (isVisible(access, item)) feed.event(JSON.stringify([event(changeType, item)]));
        });
      },
    },
  ];
}

/** The message without the keys of the protocol. */
function fieldsOf(message: unknown): Record<string, unknown> {
  const { id: _id, type: _type, ...fields } = message as Record<string, unknown>;
  return fields;
}
