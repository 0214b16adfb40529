import type { Clock, Undo } from '../../core/clock.ts';

/** One wait at a time: a new one takes the place of the old. */
export class Later {
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
