import type { Cause } from '../../core/cause-notes.ts';
import { isObject } from '../../core/coerce.ts';
import type { LoggedEvent, TriggerChange } from './logged-event.ts';

/** The event that a cause stands for; undefined if it stands for none, such as a call that was refused. */
export function eventOf(cause: Cause): LoggedEvent | undefined {
  const { kind, subject, detail } = cause;
  if (kind === 'automation') {
    const { name, trigger, item_id, run_id } = detail;
    const source = typeof trigger === 'string' ? { source: trigger } : {};
    return event(cause, 'automation_triggered', {
      ...{ name: name ?? subject, entity_id: subject, ...source, item_id, run_id },
    });
  }
  if (kind === 'script') {
    const { name, item_id, run_id } = detail;
    return event(cause, 'script_started', { name: name ?? subject, entity_id: subject, item_id, run_id });
  }
  if (kind === 'event') {
    const data = isObject(detail.data) ? detail.data : {};
    // The subject is that entity, also after it was renamed.
    const own = typeof data.entity_id === 'string' ? { ...data, entity_id: subject } : data;
    return event(cause, String(detail.type), own);
  }
  const action = kind === 'user' ? detail.action : subject;
  if (detail.data === undefined || typeof action !== 'string') return undefined;
  const dot = action.indexOf('.');
  const data = { domain: action.slice(0, dot), service: action.slice(dot + 1), service_data: detail.data };
  return event(cause, 'call_service', data);
}

/** The events of causes, in their order. */
export function eventsOf(causes: Iterable<Cause>): LoggedEvent[] {
  const events: LoggedEvent[] = [];
  for (const cause of causes) {
    const found = eventOf(cause);
    if (found !== undefined) events.push(found);
  }
  return events;
}

function event(cause: Cause, type: string, data: LoggedEvent['data']): LoggedEvent {
  const { kind, subject, detail } = cause;
  const user = kind === 'user' ? subject : detail.user_id;
  return {
    id: cause.at,
    at: Math.floor(cause.at),
    type,
    context: { id: cause.context, parent_id: cause.parent, user_id: typeof user === 'string' ? user : null },
    parentUserId: typeof detail.cause_user_id === 'string' ? detail.cause_user_id : null,
    data,
    trigger: kind === 'automation' ? triggerOf(detail) : null,
  };
}

function triggerOf({ change, trigger_entity_id: entityId }: Cause['detail']): TriggerChange | null {
  if (!isObject(change) || typeof entityId !== 'string') return null;
  return { entityId, state: String(change.state), at: Number(change.at) };
}
