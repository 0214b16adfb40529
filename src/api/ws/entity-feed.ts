import type { Access } from '../../core/access.ts';
import type { Bus, StateChange } from '../../core/bus.ts';
import type { Undo } from '../../core/clock.ts';
import type { EntityId } from '../../core/entity-id.ts';
import type { State } from '../../core/state.ts';
import type { StateMachine } from '../../core/state-machine.ts';
import { onViewChange } from '../../entities/visibility/view-changes.ts';
import { ShownEntities } from '../../entities/visibility/visible-change.ts';
import { type Viewer, visibleState } from '../../entities/visibility/visible-state.ts';
import type { Feed } from './command.ts';
import type { SharedFrames } from './shared-frames.ts';
import { stepText } from './state-diff.ts';

/** The dependencies shared by all entity subscriptions of a server. */
export interface EntitySources {
  readonly states: StateMachine;
  readonly bus: Bus;
  readonly frames: SharedFrames<StateChange>;
}

/**
 * The entities a client follows; null for all. `wants` already includes `mayRead`, which also hides IDs
 * within states.
 */
export interface Selection extends Viewer {
  readonly wants: ((id: EntityId) => boolean) | null;
}

/**
 * Follows entities for one client: first all states, then every change. Changes for a slow client are
 * conflated: once it has caught up, it gets one step per changed entity, from the state it knows to the
 * newest. For limited callers an entity entering their view is added, one leaving it is removed.
 */
export function followEntities(sources: EntitySources, feed: Feed, selection: Selection): Undo {
  const { wants } = selection;
  const { states, bus, frames } = sources;
  const isWanted = (id: EntityId): boolean => wants === null || wants(id);
  const shown = selection.mayRead === null ? null : new ShownEntities(selection);
  const known = new Map<EntityId, State | null>();
  const release = (): void => {
    const steps = [...known];
    known.clear();
    for (const [id, before] of steps) {
      const step = { entity_id: id, old_state: before, new_state: states.get(id) ?? null };
      const seen = shown === null ? step : shown.visible(step, isWanted(id));
      if (seen.old_state !== null || seen.new_state !== null) feed.event(stepText(seen));
    }
  };
  const listener = (change: StateChange): void => {
    const id = change.entity_id;
    const isIn = isWanted(id);
    if (!isIn && shown?.has(id) !== true) return;
    if (known.size === 0) {
      if (!feed.isSlow()) {
        const seen = shown === null ? change : shown.visible(change, isIn);
        if (seen.old_state !== null || seen.new_state !== null) feed.frame(frames.frame(seen, feed.id));
        return;
      }
      feed.whenCaughtUp(release);
    }
    if (!known.has(id)) known.set(id, change.old_state);
  };
  const isWhole = wants === null && shown === null;
  feed.event(isWhole ? wholeBytes(states, selection) : allText(states, selection, shown));
  const undos = [
    bus.on('state_changed', ({ change }) => {
      if (change !== null) listener(change);
    }),
  ];
  if (shown !== null) {
    const look = (id: EntityId): void => {
      const state = states.get(id);
      if (state !== undefined && isWanted(id) !== shown.has(id))
        listener({ entity_id: id, old_state: state, new_state: state });
    };
    undos.push(
      onViewChange(bus, (id) => {
        if (id !== null) look(id);
        else for (const state of [...states.all()]) look(state.entity_id);
      }),
    );
  }
  return () => {
    for (const undo of undos) undo();
  };
}

/** Combines two tests; null if neither limits. */
export function both(
  first: ((id: EntityId) => boolean) | null,
  second: ((id: EntityId) => boolean) | null | Access['mayRead'],
): ((id: EntityId) => boolean) | null {
  if (first === null) return second;
  if (second === null) return first;
  return (id) => first(id) && second(id);
}

/** All states for callers who see and follow everything, with the revision they belong to. */
const wholes = new WeakMap<StateMachine, { readonly revision: number; readonly bytes: Buffer }>();

/** All states, kept until the next write: after a restart, many clients ask for them at once. */
function wholeBytes(states: StateMachine, selection: Selection): Buffer {
  const { revision } = states;
  const known = wholes.get(states);
  if (known?.revision === revision) return known.bytes;
  const bytes = Buffer.from(allText(states, selection, null));
  wholes.set(states, { revision, bytes });
  return bytes;
}

function allText(states: StateMachine, selection: Selection, shown: ShownEntities | null): string {
  const members: string[] = [];
  const { wants } = selection;
  for (const state of states.all()) {
    if (wants !== null && !wants(state.entity_id)) continue;
    shown?.add(state.entity_id);
    members.push(`"${state.entity_id}":${visibleState(state, selection).toCompressedText()}`);
  }
  return `{"a":{${members.join(',')}}}`;
}
