import { type Clock, every, type Undo } from '../../core/clock.ts';

/** A body may take so long, and a second more for each so many bytes of it that have arrived. */
const GRACE_MS = 20_000;
const LEAST_BYTES_PER_SECOND = 16 * 1024;
const CHECK_EVERY = 5000;

/** A body that is still arriving. */
export interface ArrivingBody {
  readonly received: number;
  /** Called once when it takes too long. */
  expire(): void;
}

/** Ends requests whose bodies arrive too slowly. One timer serves all of them, since most bodies arrive with their head. */
export class BodyDeadlines {
  private readonly clock: Clock;
  private readonly begun = new Map<ArrivingBody, number>();
  private stopTimer: Undo | undefined;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  add(body: ArrivingBody): void {
    this.begun.set(body, this.clock.now());
    this.stopTimer ??= every(this.clock, CHECK_EVERY, () => this.check());
  }

  remove(body: ArrivingBody): void {
    this.begun.delete(body);
  }

  private check(): void {
    const now = this.clock.now();
    for (const [body, begun] of [...this.begun]) {
      if (now - begun < GRACE_MS + (body.received / LEAST_BYTES_PER_SECOND) * 1000) continue;
      this.begun.delete(body);
      body.expire();
    }
    if (this.begun.size > 0) return;
    this.stopTimer?.();
    this.stopTimer = undefined;
  }
}
