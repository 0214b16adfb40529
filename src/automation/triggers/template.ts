import type { Undo } from '../../core/clock.ts';
import type { Value } from '../../jinja/values/context.ts';
import { equals } from '../../jinja/values/values.ts';
import { type Duration, timedeltaOf } from '../config/duration.ts';
import type { Followed } from '../config/rendering.ts';
import type { Attachment, TriggerKind } from '../config/trigger.ts';
import { meansYes } from '../config/truth.ts';
import { DwellTimers, type Occurrence } from '../schedule/dwell-timers.ts';
import { waitForDuration } from '../schedule/wait-for-duration.ts';

interface TemplateOptions {
  readonly template: string;
  readonly length: Duration | undefined;
}

/** `trigger: template`: a template becomes true. */
export const templateTrigger: TriggerKind = {
  name: 'template',
  parse: (fields) => {
    const options = { template: fields.template('value_template'), length: fields.duration('for') };
    return { attach: (attachment) => attach(options, attachment) };
  },
};

function attach({ template, length }: TemplateOptions, attachment: Attachment): Undo {
  const { setting, variables } = attachment;
  const { rendering } = setting;
  const data = ({ from, to }: Pick<Occurrence, 'from' | 'to'>): Record<string, Value> => ({
    entity_id: (to ?? from)?.entity_id ?? null,
    from_state: rendering.stateValue(from),
    to_state: rendering.stateValue(to),
  });
  const fire = (occurrence: Omit<Occurrence, 'length'>, heldFor: number | null): void => {
    const values = data(occurrence);
    attachment.fire({
      variables: { ...values, for: heldFor === null ? null : timedeltaOf(heldFor) },
      description:
        values.entity_id === null
          ? 'time change or manual update via template'
          : `${String(values.entity_id)} via template`,
      context: occurrence.context,
    });
  };
  let isTrue = false;
  const dwell =
    length === undefined
      ? undefined
      : new DwellTimers({ attachment, holds: () => isTrue, done: (_id, one) => fire(one, one.length) });
  let isArmed = false;
  let last: { readonly value: Value } | undefined;
  const listener = ({ value, error, change }: Followed): void => {
    if (error !== undefined) {
      setting.log.warn(`A template trigger failed: ${error.message}`);
      return;
    }
    const isFirst = last === undefined;
    if (last !== undefined && equals(last.value, value)) return;
    last = { value };
    isTrue = meansYes(value);
    if (!isFirst && dwell?.change(TEMPLATE, null) === true) {
      isArmed = false;
      return;
    }
    // Another value is a new occurrence, even if both are true.
    if (!isFirst && isTrue) dwell?.cancel(TEMPLATE);
    if (!isTrue) isArmed = true;
    if (!isTrue || !isArmed) return;
    isArmed = false;
    const occurrence = {
      from: change?.old_state ?? null,
      to: change?.new_state ?? null,
      context: change?.new_state?.context ?? null,
    };
    waitForDuration(attachment, length, {
      seen: () => ({ platform: 'template', ...data(occurrence) }),
      report: (heldFor) => fire(occurrence, heldFor),
      wait: (milliseconds) => dwell?.begin(TEMPLATE, { ...occurrence, length: milliseconds }),
    });
  };
  const undo = rendering.follow(template, variables, listener, setting.mayRead);
  dwell?.resume([TEMPLATE]);
  return () => {
    dwell?.stop();
    undo();
  };
}

/** The key of the trigger's only timer. */
const TEMPLATE = 'template';
