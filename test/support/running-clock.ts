import { SystemClock } from '../../src/core/clock.ts';

/** The default date of tests. */
export const TEST_DAY = '2026-11-20T12:00:00Z';

/** Real time with a start chosen by the test, so that no test depends on the current date. */
export class RunningClock extends SystemClock {
  private readonly offset: number;

  constructor(start: string | number = TEST_DAY) {
    super();
    this.offset = new Date(start).getTime() - Math.floor(super.now());
  }

  /** Rounded to microseconds, which the sum of two such points may miss by a fraction. */
  override now(): number {
    return Math.round((super.now() + this.offset) * 1000) / 1000;
  }
}
