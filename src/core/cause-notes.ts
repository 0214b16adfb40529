import type { State } from './state.ts';

/** One recorded reason for something that happened; causes are joined by their contexts. */
export interface Cause {
  /** The context in which it happened, and that context's parent. */
  readonly context: string;
  readonly parent: string | null;
  readonly kind: 'user' | 'change' | 'automation' | 'script' | 'step' | 'call' | 'event' | 'source';
  /** The user, the entity that changed or ran, the service that was called, or the type of the event. */
  readonly subject: string;
  /** In milliseconds since 1970. */
  readonly at: number;
  /** Further details as plain JSON values. */
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Records causes; never throws and never waits. */
export interface CauseNotes {
  note(cause: Cause): void;
}

/** The cause that describes a state change. */
export function changeCause({ entity_id, state, last_changed, context, source }: State): Cause {
  const detail: Record<string, unknown> = { state };
  if (context.user_id !== null) detail.user_id = context.user_id;
  if (source !== undefined) detail.source = source;
  return {
    context: context.id,
    parent: context.parent_id,
    kind: 'change',
    subject: entity_id,
    at: last_changed,
    detail,
  };
}
