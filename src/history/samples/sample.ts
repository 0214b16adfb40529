import type { Context } from '../../core/context.ts';

/** One recorded change of an entity. */
export interface Sample {
  /** Its `last_updated`: whole milliseconds since 1970, unique within the entity. */
  readonly at: number;
  /** Its `last_changed`; earlier than `at` if only attributes changed. */
  readonly changedAt: number;
  /** The state exactly as written; null when the entity was removed. */
  readonly state: string | null;
  /** The recorded attributes as the JSON text of an object. */
  readonly attributes: string;
  /** Null if the context names only this change: no user, no parent, nothing else that happened in it. */
  readonly context: Context | null;
}

/** Samples of one entity, oldest first. */
export interface EntitySamples {
  readonly entityId: string;
  readonly samples: readonly Sample[];
}
