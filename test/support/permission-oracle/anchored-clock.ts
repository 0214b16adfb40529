import { SystemClock } from '../../../src/core/clock.ts';

/** Noon in Amsterdam on a day in winter. */
const NOON = Date.parse('2026-03-04T12:00:00+01:00');

/** Time that passes as it does, but begins at noon of a fixed day: rules that go by the hour mean the same at every run. */
export class AnchoredClock extends SystemClock {
  private behind: number;

  constructor() {
    super();
    this.behind = super.now() - NOON;
  }

  /** Lets time pass at once, without what was to happen meanwhile. */
  skip(milliseconds: number): void {
    this.behind -= milliseconds;
  }

  override now(): number {
    return super.now() - this.behind;
  }
}
