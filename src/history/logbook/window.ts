import type { LogbookQuery } from '../../core/logbook-query.ts';
import type { CauseLog } from '../cause-log/cause-log.ts';
import type { SampleStore } from '../samples/sample-store.ts';
import { eventsOf } from './cause-event.ts';
import { isLeftOut } from './logbook-entities.ts';
import type { LoggedEvent } from './logged-event.ts';
import { type StateRow, stateRows } from './state-row.ts';

/** Where the past is recorded. */
export interface Recorded {
  readonly samples: Pick<SampleStore, 'read' | 'lastBefore'>;
  readonly causes: Pick<CauseLog, 'between' | 'ofSubject' | 'ofContext'>;
}

/** A part of the period of a question: from a time until before another. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

/** Rows in memory at once; a window with more of them is read in parts. */
const MAX_ROWS = 50_000;
/** Above this many contexts, reading all causes of a window is faster than looking them up. */
const MAX_LOOKUPS = 200;
const ULID = /^[0-9A-HJKMNP-TV-Z]{26}$/;
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const TIME_LENGTH = 10;

/** The changes in a window that are entries, by time; undefined if they are too many. */
export async function changesIn(
  { samples }: Recorded,
  query: LogbookQuery,
  { from, to }: Window,
): Promise<StateRow[] | undefined> {
  const { entityIds, contextId } = query;
  const removed = new Set(query.removedIds);
  const before = await samples.lastBefore(entityIds, from);
  const states = new Map<string, string | null>();
  const rows: StateRow[] = [];
  for await (const part of samples.read({ entityIds, from, to, withAttributes: true })) {
    const { entityId } = part;
    const known = states.get(entityId);
    const last = known === undefined ? before.get(entityId) : { state: known };
    for (const row of stateRows({ entityId, before: last, samples: part.samples })) {
      if (contextId !== null && row.context?.id !== contextId) continue;
      if (removed.has(entityId) && isLeftOut(entityId, JSON.parse(row.attributes))) continue;
      rows.push(row);
    }
    if (rows.length > MAX_ROWS && to - from > 1) return undefined;
    states.set(entityId, part.samples.at(-1)?.state ?? null);
  }
  return rows.sort((a, b) => a.at - b.at);
}

/** The events in a window that may be entries, by time. */
export function eventsIn({ causes }: Recorded, query: LogbookQuery, { from, to }: Window): LoggedEvent[] {
  if (query.contextId !== null)
    return eventsOf(causes.ofContext(query.contextId)).filter(({ at }) => at >= from && at < to);
  if (query.isWhole) return eventsOf(causes.between(from, to));
  const events = query.entityIds.flatMap((id) => eventsOf(causes.ofSubject(id, from, to)));
  return events.sort((a, b) => a.id - b.id);
}

/** The events that the contexts of rows in a window began with, in order. `isComplete`: `events` has all in it. */
export function eventsOfContexts(
  { causes }: Recorded,
  { states, events }: { readonly states: readonly StateRow[]; readonly events: readonly LoggedEvent[] },
  { window: { from, to }, isComplete }: { readonly window: Window; readonly isComplete: boolean },
): readonly LoggedEvent[] {
  const contexts = new Set([...states, ...events].flatMap(({ context }) => context?.id ?? []));
  const isKnown = isComplete || contexts.size > MAX_LOOKUPS;
  const inside = isComplete || !isKnown ? events : eventsOf(causes.between(from, to));
  // Most contexts are those of states that users set, which have no causes.
  const sought = isKnown ? [...contexts].filter((id) => beganBefore(id, from)) : [...contexts];
  const found = sought.flatMap((id) => eventsOf(causes.ofContext(id)));
  return found.length === 0 ? inside : [...inside, ...found].sort((a, b) => a.id - b.id);
}

/** Whether a context was created before a time; only ULIDs say. */
function beganBefore(contextId: string, time: number): boolean {
  if (!ULID.test(contextId)) return false;
  let at = 0;
  for (const letter of contextId.slice(0, TIME_LENGTH)) at = at * 32 + ALPHABET.indexOf(letter);
  return at < time;
}
