import { RunningClock } from '../running-clock.ts';

/** Begins at noon in Amsterdam on a day in winter: rules that go by the hour mean the same at every run. */
export class AnchoredClock extends RunningClock {
  private ahead = 0;

  constructor() {
    super('2026-03-04T12:00:00+01:00');
  }

  /** Lets time pass at once, without what was to happen meanwhile. */
  skip(milliseconds: number): void {
    this.ahead += milliseconds;
  }

  override now(): number {
    return super.now() + this.ahead;
  }
}
