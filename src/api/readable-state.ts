import { HubEvent, type StateChange } from '../core/bus.ts';
import { type EntityId, isEntityId } from '../core/entity-id.ts';
import { State } from '../core/state.ts';

type MayRead = (id: EntityId) => boolean;

/** Attributes in which groups, scenes, zones and persons name other entities: one id or a list of them. */
const NAMING = [
  'entity_id',
  'entities',
  'persons',
  'device_trackers',
  'source',
  'temperature_entity_id',
  'humidity_entity_id',
] as const;

/** The state as a limited caller sees it: entities that caller may not read are named in it no more. The very same state where it names none. */
export function readableState(state: State, mayRead: MayRead): State {
  const attributes = readableNames(state.attributes, mayRead);
  return attributes === state.attributes ? state : new State({ ...fieldsOf(state), attributes });
}

/** The same of any record that names entities as attributes do: settings of helpers, capabilities of registry entries. */
export function readableNames<Names extends Readonly<Record<string, unknown>>>(
  names: Names,
  mayRead: MayRead,
): Names {
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

/** A change as a limited caller sees it, see `readableState`. */
export function readableChange(change: StateChange, mayRead: MayRead): StateChange {
  const before = change.old_state && readableState(change.old_state, mayRead);
  const now = change.new_state && readableState(change.new_state, mayRead);
  if (before === change.old_state && now === change.new_state) return change;
  // Attributes that were one object stay one, so that a change of the state alone is told as such.
  const isSame = change.old_state?.attributes === change.new_state?.attributes;
  const joined =
    isSame && before && now ? new State({ ...fieldsOf(now), attributes: before.attributes }) : now;
  return { entity_id: change.entity_id, old_state: before, new_state: joined };
}

/** An event as a limited caller hears it, see `readableState`. */
export function readableEvent(event: HubEvent, mayRead: MayRead): HubEvent {
  if (event.change === null) return OF_PLACES.has(event.type) ? withoutPlace(event) : event;
  const change = readableChange(event.change, mayRead);
  if (change === event.change) return event;
  const { type, data, origin, firedAt, context } = event;
  return new HubEvent(type, { data, origin, firedAt, context, change });
}

const OF_PLACES: ReadonlySet<string> = new Set([
  'area_registry_updated',
  'category_registry_updated',
  'device_registry_updated',
  'floor_registry_updated',
  'label_registry_updated',
]);

/** That something of the kind changed is all a limited caller has to know to read the list again: which one may be none it sees. */
function withoutPlace({ type, data: { action }, origin, firedAt, context }: HubEvent): HubEvent {
  return new HubEvent(type, { data: { action }, origin, firedAt, context, change: null });
}

function withoutHidden(value: unknown, mayRead: MayRead): unknown {
  if (typeof value === 'string') return isHidden(value, mayRead) ? null : value;
  if (!Array.isArray(value)) return value;
  return value.some((one) => isHidden(one, mayRead)) ? value.filter((one) => !isHidden(one, mayRead)) : value;
}

/** A `source` may also be a channel or an input: only what reads as an entity's id is one. */
function isHidden(value: unknown, mayRead: MayRead): boolean {
  return typeof value === 'string' && isEntityId(value) && !mayRead(value);
}

function fieldsOf(state: State) {
  const { entity_id, attributes, last_changed, last_reported, last_updated, context } = state;
  return { entity_id, state: state.state, attributes, last_changed, last_reported, last_updated, context };
}
