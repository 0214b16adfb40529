import type { ImportCounts } from '../../core/history-import.ts';
import type { Sample } from '../samples/sample.ts';
import type { SampleStore } from '../samples/sample-store.ts';

/** Samples per entity that are looked up and added together. */
const SAMPLES_A_BATCH = 5000;

/**
 * Adds samples of the past to the store and counts them; samples that exist already are kept. Knows no format, so that
 * other importers can use it.
 */
export class SampleImport {
  private readonly samples: SampleStore;
  private readonly isDryRun: boolean;
  private readonly counts = new Map<string, { new: number; existing: number }>();
  private waiting = new Map<string, Sample[]>();
  private size = 0;

  constructor(samples: SampleStore, { isDryRun }: { readonly isDryRun: boolean }) {
    this.samples = samples;
    this.isDryRun = isDryRun;
  }

  /** The number of entities so far. */
  get entities(): number {
    return this.counts.size;
  }

  has(entityId: string): boolean {
    return this.counts.has(entityId);
  }

  /** Adds a sample; returns whether `flush` should be called before the next one. */
  add(entityId: string, sample: Sample): boolean {
    const own = this.waiting.get(entityId);
    if (own === undefined) this.waiting.set(entityId, [sample]);
    else own.push(sample);
    if (!this.counts.has(entityId)) this.counts.set(entityId, { new: 0, existing: 0 });
    this.size += 1;
    return this.size >= SAMPLES_A_BATCH;
  }

  /** Adds what is waiting to the store; durable once it resolves. */
  async flush(): Promise<void> {
    const { waiting } = this;
    this.waiting = new Map();
    this.size = 0;
    for (const [entityId, samples] of waiting) {
      const known = await this.knownTimes(entityId, samples);
      const counts = this.counts.get(entityId) ?? { new: 0, existing: 0 };
      const fresh: Sample[] = [];
      for (const sample of samples) {
        if (known.has(sample.at)) counts.existing += 1;
        else {
          counts.new += 1;
          known.add(sample.at);
          fresh.push(sample);
        }
      }
      if (!this.isDryRun && fresh.length > 0) this.samples.append([{ entityId, samples: fresh }]);
    }
    if (!this.isDryRun) await this.samples.commit();
  }

  report(): Readonly<Record<string, ImportCounts>> {
    return Object.fromEntries(this.counts);
  }

  private async knownTimes(entityId: string, samples: readonly Sample[]): Promise<Set<number>> {
    let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const { at } of samples) [from, to] = [Math.min(from, at), Math.max(to, at)];
    const times = new Set<number>();
    const range = { entityIds: [entityId], from, to: to + 1, withAttributes: false };
    for await (const part of this.samples.read(range)) for (const { at } of part.samples) times.add(at);
    return times;
  }
}
