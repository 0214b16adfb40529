import type { Access } from '../../core/access.ts';
import type { Bus, StateChange } from '../../core/bus.ts';
import type { Undo } from '../../core/clock.ts';
import type { EntityId } from '../../core/entity-id.ts';
import type { State } from '../../core/state.ts';
import type { StateMachine } from '../../core/state-machine.ts';
import { readableState } from '../../entities/readable-state.ts';
import { readableChange } from '../readable-change.ts';
import type { Feed } from './command.ts';
import type { SharedFrames } from './shared-frames.ts';
import { stepText } from './state-diff.ts';

/** What all entity subscriptions of a server share. */
export interface EntitySources {
  readonly states: StateMachine;
  readonly bus: Bus;
  readonly frames: SharedFrames<StateChange>;
}

/** Which entities a client follows; null for all. `mayRead` is part of `wants` already and hides ids within states as well. */
export interface Selection {
  readonly wants: ((id: EntityId) => boolean) | null;
  readonly mayRead: Access['mayRead'];
}

/**
 * Follows entities for one client: all of them at once, then every change. A client that reads too slowly gets, when it has
 * caught up, one step for each entity that moved meanwhile, from the state it knows to the newest.
 */
export function followEntities(sources: EntitySources, feed: Feed, { wants, mayRead }: Selection): Undo {
  const { states, bus, frames } = sources;
  const seen = (change: StateChange): StateChange =>
    mayRead === null ? change : readableChange(change, mayRead);
  const known = new Map<EntityId, State | null>();
  const release = (): void => {
    const steps = [...known];
    known.clear();
    for (const [id, before] of steps) {
      const now = states.get(id) ?? null;
      if (now === null && before === null) continue;
      feed.event(stepText(seen({ entity_id: id, old_state: before, new_state: now })));
    }
  };
  feed.event(allText(states, { wants, mayRead }));
  return bus.on('state_changed', ({ change }) => {
    if (change === null || (wants !== null && !wants(change.entity_id))) return;
    if (known.size === 0) {
      if (!feed.isSlow()) {
        feed.frame(frames.frame(seen(change), feed.id));
        return;
      }
      feed.whenCaughtUp(release);
    }
    if (!known.has(change.entity_id)) known.set(change.entity_id, change.old_state);
  });
}

/** Both tests in one; null when neither limits. */
export function both(
  first: ((id: EntityId) => boolean) | null,
  second: ((id: EntityId) => boolean) | null | Access['mayRead'],
): ((id: EntityId) => boolean) | null {
  if (first === null) return second;
  if (second === null) return first;
  return (id) => first(id) && second(id);
}

function allText(states: StateMachine, { wants, mayRead }: Selection): string {
  const members: string[] = [];
  for (const state of states.all()) {
    if (wants !== null && !wants(state.entity_id)) continue;
    const seen = mayRead === null ? state : readableState(state, mayRead);
    members.push(`"${state.entity_id}":${seen.toCompressedText()}`);
  }
  return `{"a":{${members.join(',')}}}`;
}
