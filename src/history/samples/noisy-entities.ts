import type { EntitySamples } from './sample.ts';

const MINUTE = 60_000;
/** More changes within a minute, ten a second, are noise. */
const MAX_PER_MINUTE = 600;
/** The most entities that are named until the next start. */
const MAX_NAMED = 100;

/** Finds entities that change more than ten times a second for a minute. Runs in the history worker. */
export class NoisyEntities {
  private readonly onNoise: (entityId: string, perMinute: number) => void;
  private minute = 0;
  private readonly counts = new Map<string, number>();
  private readonly named = new Set<string>();

  /** `onNoise` is called once for each entity. */
  constructor(onNoise: (entityId: string, perMinute: number) => void) {
    this.onNoise = onNoise;
  }

  /** Counts recorded samples. */
  count(batch: readonly EntitySamples[]): void {
    for (const { entityId, samples } of batch) for (const { at } of samples) this.countOne(entityId, at);
  }

  private countOne(entityId: string, at: number): void {
    const minute = Math.floor(at / MINUTE);
    if (minute > this.minute) {
      this.report();
      this.minute = minute;
    }
    // What arrives late belongs to a minute that is over.
    if (minute === this.minute) this.counts.set(entityId, (this.counts.get(entityId) ?? 0) + 1);
  }

  private report(): void {
    for (const [entityId, perMinute] of this.counts) {
      if (perMinute <= MAX_PER_MINUTE || this.named.has(entityId) || this.named.size >= MAX_NAMED) continue;
      this.named.add(entityId);
      this.onNoise(entityId, perMinute);
    }
    this.counts.clear();
  }
}
