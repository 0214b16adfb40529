import type { Context } from '../../core/context.ts';
import type { Sample } from '../samples/sample.ts';

/** A change of a state that is an entry. */
export interface StateRow {
  readonly at: number;
  readonly entityId: string;
  readonly state: string;
  /** The part of the entry that follows from the attributes, as JSON text. */
  readonly extra: string;
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
  let known = '';
  let extra = '';
  for (const { at, changedAt, state, attributes, context } of samples) {
    if (state !== null && last !== null && state !== last && changedAt === at) {
      // Most changes keep the attributes.
      if (attributes !== known) extra = extraOf(entityId, attributes);
      known = attributes;
      rows.push({ at, entityId, state, extra, context });
    }
    last = state;
  }
  return rows;
}

/** What an entry shows of the attributes: the icon and, of event entities, the type of the event. */
export function extraOf(entityId: string, attributes: string): string {
  const isOfEvent = entityId.startsWith('event.');
  if (!isOfEvent && !attributes.includes('"icon"')) return '';
  const { icon, event_type: type }: Record<string, unknown> = JSON.parse(attributes);
  const iconText = typeof icon === 'string' && icon !== '' ? `,"icon":${JSON.stringify(icon)}` : '';
  return isOfEvent && type != null
    ? `${iconText},"attributes":{"event_type":${JSON.stringify(type)}}`
    : iconText;
}
