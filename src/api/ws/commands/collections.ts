import { z } from 'zod';
import type { Access } from '../../../core/access.ts';
import type { Bus } from '../../../core/bus.ts';
import type { Undo } from '../../../core/clock.ts';
import { onViewChange } from '../../../entities/visibility/view-changes.ts';
import { sees, visibleNames } from '../../../entities/visibility/visible-state.ts';
import { Nothing } from '../../shapes/plain-shapes.ts';
import { ItemChangesShape, ItemShape, PersonListShape } from '../../shapes/registry-shapes.ts';
import type { Command } from '../command.ts';

interface Item {
  readonly id: string;
  readonly [key: string]: unknown;
}

/** A collection of helpers as the interface uses it. */
export interface ItemCollection {
  readonly domain: string;
  list(): readonly Item[];
  /** The answer of `list` if it is not just the items. */
  listed?(items: readonly Item[]): unknown;
  /** An item as shown to limited callers, if it may mention arbitrary entities. */
  publicItem?(item: Item): Item;
  create(fields: unknown): Promise<Item>;
  update(id: string, fields: unknown): Promise<Item>;
  delete(id: string): Promise<void>;
  subscribe(listener: (change: { readonly change_type: string; readonly item: Item }) => void): Undo;
}

/** The dependencies of the collection commands. */
interface CollectionParts {
  /** The entity of an item. */
  readonly entityIdOf: (domain: string, itemId: string) => string;
  readonly bus: Bus;
}

/**
 * `<domain>/list`, `create`, `update`, `delete` and `subscribe` of each collection. The collection validates
 * the fields of its items.
 */
export function collectionCommands(
  collections: readonly ItemCollection[],
  parts: CollectionParts,
): Command[] {
  return collections.flatMap((collection) => commandsOf(collection, parts));
}

function commandsOf(collection: ItemCollection, { entityIdOf, bus }: CollectionParts): Command[] {
  const { domain } = collection;
  /** Items the caller may not read are treated as missing. */
  const isVisible = (access: Access, item: Item): boolean => sees(access, entityIdOf(domain, item.id));
  const shownTo = (access: Access, item: Item): Item =>
    (access.mayRead && collection.publicItem?.(item)) ?? visibleNames(item, access);
  const idKey = `${domain}_id`;
  const named = z.looseObject({ [idKey]: z.string() });
  return [
    {
      type: `${domain}/list`,
      permission: 'user',
      summary: `The items of the domain ${domain} that were created in the app`,
      result: domain === 'person' ? PersonListShape : z.array(ItemShape),
      schema: z.strictObject({ id: z.unknown(), type: z.unknown() }),
      handle: ({ access }) => {
        const items = collection
          .list()
          .filter((item) => isVisible(access, item))
          .map((item) => shownTo(access, item));
        return collection.listed?.(items) ?? items;
      },
    },
    {
      type: `${domain}/create`,
      changes: 'undoable',
      permission: 'admin',
      summary: `Creates an item of the domain ${domain}`,
      result: ItemShape,
      schema: z.looseObject({}),
      handle: ({ message }) => collection.create(fieldsOf(message)),
    },
    {
      type: `${domain}/update`,
      changes: 'undoable',
      permission: 'admin',
      summary: `Replaces the settings of an item of the domain ${domain}`,
      result: ItemShape,
      schema: named,
      handle: ({ message }) => {
        const { [idKey]: id, ...fields } = fieldsOf(message);
        return collection.update(String(id), fields);
      },
    },
    {
      type: `${domain}/delete`,
      changes: 'undoable',
      permission: 'admin',
      summary: `Deletes an item of the domain ${domain}`,
      result: Nothing,
      schema: z.strictObject({ id: z.unknown(), type: z.unknown(), [idKey]: z.string() }),
      handle: async ({ message }) => {
        await collection.delete(String(fieldsOf(message)[idKey]));
        return null;
      },
    },
    {
      type: `${domain}/subscribe`,
      permission: 'user',
      summary: `The items of the domain ${domain}, then each change`,
      event: ItemChangesShape,
      schema: z.strictObject({ id: z.unknown(), type: z.unknown() }),
      subscribe: ({ access }, feed) => {
        const event = (changeType: string, item: Item) => ({
          change_type: changeType,
          [idKey]: item.id,
          item: shownTo(access, item),
        });
        const items = collection.list().filter((item) => isVisible(access, item));
        feed.event(JSON.stringify(items.map((item) => event('added', item))));
        const send = (changeType: string, item: Item): void =>
          feed.event(JSON.stringify([event(changeType, item)]));
        if (access.mayRead === null)
          return collection.subscribe(({ change_type: changeType, item }) => send(changeType, item));
        // A removed item has no entity to check: what counts is whether it was shown to the caller.
        const shown = new Map(items.map((item) => [item.id, item]));
        const hide = (id: string): void => {
          const item = shown.get(id);
          if (shown.delete(id) && item !== undefined) send('removed', item);
        };
        const show = (changeType: string, item: Item): void => {
          const isKnown = shown.has(item.id);
          shown.set(item.id, item);
          send(isKnown ? changeType : 'added', item);
        };
        const undo = collection.subscribe(({ change_type: changeType, item }) => {
          if (changeType !== 'removed' && isVisible(access, item)) show(changeType, item);
          else hide(item.id);
        });
        const undoSight = onViewChange(bus, () => {
          for (const item of collection.list()) {
            const isSeen = isVisible(access, item);
            if (!isSeen) hide(item.id);
            else if (!shown.has(item.id)) show('added', item);
          }
        });
        return () => {
          undo();
          undoSight();
        };
      },
    },
  ];
}

/** The message without the protocol's keys. */
function fieldsOf(message: unknown): Record<string, unknown> {
  const { id: _id, type: _type, ...fields } = message as Record<string, unknown>;
  return fields;
}
