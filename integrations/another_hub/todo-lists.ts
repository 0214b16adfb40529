import { type DomainValues, z } from 'hearth-integration';
import { Refused } from './refused.ts';
import type { HubSocket } from './socket.ts';

type Item = DomainValues['todo']['items'][number];
type Plain = Readonly<Record<string, unknown>>;

const MAX_ITEMS = 2000;
const RemoteItem = z.object({
  uid: z.string().min(1).max(500),
  summary: z.string().nullish(),
  status: z.enum(['needs_action', 'completed']).nullish(),
  due: z.string().max(50).nullish(),
  description: z.string().nullish(),
  completed: z.string().max(50).nullish(),
});

/** A call that changes an item of a list. */
export interface ItemCall {
  readonly service: 'add_item' | 'update_item' | 'remove_item';
  readonly fields: Plain;
}

/** The items of to-do lists: they are no part of a state, so that each list is subscribed to by itself. */
export class TodoLists {
  private readonly onChange: (entityId: string) => void;
  private readonly items = new Map<string, readonly Item[]>();
  private readonly followed = new Set<string>();
  private socket: Pick<HubSocket, 'subscribe'> | undefined;

  constructor(onChange: (entityId: string) => void) {
    this.onChange = onChange;
  }

  /** Forgets what came over a former connection. */
  begin(socket: Pick<HubSocket, 'subscribe'>): void {
    this.socket = socket;
    this.items.clear();
    this.followed.clear();
  }

  /** The items of a list; undefined until they are known. */
  itemsOf(entityId: string): readonly Item[] | undefined {
    return this.items.get(entityId);
  }

  /** Subscribes to the items of a list, once for each connection. */
  follow(entityId: string): void {
    const { socket } = this;
    if (socket === undefined || this.followed.has(entityId)) return;
    this.followed.add(entityId);
    const receive = (message: unknown): void => {
      const items = itemsIn(message);
      if (socket !== this.socket || items === undefined) return;
      this.items.set(entityId, items);
      this.onChange(entityId);
    };
    socket
      .subscribe({ type: 'todo/item/subscribe', entity_id: entityId }, receive)
      .catch((error: unknown) => {
        // A list that is not there yet, or a connection that ended: whatever reads the registries next tries again.
        if (error instanceof Refused && socket === this.socket) this.followed.delete(entityId);
      });
  }

  /** The calls that make a list what it is to be. */
  callsFor(entityId: string, wanted: readonly Item[]): ItemCall[] {
    const present = this.items.get(entityId) ?? [];
    const known = new Map(present.map((item) => [item.uid, item]));
    const kept = new Set(wanted.map(({ uid }) => uid));
    const gone = present.filter(({ uid }) => !kept.has(uid)).map(({ uid }) => uid);
    const removal: ItemCall[] = gone.length === 0 ? [] : [{ service: 'remove_item', fields: { item: gone } }];
    return [
      ...removal,
      ...wanted.flatMap((item): ItemCall[] => {
        if (item.uid === '')
          return [{ service: 'add_item', fields: { item: item.summary, ...detailsOf(item, {}) } }];
        const before = known.get(item.uid);
        const fields = before === undefined ? {} : changesOf(before, item);
        if (Object.keys(fields).length === 0) return [];
        return [{ service: 'update_item', fields: { item: item.uid, ...fields } }];
      }),
    ];
  }
}

/** The items of a message; undefined for one of another form. Items that are not valid are left out. */
function itemsIn(message: unknown): Item[] | undefined {
  const { items } = (message ?? {}) as { readonly items?: unknown };
  if (!Array.isArray(items)) return undefined;
  return items.slice(0, MAX_ITEMS).flatMap((one) => {
    const { data } = RemoteItem.safeParse(one);
    if (data === undefined) return [];
    const { uid, summary, status, due, description, completed } = data;
    return [
      {
        ...{ uid, summary: (summary ?? '').slice(0, 1000), status: status ?? 'needs_action' },
        ...(due == null ? {} : { due }),
        ...(description == null ? {} : { description: description.slice(0, 10_000) }),
        ...(completed == null ? {} : { completed }),
      },
    ];
  });
}

function changesOf(before: Item, after: Item): Plain {
  return {
    ...(before.summary === after.summary ? {} : { rename: after.summary }),
    ...(before.status === after.status ? {} : { status: after.status }),
    ...detailsOf(after, before),
  };
}

/** What is due and described in another way than before; null takes it away. */
function detailsOf(
  after: Pick<Item, 'due' | 'description'>,
  before: Pick<Item, 'due' | 'description'>,
): Plain {
  const { due = null, description = null } = after;
  return {
    ...(due === (before.due ?? null)
      ? {}
      : { [due?.includes('T') === true ? 'due_datetime' : 'due_date']: due }),
    ...(description === (before.description ?? null) ? {} : { description }),
  };
}
