import type { Clock, Undo } from '../../core/clock.ts';

/** At most one pending timer: a new one replaces the old one. */
export class SingleTimer {
  private readonly clock: Clock;
  private cancel: Undo = () => {};

  constructor(clock: Clock) {
    this.clock = clock;
  }

  start(milliseconds: number, task: () => void): void {
    this.cancel();
    this.cancel = this.clock.after(milliseconds, task);
  }

  stop(): void {
    this.cancel();
  }
}
