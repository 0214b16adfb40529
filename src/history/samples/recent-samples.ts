import { inOrder, isInOrder, type SamplePiece } from './merge-samples.ts';
import type { EntitySamples, Sample } from './sample.ts';
import type { LoggedSample } from './sample-log.ts';

/** An entity with samples: its number in the database, and what was appended since the last merge. */
export interface SampledEntity {
  readonly id: number;
  readonly tail: readonly Sample[];
}

/** The samples in memory: those of the log, which no block contains yet. */
export class RecentSamples {
  private readonly byEntityId = new Map<string, { id: number; tail: Sample[] }>();
  /** Appended since the last commit, and the entities that are new since then. */
  private pending: LoggedSample[] = [];
  private added: string[] = [];
  private lastNumber = 0;
  private total = 0;

  /** How many samples there are. */
  get size(): number {
    return this.total;
  }

  /** What the next commit writes. */
  get uncommitted(): { readonly samples: readonly LoggedSample[]; readonly entityIds: readonly string[] } {
    return { samples: this.pending, entityIds: this.added };
  }

  /** All entities with samples, in memory or on disk. */
  entityIds(): readonly string[] {
    return [...this.byEntityId.keys()];
  }

  entity(entityId: string): SampledEntity | undefined {
    return this.byEntityId.get(entityId);
  }

  /** All samples in memory. */
  all(): EntitySamples[] {
    return [...this.byEntityId].map(([entityId, { tail }]) => ({ entityId, samples: tail }));
  }

  /** Adds an entity read from the database. */
  restoreEntity(entityId: string, id: number): void {
    this.byEntityId.set(entityId, { id, tail: [] });
    this.lastNumber = Math.max(this.lastNumber, id);
  }

  /** Adds a sample read from the log. */
  restoreSample(entityId: string, sample: Omit<Sample, 'attributes'>, attributes: string | null): void {
    const entity = this.byEntityId.get(entityId);
    entity?.tail.push({ ...sample, attributes: attributes ?? entity.tail.at(-1)?.attributes ?? '{}' });
    this.total += 1;
  }

  /** Adds new samples. */
  append(batch: readonly EntitySamples[]): void {
    for (const { entityId, samples } of batch) {
      const entity = this.byEntityId.get(entityId) ?? this.add(entityId);
      for (const sample of samples) {
        const sameAttributes = entity.tail.at(-1)?.attributes === sample.attributes;
        entity.tail.push(sample);
        this.pending.push({ entity: entity.id, sample, sameAttributes });
      }
      this.total += samples.length;
    }
  }

  /** Notes that everything appended so far is in the log. */
  committed(): void {
    this.pending = [];
    this.added = [];
  }

  /** Notes that the blocks of the entity now contain its samples. */
  merged(entityId: string): void {
    const entity = this.byEntityId.get(entityId);
    if (entity === undefined) return;
    this.total -= entity.tail.length;
    entity.tail = [];
  }

  rename(from: string, to: string): void {
    const entity = this.byEntityId.get(from);
    if (entity === undefined) return;
    this.byEntityId.delete(from);
    this.byEntityId.set(to, entity);
  }

  forget(entityId: string): void {
    this.merged(entityId);
    this.byEntityId.delete(entityId);
  }

  private add(entityId: string): { id: number; tail: Sample[] } {
    this.lastNumber += 1;
    const entity = { id: this.lastNumber, tail: [] };
    this.byEntityId.set(entityId, entity);
    this.added.push(entityId);
    return entity;
  }
}

/** Whether the samples are in order of time and all later than `last`. */
export function follow(samples: readonly Sample[], last: number): boolean {
  return isInOrder(samples) && (samples[0]?.at ?? Number.POSITIVE_INFINITY) > last;
}

/** The samples in memory as a piece, if there are any. */
export function pieceOf(tail: readonly Sample[], withAttributes: boolean): SamplePiece[] {
  if (tail.length === 0) return [];
  const samples = isInOrder(tail) ? tail : inOrder(tail);
  const shown = withAttributes ? [...samples] : samples.map((sample) => ({ ...sample, attributes: '{}' }));
  const [first] = samples;
  return [{ first: first?.at ?? 0, last: samples.at(-1)?.at ?? 0, load: () => shown }];
}
