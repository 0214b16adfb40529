import type { HubEvent } from '../../core/bus.ts';
import { message } from '../../core/messages.ts';
import type { Value } from '../../jinja/values/context.ts';
import { equals, isPlainDict } from '../../jinja/values/values.ts';
import { datetimeOf } from '../../templates/state-value.ts';
import { wrongValue } from '../config/config-problem.ts';
import type { Fields } from '../config/fields.ts';
import { limitedText, limitedTree } from '../config/limited.ts';
import type { Rendering } from '../config/rendering.ts';
import type { Attachment, Trigger, TriggerKind } from '../config/trigger.ts';

/** Its own reports would trigger it endlessly. */
const REFUSED = 'state_reported';

/** Each has its own subscription. */
const MAX_TYPES = 500;

interface EventOptions {
  readonly types: readonly string[];
  readonly data: unknown;
  readonly context: unknown;
}

/** `trigger: event`: an event is fired. */
export const eventTrigger: TriggerKind = {
  name: 'event',
  parse: (fields, help) => {
    const types = fields.texts('event_type');
    if (types.length > MAX_TYPES)
      throw wrongValue(
        message('expects_at_most_event_types', { max: MAX_TYPES }),
        types,
        fields.at('event_type'),
      );
    for (const type of types) {
      help.checkTemplate(type, fields.at('event_type'));
      if (type === REFUSED) throw wrongValue('expects_other_event_type', type, fields.at('event_type'));
    }
    const options = { types, data: mapping(fields, 'event_data'), context: mapping(fields, 'context') };
    return { attach: (attachment) => attach(options, attachment) };
  },
};

function mapping(fields: Fields, key: string): unknown {
  fields.object(key);
  return fields.tree(key);
}

function attach(
  { types, data, context }: EventOptions,
  attachment: Attachment,
): ReturnType<Trigger['attach']> {
  const { setting } = attachment;
  const requestedData = data === undefined ? undefined : limitedTree(attachment, data);
  const requestedContext = context === undefined ? undefined : limitedTree(attachment, context);
  const isDeep = isPlainDict(requestedData) && Object.values(requestedData).some(isPlainDict);
  const listener = (event: HubEvent): void => {
    const received = eventValue(event, setting.rendering);
    if (requestedData !== undefined && !isSubset(requestedData, received.data, isDeep)) return;
    if (requestedContext !== undefined && !isAllowed(requestedContext, received.context)) return;
    attachment.fire({
      variables: { event: received },
      description: `event '${event.type}'`,
      context: event.context,
    });
  };
  const undos = types.map((type) => {
    const rendered = limitedText(attachment, type);
    const id =
      rendered === 'state_changed' && isPlainDict(requestedData) ? requestedData.entity_id : undefined;
    if (typeof id === 'string') return setting.events.onEntity(id, (_change, event) => listener(event));
    return setting.events.onEvent(rendered, listener);
  });
  return () => {
    for (const undo of undos) undo();
  };
}

/** An event as a template value. */
export function eventValue(
  { type, data, change, context, firedAt, origin }: HubEvent,
  rendering: Pick<Rendering, 'stateValue'>,
): Readonly<Record<'event_type' | 'data' | 'origin' | 'time_fired' | 'context', Value>> {
  const dataValue =
    change === null
      ? data
      : {
          entity_id: change.entity_id,
          old_state: rendering.stateValue(change.old_state),
          new_state: rendering.stateValue(change.new_state),
        };
  return { event_type: type, data: dataValue, origin, time_fired: datetimeOf(firedAt), context };
}

/**
 * Whether `given` contains all of `requested` with equal values; with `deep`, nested objects are compared the
 * same way.
 */
function isSubset(requested: Value, given: Value, deep: boolean): boolean {
  if (!isPlainDict(requested) || !isPlainDict(given)) return equals(requested, given);
  return Object.entries(requested).every(
    ([key, value]) =>
      Object.hasOwn(given, key) &&
      (deep && isPlainDict(value) ? isSubset(value, given[key], true) : equals(value, given[key])),
  );
}

/** A list contains the allowed values. */
function isAllowed(requested: Value, given: Value): boolean {
  if (!isPlainDict(requested) || !isPlainDict(given)) return false;
  return Object.entries(requested).every(([key, value]) => {
    const own = Object.hasOwn(given, key) ? given[key] : undefined;
    return Array.isArray(value) ? value.some((one) => equals(one, own)) : equals(value, own);
  });
}
