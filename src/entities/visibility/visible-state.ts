import type { Access } from '../../core/access.ts';
import { type EntityId, isEntityId } from '../../core/entity-id.ts';
import { State } from '../../core/state.ts';
import type { StateMachine } from '../../core/state-machine.ts';

/** The caller something is shown to; its `mayRead` is null if nothing is hidden from it. */
export type Viewer = Pick<Access, 'mayRead'>;

type MayRead = (id: EntityId) => boolean;

/** Whether a caller sees an entity. */
export function sees({ mayRead }: Viewer, id: EntityId): boolean {
  return mayRead === null || mayRead(id);
}

/** The entities of a list that a caller sees. */
export function visibleIds(ids: readonly EntityId[], { mayRead }: Viewer): readonly EntityId[] {
  return mayRead === null ? ids : ids.filter(mayRead);
}

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

/** A filter for lists of things with an entity ID; null for callers who see all of them. */
export function visibleOnly({ mayRead }: Viewer): ((of: { readonly entity_id: EntityId }) => boolean) | null {
  return mayRead && (({ entity_id }) => mayRead(entity_id));
}

/** Like `visibleIds`; for a limited caller, a missing entity is like a hidden one. */
export function visiblePresentIds(
  ids: readonly EntityId[],
  viewer: Viewer,
  states: Pick<StateMachine, 'get'>,
): readonly EntityId[] {
  if (viewer.mayRead === null) return ids;
  return visibleIds(ids, viewer).filter((id) => states.get(id) !== undefined);
}

/** The state as a caller sees it, without the IDs of hidden entities; the same object if it has none. */
export function visibleState(state: State, viewer: Viewer): State {
  const attributes = visibleNames(state.attributes, viewer);
  return attributes === state.attributes ? state : new State({ ...fieldsOf(state), attributes });
}

/** Does the same for any record with such keys: settings of helpers, capabilities of registry entries. */
export function visibleNames<Names extends Readonly<Record<string, unknown>>>(
  names: Names,
  { mayRead }: Viewer,
): Names {
  if (mayRead === null) return names;
  let seen: Record<string, unknown> | undefined;
  for (const key of NAMING) {
    const value = names[key];
    if (value === undefined || value === null) continue;
    const kept = withoutHidden(value, mayRead);
    if (kept === value) continue;
    seen ??= { ...names };
    seen[key] = kept;
  }
  return (seen as Names | undefined) ?? names;
}

/** The states a caller sees; the state machine itself if it sees all. */
export function visibleStates(
  states: Pick<StateMachine, 'get' | 'all'>,
  viewer: Viewer,
): Pick<StateMachine, 'get' | 'all'> {
  if (viewer.mayRead === null) return states;
  return {
    get: (id) => {
      const state = sees(viewer, id) ? states.get(id) : undefined;
      return state && visibleState(state, viewer);
    },
    *all() {
      for (const state of states.all()) if (sees(viewer, state.entity_id)) yield visibleState(state, viewer);
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

/** The fields of a state, for a copy with others. */
export function fieldsOf(state: State) {
  const { entity_id, attributes, last_changed, last_reported, last_updated, context } = state;
  return { entity_id, state: state.state, attributes, last_changed, last_reported, last_updated, context };
}
