import type { Context } from '../../core/context.ts';
import type { LoggedEvent } from './logged-event.ts';
import type { StateRow } from './state-row.ts';

/** What may be an entry: a change of a state or an event. */
export type LogbookRow = StateRow | LoggedEvent;

/** Whether a row is an event. */
export function isEvent(row: LogbookRow): row is LoggedEvent {
  return 'type' in row;
}

/** The origins of the rows of a time range: the first row of each context. */
export class Origins {
  private readonly events = new Map<string, LoggedEvent>();
  private readonly states = new Map<string, StateRow>();
  /** The changes that triggered an automation, by entity and time. */
  private readonly triggers = new Map<string, StateRow | undefined>();

  /** `events` and `states` are each in order of time; `events` may contain some of other ranges. */
  constructor(events: Iterable<LoggedEvent>, states: Iterable<StateRow>) {
    for (const event of events) {
      const { id } = event.context;
      if (!this.events.has(id)) this.events.set(id, event);
      const { trigger } = event;
      if (trigger !== null) this.triggers.set(keyOf(trigger), undefined);
    }
    for (const row of states) {
      const id = row.context?.id;
      if (id !== undefined && !this.states.has(id)) this.states.set(id, row);
      if (this.triggers.size === 0) continue;
      const key = keyOf(row);
      if (this.triggers.has(key)) this.triggers.set(key, row);
    }
  }

  /** The event that the context of a row began with. */
  eventOf(row: LogbookRow): LoggedEvent | undefined {
    return row.context === null ? undefined : this.events.get(row.context.id);
  }

  /** The row that led to this one: the first of its context or, if that is this row, of the parent context. */
  of(row: LogbookRow): LogbookRow | undefined {
    const { context } = row;
    if (context === null) return undefined;
    const own = this.first(context.id);
    if (own !== undefined && !isSame(own, row)) return own;
    if (context.parent_id === null) return undefined;
    const parent = this.first(context.parent_id) ?? this.triggerOf(row);
    return parent !== undefined && isSame(parent, row) ? undefined : parent;
  }

  /** The user in whose name something happened: that of its context or of the parent context. */
  userOf(row: LogbookRow): string | null {
    const { context } = row;
    if (context === null) return null;
    return context.user_id ?? this.eventOf(row)?.parentUserId ?? this.parentUserOf(context);
  }

  private parentUserOf({ parent_id: id }: Context): string | null {
    return id === null ? null : (this.first(id)?.context?.user_id ?? null);
  }

  /** Events precede the changes of their context. */
  private first(contextId: string): LogbookRow | undefined {
    return this.events.get(contextId) ?? this.states.get(contextId);
  }

  private triggerOf(row: LogbookRow): StateRow | undefined {
    return isEvent(row) && row.trigger !== null ? this.triggers.get(keyOf(row.trigger)) : undefined;
  }
}

/**
 * Sorts rows by time. Where times are equal, events follow the changes that may have caused them and precede those of
 * their own context.
 */
export function inOrder(
  states: readonly StateRow[],
  events: readonly LoggedEvent[],
  origins: Origins,
): LogbookRow[] {
  const rankOf = (row: LogbookRow): number => (isEvent(row) ? 1 : origins.eventOf(row) === undefined ? 0 : 2);
  return [...states, ...events].sort((a, b) => a.at - b.at || rankOf(a) - rankOf(b));
}

/** Events may have been read twice. */
function isSame(one: LogbookRow, other: LogbookRow): boolean {
  return one === other || (isEvent(one) && isEvent(other) && one.id === other.id);
}

function keyOf({ entityId, at }: { readonly entityId: string; readonly at: number }): string {
  return `${at} ${entityId}`;
}
