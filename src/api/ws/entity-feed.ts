import type { Access } from '../../core/access.ts';
import type { Bus, StateChange } from '../../core/bus.ts';
import type { Undo } from '../../core/clock.ts';
import type { EntityId } from '../../core/entity-id.ts';
import type { State } from '../../core/state.ts';
import type { StateMachine } from '../../core/state-machine.ts';
import { readableState } from '../../entities/visibility/readable-state.ts';
import { readableChange } from '../readable-change.ts';
import type { Feed } from './command.ts';
import type { SharedFrames } from './shared-frames.ts';
import { onSightChange } from './sight-changes.ts';
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
export interface Selection {
  readonly wants: ((id: EntityId) => boolean) | null;
  readonly mayRead: Access['mayRead'];
}

/**
 * Follows entities for one client: first all states, then every change. Changes for a slow client are
 * conflated: once it has caught up, it gets one step per changed entity, from the state it knows to the
 * newest. For limited callers an entity entering their view is added, one leaving it is removed.
 */
export function followEntities(sources: EntitySources, feed: Feed, { wants, mayRead }: Selection): Undo {
  const { states, bus, frames } = sources;
  const isWanted = (id: EntityId): boolean => wants === null || wants(id);
  const sight = mayRead === null ? null : new Sight(mayRead);
  const known = new Map<EntityId, State | null>();
  const release = (): void => {
    const steps = [...known];
    known.clear();
    for (const [id, before] of steps) {
      const step = { entity_id: id, old_state: before, new_state: states.get(id) ?? null };
      const seen = sight === null ? step : sight.seen(step, isWanted(id));
      if (seen.old_state !== null || seen.new_state !== null) feed.event(stepText(seen));
    }
  };
  const listener = (change: StateChange): void => {
    const id = change.entity_id;
    const isIn = isWanted(id);
    if (!isIn && sight?.has(id) !== true) return;
    if (known.size === 0) {
      if (!feed.isSlow()) {
        const seen = sight === null ? change : sight.seen(change, isIn);
        if (seen.old_state !== null || seen.new_state !== null) feed.frame(frames.frame(seen, feed.id));
        return;
      }
      feed.whenCaughtUp(release);
    }
    if (!known.has(id)) known.set(id, change.old_state);
  };
  feed.event(allText(states, { wants, mayRead }, sight));
  const undos = [
    bus.on('state_changed', ({ change }) => {
      if (change !== null) listener(change);
    }),
  ];
  if (sight !== null) {
    const look = (id: EntityId): void => {
      const state = states.get(id);
      if (state !== undefined && isWanted(id) !== sight.has(id))
        listener({ entity_id: id, old_state: state, new_state: state });
    };
    undos.push(
      onSightChange(bus, (id) => {
        if (id !== null) look(id);
        else for (const state of [...states.all()]) look(state.entity_id);
      }),
    );
  }
  return () => {
    for (const undo of undos) undo();
  };
}

/** The entities a limited caller has been shown. */
class Sight {
  private readonly mayRead: NonNullable<Access['mayRead']>;
  private readonly shown = new Set<EntityId>();

  constructor(mayRead: NonNullable<Access['mayRead']>) {
    this.mayRead = mayRead;
  }

  has(id: EntityId): boolean {
    return this.shown.has(id);
  }

  add(id: EntityId): void {
    this.shown.add(id);
  }

  /** The change from what was shown to what may be shown now. */
  seen(change: StateChange, isIn: boolean): StateChange {
    const id = change.entity_id;
    const before = this.shown.has(id) ? change.old_state : null;
    const now = isIn ? change.new_state : null;
    if (now === null) this.shown.delete(id);
    else this.shown.add(id);
    const isWhole = before === change.old_state && now === change.new_state;
    return readableChange(
      isWhole ? change : { entity_id: id, old_state: before, new_state: now },
      this.mayRead,
    );
  }
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

function allText(states: StateMachine, { wants, mayRead }: Selection, sight: Sight | null): string {
  const members: string[] = [];
  for (const state of states.all()) {
    if (wants !== null && !wants(state.entity_id)) continue;
    sight?.add(state.entity_id);
    const seen = mayRead === null ? state : readableState(state, mayRead);
    members.push(`"${state.entity_id}":${seen.toCompressedText()}`);
  }
  return `{"a":{${members.join(',')}}}`;
}
