import { SystemClock } from '../../src/core/clock.ts';

/** The date of tests that set no other. */
export const TEST_DAY = '2026-11-20T12:00:00Z';

/** Runs at real speed from a given start, so that no test depends on the current date. */
export class RunningClock extends SystemClock {
  private readonly offset: number;

  constructor(start: string | number = TEST_DAY) {
    super();
    this.offset = new Date(start).getTime() - Math.floor(super.now());
  }

  /** Rounded to microseconds, since the sum of two timestamps may be off by a fraction. */
  override now(): number {
    return Math.round((super.now() + this.offset) * 1000) / 1000;
  }
}
