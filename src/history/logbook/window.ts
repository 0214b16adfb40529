import type { LogbookQuery } from '../../core/logbook-query.ts';
import { ulidTimeCodes } from '../../core/ulid-time.ts';
import type { CauseLog } from '../cause-log/cause-log.ts';
import type { Sample } from '../samples/sample.ts';
import type { SampleStore } from '../samples/sample-store.ts';
import { eventsOf } from './cause-event.ts';
import { isLeftOut } from './logbook-entities.ts';
import type { LoggedEvent } from './logged-event.ts';
import { type StateRow, stateRows } from './state-row.ts';

/** The stores of the recorded past. */
export interface Recorded {
  readonly samples: Pick<SampleStore, 'read' | 'lastBefore'>;
  readonly causes: Pick<CauseLog, 'between' | 'ofSubject' | 'ofContext'>;
}

/** A part of the period of a question: from one time (inclusive) to another (exclusive). */
export interface Window {
  readonly from: number;
  readonly to: number;
}

/** Rows in memory at once; a window with more of them is read in parts. */
const MAX_ROWS = 50_000;
/** Above this many contexts, reading all causes of a window is faster than looking them up. */
const MAX_LOOKUPS = 200;
const ULID = /^[0-9A-HJKMNP-TV-Z]{26}$/;

/** The changes in a window that are entries, by time; undefined if they are too many. */
export async function changesIn(
  { samples }: Recorded,
  query: LogbookQuery,
  { from, to }: Window,
): Promise<StateRow[] | undefined> {
  const { entityIds, contextId } = query;
  const removed = new Set(query.removedIds);
  const rows: StateRow[] = [];
  for (const entityId of entityIds) {
    // Just before the range is read, so that a block that contains both is decoded once.
    let before: Pick<Sample, 'state'> | undefined = (await samples.lastBefore([entityId], from)).get(
      entityId,
    );
    for await (const part of samples.read({ entityIds: [entityId], from, to, withAttributes: true })) {
      const shown = removed.has(entityId) ? shownOf(entityId, part.samples) : part.samples;
      for (const row of stateRows({ entityId, before, samples: shown }))
        if (contextId === null || row.context?.id === contextId) rows.push(row);
      before = part.samples.at(-1);
      if (rows.length > MAX_ROWS && to - from > 1) return undefined;
    }
  }
  return rows.sort((a, b) => a.at - b.at);
}

/** The samples of a removed entity that are not left out; most have the same attributes as the one before. */
function shownOf(entityId: string, samples: readonly Sample[]): readonly Sample[] {
  let known: string | undefined;
  let isShown = true;
  return samples.filter(({ attributes }) => {
    if (attributes !== known) isShown = !isLeftOut(entityId, JSON.parse(attributes));
    known = attributes;
    return isShown;
  });
}

/** The events in a window that may be entries, by time. */
export function eventsIn({ causes }: Recorded, query: LogbookQuery, { from, to }: Window): LoggedEvent[] {
  if (query.contextId !== null)
    return eventsOf(causes.ofContext(query.contextId)).filter(({ at }) => at >= from && at < to);
  if (query.isWhole) return eventsOf(causes.between(from, to));
  const events = query.entityIds.flatMap((id) => eventsOf(causes.ofSubject(id, from, to)));
  return events.sort((a, b) => a.id - b.id);
}

/**
 * The events that the contexts of rows in a window began with, in order; if `isComplete`, `events` has all in the
 * window. Those of other contexts would give rows origins that depend on how much happened.
 */
export function eventsOfContexts(
  { causes }: Recorded,
  { states, events }: { readonly states: readonly StateRow[]; readonly events: readonly LoggedEvent[] },
  { window: { from, to }, isComplete }: { readonly window: Window; readonly isComplete: boolean },
): readonly LoggedEvent[] {
  const rows = [...states, ...events];
  const mark = ulidTime(from);
  // Most contexts are those of states that users set, which have no causes: few of a complete window are looked up.
  const isEarlier = (id: string): boolean => isBelow(id, mark) && ULID.test(id);
  const contexts = contextsOf(rows, isComplete ? isEarlier : () => true);
  const isKnown = isComplete || contexts.size > MAX_LOOKUPS;
  const inside =
    isComplete || !isKnown
      ? events
      : eventsOf(causes.between(from, to)).filter(({ context }) => contexts.has(context.id));
  const sought = [...contexts].filter((id) => !isKnown || isEarlier(id));
  const found = sought.flatMap((id) => eventsOf(causes.ofContext(id)));
  return found.length === 0 ? inside : [...inside, ...found].sort((a, b) => a.id - b.id);
}

function contextsOf(
  rows: readonly (StateRow | LoggedEvent)[],
  isSought: (id: string) => boolean,
): Set<string> {
  const ids = new Set<string>();
  for (const { context } of rows) if (context !== null && isSought(context.id)) ids.add(context.id);
  return ids;
}

/** Whether an ID is before a shorter text in the order of its characters; much faster than comparing strings. */
function isBelow(id: string, mark: string): boolean {
  for (let i = 0; i < mark.length; i += 1) {
    const difference = id.charCodeAt(i) - mark.charCodeAt(i);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

/** The first ten characters of the ULIDs of a time. */
function ulidTime(time: number): string {
  return String.fromCharCode(...ulidTimeCodes(Math.floor(Math.max(time, 0))));
}
