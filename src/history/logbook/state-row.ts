import type { Context } from '../../core/context.ts';
import type { Sample } from '../samples/sample.ts';

/** A change of a state that is an entry. */
export interface StateRow {
  readonly at: number;
  readonly entityId: string;
  readonly state: string;
  /** The recorded attributes as JSON text. */
  readonly attributes: string;
  /** Null if it carries no information. */
  readonly context: Context | null;
}

/** The samples of one entity, oldest first, with the last one before them. */
export interface SampleRun {
  readonly entityId: string;
  readonly before: Pick<Sample, 'state'> | undefined;
  readonly samples: readonly Sample[];
}

/**
 * The samples that are entries: the state differs from the one before. The creation and the removal of an entity and
 * changes of attributes alone are none.
 */
export function stateRows({ entityId, before, samples }: SampleRun): StateRow[] {
  const rows: StateRow[] = [];
  let last = before?.state ?? null;
  for (const { at, changedAt, state, attributes, context } of samples) {
    if (state !== null && last !== null && state !== last && changedAt === at)
      rows.push({ at, entityId, state, attributes, context });
    last = state;
  }
  return rows;
}
