import type { Context } from 'home-assistant-js-websocket';
import { type Attributes, domainOf, type Entity } from './entity.ts';

/** A state or its changes, in the compressed format of `subscribe_entities` [api-surface §3.6]. */
interface ShortState {
  readonly s?: string;
  readonly a?: Attributes;
  readonly c?: string | Partial<Context>;
  readonly lc?: number;
  readonly lu?: number;
}

/** An event of `subscribe_entities`: added, removed and changed entities. */
export interface EntityEvent {
  readonly a?: Readonly<Record<string, ShortState>>;
  readonly r?: readonly string[];
  readonly c?: Readonly<
    Record<string, { readonly '+'?: ShortState; readonly '-'?: { readonly a?: readonly string[] } }>
  >;
}

/** The changed entities of an event, and whether any was added or removed. */
export interface Touched {
  readonly ids: readonly string[];
  readonly isMembership: boolean;
}

/** The entities, kept up to date by the server's events. */
export class EntityFeed {
  readonly entities = new Map<string, Entity>();
  private isFresh = true;

  /** Called after a reconnect: the next event contains all entities. */
  restart(): void {
    this.isFresh = true;
  }

  apply(event: EntityEvent): Touched {
    const ids: string[] = [];
    let isMembership = false;
    if (this.isFresh && event.a !== undefined) {
      this.isFresh = false;
      for (const id of this.entities.keys())
        if (!Object.hasOwn(event.a, id)) {
          this.entities.delete(id);
          ids.push(id);
          isMembership = true;
        }
    }
    for (const [id, state] of Object.entries(event.a ?? {})) {
      isMembership ||= !this.entities.has(id);
      this.entities.set(id, added(id, state));
      ids.push(id);
    }
    for (const id of event.r ?? []) {
      isMembership = this.entities.delete(id) || isMembership;
      ids.push(id);
    }
    for (const [id, change] of Object.entries(event.c ?? {})) {
      const before = this.entities.get(id);
      if (before === undefined) continue;
      this.entities.set(id, changed(before, change['+'] ?? {}, change['-']?.a ?? []));
      ids.push(id);
    }
    return { ids, isMembership };
  }
}

function added(id: string, { s = '', a = {}, c, lc = 0, lu = lc }: ShortState): Entity {
  return {
    entity_id: id,
    domain: domainOf(id),
    state: s,
    attributes: a,
    last_changed: lc,
    last_updated: lu,
    context: contextOf(c, NO_CONTEXT),
  };
}

function changed(before: Entity, plus: ShortState, minus: readonly string[]): Entity {
  const { s = before.state, a, c, lc, lu } = plus;
  let { attributes } = before;
  if (a !== undefined || minus.length > 0) {
    const next: Record<string, unknown> = { ...attributes, ...a };
    for (const name of minus) delete next[name];
    attributes = next;
  }
  return {
    ...before,
    state: s,
    attributes,
    last_changed: lc ?? before.last_changed,
    last_updated: lc ?? lu ?? before.last_updated,
    context: c === undefined ? before.context : contextOf(c, before.context),
  };
}

const NO_CONTEXT: Context = { id: '', parent_id: null, user_id: null };

/** An ID alone leaves parent and user unchanged. */
function contextOf(short: ShortState['c'], before: Context): Context {
  if (short === undefined) return before;
  return typeof short === 'string' ? { ...before, id: short } : { ...before, ...short };
}
