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
  /** The contexts that carry information, with the index of their sample. */
  readonly contexts: readonly (readonly [sample: number, context: Context])[];
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
  private contexts: [number, Context][] = [];

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
    if (context !== null) this.contexts.push([this.at.length, context]);
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
  const contexts = new Map(columns.contexts);
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
