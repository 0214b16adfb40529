import { z } from 'zod';
import {
  findOrFail,
  IntentFailure,
  type IntentHandler,
  type IntentTools,
  type Request,
  slotText,
  targetOf,
} from './intent.ts';

const Items = z.record(
  z.string(),
  z.object({ items: z.array(z.object({ uid: z.string(), summary: z.string(), status: z.string() })) }),
);

type Item = z.infer<typeof Items>[string]['items'][number];

/** What is done with an item of a list. */
type ListAction = (
  list: { readonly id: string; readonly items: readonly Item[] },
  item: string,
  tools: IntentTools,
) => Promise<unknown>;

function onList(act: ListAction, listOf: (request: Request) => string | undefined): IntentHandler {
  return async (request, tools) => {
    const item = slotText(request, 'item')?.trim() ?? '';
    const targets = findOrFail(tools, { name: listOf(request), domains: ['todo'] });
    const [state] = targets.states;
    if (state === undefined || item === '') throw new IntentFailure('There is no list or no item');
    const { entity_id: id } = state;
    const answer = Items.safeParse(await tools.call('todo', 'get_items', { entity_id: id }));
    await act({ id, items: answer.data?.[id]?.items ?? [] }, item, tools);
    return { success: [targetOf(state)] };
  };
}

const add: ListAction = ({ id, items }, item, tools) => {
  const done = items.find((one) => isCalled(one, item) && one.status === 'completed');
  if (done !== undefined)
    return tools.call('todo', 'update_item', { entity_id: id, item: done.uid, status: 'needs_action' });
  const text = item.slice(0, 1).toUpperCase() + item.slice(1);
  return tools.call('todo', 'add_item', { entity_id: id, item: text });
};

const complete: ListAction = ({ id, items }, item, tools) => {
  const found = items.find((one) => isCalled(one, item) && one.status === 'needs_action');
  if (found === undefined) throw new IntentFailure(`"${item}" is not on the list`, 'item_not_found');
  return tools.call('todo', 'update_item', { entity_id: id, item: found.uid, status: 'completed' });
};

const remove: ListAction = ({ id, items }, item, tools) => {
  const found = items.find((one) => isCalled(one, item));
  if (found === undefined) throw new IntentFailure(`"${item}" is not on the list`, 'item_not_found');
  return tools.call('todo', 'remove_item', { entity_id: id, item: [found.uid] });
};

function isCalled({ summary }: Item, item: string): boolean {
  return summary.toLowerCase() === item.toLowerCase();
}

const named = (request: Request) => slotText(request, 'name');
/** The shopping list is the to-do list of that ID. */
const shopping = () => 'todo.shopping_list';

/** The handlers of intents about to-do lists. */
export const LIST_INTENTS: ReadonlyMap<string, IntentHandler> = new Map([
  ['HassListAddItem', onList(add, named)],
  ['HassListCompleteItem', onList(complete, named)],
  ['HassListRemoveItem', onList(remove, named)],
  ['HassShoppingListAddItem', onList(add, shopping)],
  ['HassShoppingListCompleteItem', onList(complete, shopping)],
]);
