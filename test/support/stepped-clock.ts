import { setTimeout as pause } from 'node:timers/promises';
import { FakeClock } from './fake-clock.ts';

/** The longest wait for effects of a step outside this process, in real milliseconds. */
const LONGEST_PAUSE = 5;

/** A clock for whole servers: a test advances it, and event loop ticks end by themselves. */
export class SteppedClock extends FakeClock {
  override soon(task: () => void): void {
    setImmediate(task);
  }

  /** Advances time, and lets socket messages arrive meanwhile. */
  async sleep(milliseconds: number): Promise<void> {
    this.advance(milliseconds);
    await pause(Math.min(milliseconds, LONGEST_PAUSE));
  }
}
