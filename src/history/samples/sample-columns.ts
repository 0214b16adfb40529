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
  /** The different texts of attributes, and for each sample the index of its text. */
  readonly texts: readonly string[];
  readonly attributes: readonly number[];
  /** The different users of contexts. */
  readonly users: readonly string[];
  /**
   * The contexts that carry information, in the order of their samples: index of the sample, ID, parent and index of the
   * user or null, one after the other.
   */
  readonly contexts: readonly (number | string | null)[];
}

/** The index of a text among those seen, to which it is added if it is new. */
function indexIn(seen: Map<string, number>, text: string): number {
  const known = seen.get(text);
  if (known !== undefined) return known;
  seen.set(text, seen.size);
  return seen.size - 1;
}

/** Collects samples as columns. */
export class SampleCollector {
  private entityIds = new Map<string, number>();
  /** Each text once, with its index: entities take turns, and most of them keep their attributes. */
  private texts = new Map<string, number>();
  private entities: number[] = [];
  private at: number[] = [];
  private changedAt: number[] = [];
  private states: (string | null)[] = [];
  private attributes: number[] = [];
  private users = new Map<string, number>();
  private contexts: (number | string | null)[] = [];

  /** How many samples there are. */
  get size(): number {
    return this.at.length;
  }

  add(entityId: string, { at, changedAt, state, attributes, context }: Sample): void {
    if (context !== null) {
      const { id, parent_id: parent, user_id: user } = context;
      this.contexts.push(this.at.length, id, parent, user === null ? null : indexIn(this.users, user));
    }
    this.entities.push(indexIn(this.entityIds, entityId));
    this.at.push(at);
    this.changedAt.push(changedAt);
    this.states.push(state);
    this.attributes.push(indexIn(this.texts, attributes));
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
    const { entities, at, changedAt, states, attributes, contexts } = this;
    const entityIds = [...this.entityIds.keys()];
    const texts = [...this.texts.keys()];
    const users = [...this.users.keys()];
    this.entityIds = new Map();
    this.texts = new Map();
    this.users = new Map();
    this.entities = [];
    this.at = [];
    this.changedAt = [];
    this.states = [];
    this.attributes = [];
    this.contexts = [];
    return { entityIds, entities, at, changedAt, states, texts, attributes, users, contexts };
  }
}

/** The samples of columns by entity, each in the order in which they were recorded. */
export function fromColumns(columns: SampleColumns): EntitySamples[] {
  const lists = columns.entityIds.map((entityId) => ({ entityId, samples: [] as Sample[] }));
  const { contexts, users } = columns;
  let next = 0;
  for (const [index, entity] of columns.entities.entries()) {
    let context: Context | null = null;
    if (contexts[next] === index) {
      const user_id = users[(contexts[next + 3] ?? -1) as number] ?? null;
      context = { id: contexts[next + 1], parent_id: contexts[next + 2], user_id } as Context;
      next += 4;
    }
    lists[entity]?.samples.push({
      at: columns.at[index] ?? 0,
      changedAt: columns.changedAt[index] ?? 0,
      state: columns.states[index] ?? null,
      attributes: columns.texts[columns.attributes[index] ?? 0] ?? '{}',
      context,
    });
  }
  return lists;
}
