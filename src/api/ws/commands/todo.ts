import { z } from 'zod';
import type { Access } from '../../../core/access.ts';
import type { Clock, Undo } from '../../../core/clock.ts';
import { fault, HubError } from '../../../core/errors.ts';
import { ListItemsShape } from '../../shapes/automation-shapes.ts';
import { Nothing } from '../../shapes/plain-shapes.ts';
import { type Command, defineCommand, defineSubscription } from '../command.ts';
import { latestEvent } from '../latest-event.ts';
import { ValueFollowers } from '../value-followers.ts';

/** To-do lists as the interface uses them. */
export interface TodoItems {
  items(entityId: string): readonly object[];
  move(entityId: string, uid: string, previous: string | null): Promise<void>;
  subscribe(listener: (entityId: string) => void): Undo;
}

/** `todo/item/list`, `subscribe` and `move`. */
export function todoCommands(lists: TodoItems, clock: Clock): Command[] {
  const followers = new ValueFollowers(clock);
  // The JSON of a list is serialized once per change for all subscriptions.
  const jsonOfLists = new Map<string, string>();
  lists.subscribe((changed) => {
    jsonOfLists.delete(changed);
    followers.changed(changed);
  });
  const itemsJson = (id: string): string => {
    const json = jsonOfLists.get(id) ?? JSON.stringify({ items: lists.items(id) });
    jsonOfLists.set(id, json);
    return json;
  };
  const itemsFor = (access: Access, requested: string): { readonly items: readonly object[] } => {
    const id = requested.toLowerCase();
    if (!access.may('read', id)) throw fault('not_found', 'entity_not_found');
    return { items: lists.items(id) };
  };
  /** A subscription has its own error for a missing to-do list. */
  const followed = (access: Access, id: string): object => {
    try {
      return itemsFor(access, id);
    } catch (error) {
      if (!(error instanceof HubError) || error.code !== 'not_found') throw error;
      throw fault('invalid_entity_id', 'todo_list_not_found', { id: id.slice(0, 255) });
    }
  };
  return [
    defineCommand({
      type: 'todo/item/list',
      permission: 'user',
      summary: 'The items of a to-do list',
      result: ListItemsShape,
      fields: { entity_id: z.string() },
      handle: ({ message, access }) => itemsFor(access, message.entity_id),
    }),
    defineSubscription({
      type: 'todo/item/subscribe',
      permission: 'user',
      summary: 'The items of a to-do list, then the complete list after each change',
      event: ListItemsShape,
      fields: { entity_id: z.string() },
      subscribe: ({ message, access }, feed) => {
        const id = message.entity_id.toLowerCase();
        feed.event(JSON.stringify(followed(access, id)));
        const send = latestEvent(feed, () => itemsJson(id));
        return followers.follow(id, () => {
          if (access.may('read', id)) send();
        });
      },
    }),
    defineCommand({
      type: 'todo/item/move',
      permission: 'user',
      summary: 'Moves an item after another one, or to the start',
      result: Nothing,
      fields: { entity_id: z.string(), uid: z.string(), previous_uid: z.string().nullable().optional() },
      handle: async ({ message, access }) => {
        const id = message.entity_id.toLowerCase();
        itemsFor(access, id);
        if (!access.may('control', id)) throw fault('unauthorized', 'unauthorized_to_control', { id });
        await lists.move(id, message.uid, message.previous_uid ?? null);
        return null;
      },
    }),
  ];
}
