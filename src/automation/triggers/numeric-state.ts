import type { EntityId } from '../../core/entity-id.ts';
import type { State } from '../../core/state.ts';
import type { Value } from '../../jinja/values/context.ts';
import { ConditionFailure } from '../config/condition.ts';
import { type Duration, timedeltaOf } from '../config/duration.ts';
import { entityIdsOf } from '../config/entity-ids.ts';
import { type NumericRange, parseRange, testRange } from '../config/numeric-range.ts';
import type { Attachment, Trigger, TriggerKind } from '../config/trigger.ts';
import { DwellTimers, type Occurrence } from '../schedule/dwell-timers.ts';
import { waitForDuration } from '../schedule/wait-for-duration.ts';

/** `trigger: numeric_state`: a value enters a range. */
export const numericStateTrigger: TriggerKind = {
  name: 'numeric_state',
  parse: (fields) => {
    const options = {
      ids: fields.entities('entity_id'),
      range: parseRange(fields, true),
      length: fields.duration('for'),
    };
    return { attach: (attachment) => attach(options, attachment) };
  },
};

interface Options {
  readonly ids: readonly EntityId[];
  readonly range: NumericRange;
  readonly length: Duration | undefined;
}

/** What the trigger tests, and how it fires. */
function watched(range: NumericRange, attachment: Attachment) {
  const { setting } = attachment;
  const known = (id: EntityId): Record<string, Value> => ({
    entity_id: id,
    above: range.above ?? null,
    below: range.below ?? null,
  });
  const seen = (id: EntityId): Record<string, Value> => ({
    platform: 'numeric_state',
    ...known(id),
    attribute: range.attribute ?? null,
  });
  return {
    seen,
    /** Whether a state is in the range; throws `ConditionFailure` if it cannot be evaluated. */
    test: (id: EntityId, state: State): boolean =>
      testRange(range, state, setting, () => ({ ...attachment.variables, trigger: seen(id) })).result,
    fire: (id: EntityId, { from, to, context }: Omit<Occurrence, 'length'>, heldFor: number | null): void =>
      attachment.fire({
        variables: {
          ...known(id),
          from_state: setting.rendering.stateValue(from),
          to_state: setting.rendering.stateValue(to),
          for: heldFor === null ? null : timedeltaOf(heldFor),
        },
        description: `numeric state of ${id}`,
        context,
      }),
  };
}

function attach(
  { ids: written, range, length }: Options,
  attachment: Attachment,
): ReturnType<Trigger['attach']> {
  const { setting } = attachment;
  const { seen, test, fire } = watched(range, attachment);
  const dwell =
    length === undefined
      ? undefined
      : new DwellTimers({
          attachment,
          holds: (_occurrence, state, id) => state !== undefined && isTrue(() => test(id, state)),
          done: (id, occurrence) => fire(id, occurrence, occurrence.length),
        });
  const ids = entityIdsOf(setting, written);
  /** The entities seen outside of the range. */
  const armed = new Set<EntityId>();
  for (const id of ids) {
    const state = setting.states.get(id);
    if (state !== undefined && isFalse(() => test(id, state))) armed.add(id);
  }
  const undos = ids.map((id) =>
    setting.events.onEntity(id, ({ old_state: from, new_state: to }, { context }) => {
      if (dwell?.change(id, to) === true) {
        armed.delete(id);
        return;
      }
      if (to === null) return;
      const isInside = attempt(
        () => test(id, to),
        (text) => setting.log.warn(`A numeric_state trigger failed: ${text}`),
      );
      if (isInside === false) armed.add(id);
      if (isInside !== true || !armed.delete(id)) return;
      const occurrence = { from, to, context };
      waitForDuration(attachment, length, {
        seen: () => seen(id),
        report: (heldFor) => fire(id, occurrence, heldFor),
        wait: (milliseconds) => dwell?.begin(id, { ...occurrence, length: milliseconds }),
      });
    }),
  );
  dwell?.resume(ids);
  return () => {
    dwell?.stop();
    for (const undo of undos) undo();
  };
}

/** Undefined if it cannot be evaluated. */
function attempt(test: () => boolean, report: (text: string) => void = () => {}): boolean | undefined {
  try {
    return test();
  } catch (error) {
    if (!(error instanceof ConditionFailure)) throw error;
    report(error.message);
    return undefined;
  }
}

function isTrue(test: () => boolean): boolean {
  return attempt(test) === true;
}

function isFalse(test: () => boolean): boolean {
  return attempt(test) === false;
}
