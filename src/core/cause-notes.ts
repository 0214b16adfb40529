import type { State } from './state.ts';

/** Why something happened, as far as one who took part can tell: contexts join what several told. */
export interface Cause {
  /** The id of the context in which it happened, and of the one that led to that. */
  readonly context: string;
  readonly parent: string | null;
  readonly kind: 'user' | 'change' | 'automation' | 'script' | 'step';
  /** The user, the entity that changed or ran, or the service that a step called. */
  readonly subject: string;
  /** In milliseconds since 1970. */
  readonly at: number;
  /** What else is worth telling; plain values. */
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Takes note of causes; never fails and never waits. */
export interface CauseNotes {
  note(cause: Cause): void;
}

/** The change that a state is. */
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
