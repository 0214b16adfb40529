import type { Access } from '../core/access.ts';
import type { Clock } from '../core/clock.ts';
import type { EntityId } from '../core/entity-id.ts';
import { isEntityId } from '../core/entity-id.ts';
import type { StateHistoryQuery } from '../core/state-history-query.ts';
import type { StateMachine } from '../core/state-machine.ts';
import { parseMoment, pointOfMoment } from '../domains/definition/calendar-text.ts';
import { visibleIds, visiblePresentIds } from '../entities/visibility/visible-state.ts';

/** What the API needs to answer questions about the past. */
export interface HistoryParts {
  readonly reader: HistoryReader;
  readonly states: Pick<StateMachine, 'get' | 'all'>;
  readonly clock: Clock;
  /** The time zone of the home. */
  readonly timeZone: () => string;
}

/** Reads the history for a caller, whose reads wait for each other if they are many. */
export interface HistoryReader {
  /** JSON text in chunks; leaving the loop stops the work. */
  states(query: StateHistoryQuery, access: Access): AsyncGenerator<Uint8Array>;
}

/** Which rows a caller wants, and how. */
export type HistoryShape = Pick<
  StateHistoryQuery,
  'form' | 'hasStart' | 'significantOnly' | 'isMinimal' | 'hasAttributes'
>;

/** A period for all entities; both ends are exclusive. */
export interface Period {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads a point in time, with microseconds: ISO 8601, without an offset in the time zone of the home, a date alone as
 * its midnight. Null for anything else.
 */
export function readTime(text: string, timeZone: string): number | null {
  const moment = parseMoment(text);
  if (moment === null) return null;
  const micros = /\.\d{3}(\d{1,3})/.exec(text)?.[1] ?? '';
  return pointOfMoment(moment, timeZone) + Number(micros.padEnd(3, '0')) / 1000;
}

/** The entities of a request that the caller may read, each once. Entities that no longer exist are for callers who may read all. */
export function readableIds(
  ids: readonly EntityId[],
  access: Access,
  states: HistoryParts['states'],
): readonly EntityId[] {
  return visiblePresentIds([...new Set(ids)], access, states);
}

/** Whether each of the names is an entity, which is fast to see, or could be one. */
export function areEntityIds(ids: readonly string[], states: HistoryParts['states']): boolean {
  return ids.every((id) => states.get(id) !== undefined || isEntityId(id));
}

/** Whether all entities exist and none has changed since a time: there is nothing to read then. */
export function areUnchangedSince(
  at: number,
  ids: readonly EntityId[],
  { states, hasAttributes }: { readonly states: HistoryParts['states']; readonly hasAttributes: boolean },
): boolean {
  return ids.every((id) => {
    const state = states.get(id);
    return state !== undefined && (hasAttributes ? state.last_updated : state.last_changed) <= at;
  });
}

/** The question of a caller for entities it may read. */
export function historyQuery(
  shape: HistoryShape,
  { start, end }: Period,
  {
    ids,
    access,
    states,
  }: { readonly ids: readonly EntityId[]; readonly access: Access } & Pick<HistoryParts, 'states'>,
): StateHistoryQuery {
  return {
    ...shape,
    entityIds: ids,
    after: start,
    before: end,
    namable: shape.hasAttributes ? namable(access, states) : undefined,
    start,
    end,
  };
}

/** The entities that attributes may name to the caller; undefined for all. */
export function namable(access: Access, states: HistoryParts['states']): readonly string[] | undefined {
  if (access.mayRead === null) return undefined;
  return visibleIds(
    [...states.all()].map(({ entity_id: id }) => id),
    access,
  );
}
