import type { Connection } from 'home-assistant-js-websocket';

/** An entry of the logbook, in the format of `logbook/get_events`. What led to it has the prefix `context_`. */
export interface LogbookEntry {
  /** Seconds since 1970. */
  readonly when: number;
  readonly entity_id?: string;
  /** The new state, of entries about a change. */
  readonly state?: string;
  readonly attributes?: { readonly event_type?: unknown };
  /** The name and message of entries about an event, such as a run. */
  readonly name?: string;
  readonly message?: string;
  readonly domain?: string | null;
  /** What triggered an automation; missing if the user may not know it. */
  readonly source?: string | null;
  /** The item and run of entries about a run. */
  readonly item_id?: string;
  readonly run_id?: string;
  readonly context_user_id?: string;
  readonly context_event_type?: string;
  readonly context_domain?: string;
  readonly context_service?: string;
  readonly context_name?: string;
  readonly context_source?: string;
  readonly context_state?: string;
  readonly context_entity_id?: string;
}

/** A period in milliseconds since 1970, from one time (inclusive) to another (exclusive). */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The entries of a period, oldest first; of some entities if given. */
export function readEntries(
  connection: Connection,
  { from, to }: Span,
  entityIds: readonly string[] | undefined,
): Promise<readonly LogbookEntry[]> {
  return connection.sendMessagePromise({
    type: 'logbook/get_events',
    ...periodOf(from),
    end_time: new Date(to).toISOString(),
    ...selection(entityIds),
  });
}

/**
 * Calls back with entries from a time on, then with those that follow, until the connection is lost. Returns a function
 * that ends it.
 */
export function followEntries(
  connection: Connection,
  { from, entityIds }: { readonly from: number; readonly entityIds: readonly string[] | undefined },
  onEntries: (entries: readonly LogbookEntry[]) => void,
): () => void {
  const message = { type: 'logbook/event_stream', ...periodOf(from), ...selection(entityIds) };
  const following = connection.subscribeMessage<{ readonly events: readonly LogbookEntry[] }>(
    ({ events }) => onEntries(events),
    message,
    { resubscribe: false },
  );
  following.catch(() => {});
  return () => void following.then((end) => end()).catch(() => {});
}

/** The time of an entry in whole milliseconds since 1970. */
export function timeOf({ when }: LogbookEntry): number {
  return Math.round(when * 1000);
}

/** What tells an entry from all others. */
export function keyOf({ when, entity_id, state, name, message, run_id }: LogbookEntry): string {
  return JSON.stringify([when, entity_id, state, name, message, run_id]);
}

/** The server leaves out what happened at the start of a period itself. */
function periodOf(from: number): { readonly start_time: string } {
  return { start_time: new Date(from - 1).toISOString() };
}

function selection(entityIds: readonly string[] | undefined): { readonly entity_ids?: readonly string[] } {
  return entityIds === undefined ? {} : { entity_ids: entityIds };
}
