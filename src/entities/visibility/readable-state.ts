import { type EntityId, isEntityId } from '../../core/entity-id.ts';
import { State } from '../../core/state.ts';
import type { StateMachine } from '../../core/state-machine.ts';

type MayRead = (id: EntityId) => boolean;

/**
 * Attributes in which groups, scenes, zones, persons and players reference other entities, by one ID or a
 * list.
 */
const NAMING = [
  'entity_id',
  'entities',
  'group_members',
  'persons',
  'device_trackers',
  'source',
  'min_entity_id',
  'max_entity_id',
  'last_entity_id',
  'temperature_entity_id',
  'humidity_entity_id',
] as const;

/**
 * The state as a limited caller sees it, without the IDs of hidden entities; the same object if it has none.
 */
export function readableState(state: State, mayRead: MayRead): State {
  const attributes = readableNames(state.attributes, mayRead);
  return attributes === state.attributes ? state : new State({ ...fieldsOf(state), attributes });
}

/** Does the same for any record with such keys: settings of helpers, capabilities of registry entries. */
export function readableNames<Names extends Readonly<Record<string, unknown>>>(
  names: Names,
  mayRead: MayRead,
): Names {
  let seen: Record<string, unknown> | undefined;
  for (const key of NAMING) {
    const value = names[key];
    if (value === undefined || value === null) continue;
    const saved = withoutHidden(value, mayRead);
    if (saved === value) continue;
    seen ??= { ...names };
    seen[key] = saved;
  }
  return (seen as Names | undefined) ?? names;
}

/**
 * Two successive states of an entity as a limited caller sees them; shared attribute objects remain shared.
 */
export function readablePair(
  [before, after]: readonly [State | null, State | null],
  mayRead: MayRead,
): readonly [State | null, State | null] {
  const seenBefore = before && readableState(before, mayRead);
  const seenAfter = after && readableState(after, mayRead);
  if (seenBefore === before || seenBefore === null || after === null) return [seenBefore, seenAfter];
  if (before?.attributes !== after.attributes) return [seenBefore, seenAfter];
  return [seenBefore, new State({ ...fieldsOf(after), attributes: seenBefore.attributes })];
}

/** A view of the states a limited caller may read; the state machine itself for unlimited callers. */
export function readableStates(
  states: Pick<StateMachine, 'get' | 'all'>,
  mayRead: MayRead | null,
): Pick<StateMachine, 'get' | 'all'> {
  if (mayRead === null) return states;
  return {
    get: (id) => {
      const state = mayRead(id) ? states.get(id) : undefined;
      return state && readableState(state, mayRead);
    },
    *all() {
      for (const state of states.all()) if (mayRead(state.entity_id)) yield readableState(state, mayRead);
    },
  };
}

function withoutHidden(value: unknown, mayRead: MayRead): unknown {
  if (typeof value === 'string') return isHidden(value, mayRead) ? null : value;
  if (!Array.isArray(value)) return value;
  return value.some((one) => isHidden(one, mayRead)) ? value.filter((one) => !isHidden(one, mayRead)) : value;
}

/** A `source` may also be a channel or an input: only valid entity IDs are checked. */
function isHidden(value: unknown, mayRead: MayRead): boolean {
  return typeof value === 'string' && isEntityId(value) && !mayRead(value);
}

function fieldsOf(state: State) {
  const { entity_id, attributes, last_changed, last_reported, last_updated, context } = state;
  return { entity_id, state: state.state, attributes, last_changed, last_reported, last_updated, context };
}
