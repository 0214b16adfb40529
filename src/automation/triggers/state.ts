import type { EntityId } from '../../core/entity-id.ts';
import type { State } from '../../core/state.ts';
import type { Value } from '../../jinja/values/context.ts';
import { equals } from '../../jinja/values/values.ts';
import { configFault, wrongValue } from '../config/config-problem.ts';
import { type Duration, timedeltaOf } from '../config/duration.ts';
import { entityIdsOf } from '../config/entity-ids.ts';
import type { Fields } from '../config/fields.ts';
import type { Attachment, Trigger, TriggerKind } from '../config/trigger.ts';
import { DwellTimers, type Occurrence } from '../schedule/dwell-timers.ts';
import { waitForDuration } from '../schedule/wait-for-duration.ts';

interface StateOptions {
  readonly ids: readonly EntityId[];
  readonly attribute: string | undefined;
  readonly isFrom: (value: Value) => boolean;
  readonly isTo: (value: Value) => boolean;
  /** Neither `from` nor `to` is given: changes of attributes alone count, too. */
  readonly any: boolean;
  /** The dwell time ends when the old value returns, not when the new one changes. */
  readonly leaves: boolean;
  readonly length: Duration | undefined;
}

/** `trigger: state`: a state or attribute changes. */
export const stateTrigger: TriggerKind = {
  name: 'state',
  parse: (fields) => {
    const attribute = fields.optionalText('attribute');
    const [from, notFrom, to, notTo] = (['from', 'not_from', 'to', 'not_to'] as const).map((key) =>
      wanted(fields, key, attribute !== undefined),
    );
    for (const key of ['from', 'to'] as const) {
      if (fields.has(key) && fields.has(`not_${key}`))
        throw configFault('key_and_opposite', fields.at(key), { key });
    }
    const options: StateOptions = {
      ids: fields.entities('entity_id'),
      attribute,
      isFrom: matcher(from, notFrom),
      isTo: matcher(to, notTo),
      any: !['from', 'not_from', 'to', 'not_to'].some((key) => fields.has(key)),
      leaves: fields.has('from') && !fields.has('to'),
      length: fields.duration('for'),
    };
    return { attach: (attachment) => attach(options, attachment) };
  },
};

/** The values of `from`, `to` and their opposites; null means any, undefined an absent key. */
function wanted(fields: Fields, key: string, anyType: boolean): readonly Value[] | null | undefined {
  const value = fields.raw(key);
  if (value === undefined || value === null) return value;
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  for (const [index, one] of list.entries()) {
    if (anyType || typeof one === 'string') continue;
    const expected = 'expects_quoted_text';
    throw wrongValue(expected, one, Array.isArray(value) ? [...fields.at(key), index] : fields.at(key));
  }
  return list;
}

function matcher(
  requested: readonly Value[] | null | undefined,
  refused: readonly Value[] | null | undefined,
): (value: Value) => boolean {
  const isAmong = (list: readonly Value[], value: Value): boolean => list.some((one) => equals(one, value));
  if (requested !== undefined && requested !== null) return (value) => isAmong(requested, value);
  if (refused !== undefined && refused !== null) return (value) => !isAmong(refused, value);
  return () => true;
}

function attach(options: StateOptions, attachment: Attachment): ReturnType<Trigger['attach']> {
  const { attribute, any, leaves, length } = options;
  const { setting } = attachment;
  const seen = (state: State | null | undefined): Value => {
    if (state === null || state === undefined) return null;
    return attribute === undefined ? state.state : (state.attributes[attribute] ?? null);
  };
  const fire = (id: EntityId, occurrence: Omit<Occurrence, 'length'>, heldFor: number | null): void => {
    attachment.fire({
      variables: {
        entity_id: id,
        from_state: setting.rendering.stateValue(occurrence.from),
        to_state: setting.rendering.stateValue(occurrence.to),
        for: heldFor === null ? null : timedeltaOf(heldFor),
        attribute: attribute ?? null,
      },
      description: `state of ${id}`,
      context: occurrence.context,
    });
  };
  const dwell =
    length === undefined
      ? undefined
      : new DwellTimers({
          attachment,
          holds: ({ from, to }, state) => {
            if (state === undefined) return false;
            return leaves ? !equals(seen(state), seen(from)) : equals(seen(state), seen(to));
          },
          done: (id, occurrence) => fire(id, occurrence, occurrence.length),
        });
  const ids = entityIdsOf(setting, options.ids);
  const undos = ids.map((id) =>
    setting.events.onEntity(id, ({ old_state: from, new_state: to }, { context }) => {
      const [before, after] = [seen(from), seen(to)];
      const isSame = equals(before, after);
      if (dwell?.change(id, to, isSame) === true) return;
      if (isSame && (attribute !== undefined || !any)) return;
      if (!options.isFrom(before) || !options.isTo(after)) return;
      const occurrence = { from, to, context };
      waitForDuration(attachment, length, {
        seen: () => ({
          platform: 'state',
          entity_id: id,
          from_state: setting.rendering.stateValue(from),
          to_state: setting.rendering.stateValue(to),
        }),
        report: (heldFor) => fire(id, occurrence, heldFor),
        wait: (milliseconds) => {
          const duration = { ...occurrence, length: milliseconds };
          if (isSame) dwell?.beginBeside(id, duration);
          else dwell?.begin(id, duration);
        },
      });
    }),
  );
  dwell?.resume(ids);
  return () => {
    dwell?.stop();
    for (const undo of undos) undo();
  };
}
