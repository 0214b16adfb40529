import type { EntityId } from '../../core/entity-id.ts';
import { type State, UNAVAILABLE, UNKNOWN } from '../../core/state.ts';
import type { PurposeTarget } from '../../domains/definition/entity-triggers.ts';
import { timedeltaOf } from '../config/duration.ts';
import type { Attachment, Firing, Trigger } from '../config/trigger.ts';
import { DwellTimers, type Occurrence } from '../schedule/dwell-timers.ts';
import type { Behavior } from './behavior.ts';
import { fitsFilter, followTarget, type TriggerTarget } from './target.ts';

/** A trigger over the states of the entities of a target. */
export interface EntityTriggerFacts {
  readonly target: PurposeTarget;
  readonly resolved: TriggerTarget;
  readonly behavior: Behavior;
  /** Milliseconds it must stay so. */
  readonly length: number;
  /** Whether a state matches. */
  is(state: State, attachment: Attachment): boolean;
  /** Whether a change between two known states leads there. */
  leads(from: State, to: State, attachment: Attachment): boolean;
  /** Whether a previous state of `unknown` counts: presses have no state before the first one. */
  readonly fromUnknown: boolean;
}

const TOGETHER = 'together';

/** Fires when a targeted entity matches: each one, the first, or the last one missing. */
export function entityTrigger(facts: EntityTriggerFacts): Trigger {
  return { attach: (attachment) => attach(facts, attachment) };
}

function attach(facts: EntityTriggerFacts, attachment: Attachment): ReturnType<Trigger['attach']> {
  const { behavior, length, target } = facts;
  const { setting } = attachment;
  let ids: readonly EntityId[] = [];
  const known = (): State[] =>
    ids.flatMap((id) => {
      const state = setting.states.get(id);
      return state !== undefined && isKnown(state) && fitsFilter(state, target.entity) ? [state] : [];
    });
  const count = (): { readonly so: number; readonly all: number } => {
    const states = known();
    return { so: states.filter((state) => facts.is(state, attachment)).length, all: states.length };
  };
  const firing = ({ from, to, context }: Omit<Occurrence, 'length'>): Firing => {
    const id = (to ?? from)?.entity_id ?? '';
    return {
      variables: {
        entity_id: id,
        from_state: setting.rendering.stateValue(from),
        to_state: setting.rendering.stateValue(to),
        for: length === 0 ? null : timedeltaOf(length),
      },
      description: `state of ${id}`,
      context,
    };
  };
  const dwell = new DwellTimers({
    attachment,
    holds: (_occurrence, state) => {
      if (behavior === 'each') return state !== undefined && isKnown(state) && facts.is(state, attachment);
      const { so, all } = count();
      return behavior === 'first' ? so > 0 : so === all;
    },
    done: (_key, occurrence) => attachment.fire(firing(occurrence)),
  });
  const undo = followTarget(facts.resolved, target, setting, {
    listener: ({ entity_id: id, old_state: from, new_state: to }, { context }) => {
      const key = behavior === 'each' ? id : TOGETHER;
      if (dwell.change(key, to) || from === null || to === null) return;
      if (!isKnown(to) || !fitsFilter(to, target.entity) || !mayCome(from, facts)) return;
      if (!facts.leads(from, to, attachment) || !facts.is(to, attachment)) return;
      const { so, all } = behavior === 'each' ? { so: 1, all: 1 } : count();
      const occurrence = { from, to, context };
      if (behavior === 'first' ? so !== 1 : so !== all) {
        attachment.passed?.(firing(occurrence), `${so} of ${all} entities are so`);
        return;
      }
      if (length === 0) attachment.fire(firing(occurrence));
      else dwell.begin(key, { ...occurrence, length });
    },
    changed: (now) => {
      ids = now;
    },
  });
  dwell.resume(behavior === 'each' ? ids : [TOGETHER]);
  return () => {
    dwell.stop();
    undo();
  };
}

function mayCome(from: State, { fromUnknown }: EntityTriggerFacts): boolean {
  return isKnown(from) || (fromUnknown && from.state === UNKNOWN);
}

/** Whether an entity has a known state. */
export function isKnown({ state }: State): boolean {
  return state !== UNKNOWN && state !== UNAVAILABLE;
}
