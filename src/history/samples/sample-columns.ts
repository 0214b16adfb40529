import type { Context } from '../../core/context.ts';
import type { EntitySamples, Sample } from './sample.ts';

/**
 * Samples of several entities, in the order in which they were recorded, as columns of equal length: the cheapest
 * form to send to another thread.
 */
export interface SampleColumns {
  /** The entities, and for each sample the index of its entity. */
  readonly entityIds: readonly string[];
  readonly entities: readonly number[];
  readonly at: readonly number[];
  readonly changedAt: readonly number[];
  readonly states: readonly (string | null)[];
  /** The attributes' texts, and for each sample the index of its text. */
  readonly texts: readonly string[];
  readonly attributes: readonly number[];
  /** The contexts that carry information: the index of their sample, id, parent and user, one after the other. */
  readonly contexts: readonly (number | string | null)[];
}

/** Collects samples as columns. */
export class SampleCollector {
  private entityIds = new Map<string, number>();
  private texts: string[] = [];
  private lastText = '';
  private entities: number[] = [];
  private at: number[] = [];
  private changedAt: number[] = [];
  private states: (string | null)[] = [];
  private attributes: number[] = [];
  private contexts: (number | string | null)[] = [];

  /** How many samples there are. */
  get size(): number {
    return this.at.length;
  }

  add(entityId: string, { at, changedAt, state, attributes, context }: Sample): void {
    let entity = this.entityIds.get(entityId);
    if (entity === undefined) {
      entity = this.entityIds.size;
      this.entityIds.set(entityId, entity);
    }
    if (attributes !== this.lastText || this.texts.length === 0) {
      this.texts.push(attributes);
      this.lastText = attributes;
    }
    if (context !== null) this.contexts.push(this.at.length, context.id, context.parent_id, context.user_id);
    this.entities.push(entity);
    this.at.push(at);
    this.changedAt.push(changedAt);
    this.states.push(state);
    this.attributes.push(this.texts.length - 1);
  }

  /** Takes out the samples of one entity. */
  takeOf(entityId: string): readonly Sample[] {
    if (!this.entityIds.has(entityId)) return [];
    const all = fromColumns(this.take());
    for (const other of all)
      if (other.entityId !== entityId) for (const sample of other.samples) this.add(other.entityId, sample);
    return all.find((one) => one.entityId === entityId)?.samples ?? [];
  }

  /** The collected samples; the collector is empty afterwards. */
  take(): SampleColumns {
    const { texts, entities, at, changedAt, states, attributes, contexts } = this;
    const entityIds = [...this.entityIds.keys()];
    this.entityIds = new Map();
    this.texts = [];
    this.entities = [];
    this.at = [];
    this.changedAt = [];
    this.states = [];
    this.attributes = [];
    this.contexts = [];
    return { entityIds, entities, at, changedAt, states, texts, attributes, contexts };
  }
}

/** The samples of columns by entity, each in the order in which they were recorded. */
export function fromColumns(columns: SampleColumns): EntitySamples[] {
  const lists = columns.entityIds.map((entityId) => ({ entityId, samples: [] as Sample[] }));
  const contexts = contextsOf(columns);
  for (const [index, entity] of columns.entities.entries()) {
    lists[entity]?.samples.push({
      at: columns.at[index] ?? 0,
      changedAt: columns.changedAt[index] ?? 0,
      state: columns.states[index] ?? null,
      attributes: columns.texts[columns.attributes[index] ?? 0] ?? '{}',
      context: contexts.get(index) ?? null,
    });
  }
  return lists;
}

function contextsOf({ contexts }: SampleColumns): ReadonlyMap<number, Context> {
  const found = new Map<number, Context>();
  for (let i = 0; i < contexts.length; i += 4) {
    const [index, id, parent_id = null, user_id = null] = contexts.slice(i, i + 4);
    found.set(Number(index), { id, parent_id, user_id } as Context);
  }
  return found;
}
