import type { Clock, Undo } from '../../core/clock.ts';
import type { Sample } from '../samples/sample.ts';

/** A change that waits for the end of its interval. */
interface Waiting {
  readonly sample: Sample;
  readonly end: number;
  readonly cancel: Undo;
}

/** Records only the last change of each interval, for the entities that the settings name. */
export class Downsampler {
  private readonly clock: Clock;
  private readonly record: (entityId: string, sample: Sample) => void;
  private readonly waiting = new Map<string, Waiting>();

  /** `record` gets the changes that are kept, each entity in order of time. */
  constructor(clock: Clock, record: (entityId: string, sample: Sample) => void) {
    this.clock = clock;
    this.record = record;
  }

  /** Takes a change of an entity whose intervals, counted from 1970, have a length in milliseconds. */
  take(entityId: string, sample: Sample, interval: number): void {
    const earlier = this.waiting.get(entityId);
    if (earlier !== undefined && sample.at >= earlier.end) this.flush(entityId);
    else earlier?.cancel();
    this.waiting.delete(entityId);
    // The end of an entity is recorded with what came before.
    if (sample.state === null) {
      if (earlier !== undefined && sample.at < earlier.end) this.record(entityId, earlier.sample);
      this.record(entityId, sample);
      return;
    }
    const end = (Math.floor(sample.at / interval) + 1) * interval;
    const cancel = this.clock.after(Math.max(0, end - this.clock.now()), () => this.flush(entityId));
    this.waiting.set(entityId, { sample, end, cancel });
  }

  /** Records what waits of an entity. */
  flush(entityId: string): void {
    const found = this.waiting.get(entityId);
    if (found === undefined) return;
    this.waiting.delete(entityId);
    found.cancel();
    this.record(entityId, found.sample);
  }

  /** Records everything that waits. */
  flushAll(): void {
    for (const entityId of [...this.waiting.keys()]) this.flush(entityId);
  }
}
