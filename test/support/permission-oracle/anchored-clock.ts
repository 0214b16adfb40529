import { RunningClock } from '../running-clock.ts';

/**
 * Real time that starts at noon in Amsterdam on a winter day, so that time-based rules behave the same in
 * every run.
 */
export class AnchoredClock extends RunningClock {
  private skipped = 0;

  constructor() {
    super('2026-03-04T12:00:00+01:00');
  }

  /** Skips time; timers do not fire for what was skipped. */
  skip(milliseconds: number): void {
    this.skipped += milliseconds;
  }

  override now(): number {
    return super.now() + (this.skipped ?? 0);
  }
}
