import { type Clock, every, type Undo } from '../../core/clock.ts';

/** The time for a body to arrive, plus one second for each this many bytes received. */
const GRACE_MS = 20_000;
const LEAST_BYTES_PER_SECOND = 16 * 1024;
const CHECK_EVERY = 5000;

/** A body that is still arriving. */
export interface ArrivingBody {
  readonly received: number;
  /** When it was first checked, and its index in the list; only used by `BodyDeadlines`. */
  startedAt: number;
  place: number;
  /** Called once on timeout. */
  expire(): void;
}

/**
 * Times out requests whose bodies arrive too slowly. Most bodies arrive with their headers, so adding one is
 * cheap: a single timer checks all of them, and only the timer reads the clock.
 */
export class BodyDeadlines {
  private readonly clock: Clock;
  private readonly bodies: ArrivingBody[] = [];
  private stopTimer: Undo | undefined;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  add(body: ArrivingBody): void {
    body.place = this.bodies.push(body) - 1;
    this.stopTimer ??= every(this.clock, CHECK_EVERY, () => this.check());
  }

  /** Removes a body; calling it twice is harmless. */
  remove(body: ArrivingBody): void {
    const { place } = body;
    if (this.bodies[place] !== body) return;
    const last = this.bodies.pop();
    if (last === undefined || last === body) return;
    this.bodies[place] = last;
    last.place = place;
  }

  private check(): void {
    const now = this.clock.now();
    for (const body of [...this.bodies]) {
      if (body.startedAt === 0) body.startedAt = now;
      if (now - body.startedAt < GRACE_MS + (body.received / LEAST_BYTES_PER_SECOND) * 1000) continue;
      this.remove(body);
      body.expire();
    }
    if (this.bodies.length > 0) return;
    this.stopTimer?.();
    this.stopTimer = undefined;
  }
}
