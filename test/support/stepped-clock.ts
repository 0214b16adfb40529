import { setTimeout as pause } from 'node:timers/promises';
import { FakeClock } from './fake-clock.ts';

/** The longest that is waited for what a step leads to beyond this process, in real milliseconds. */
const LONGEST_PAUSE = 5;

/** The time of a whole server that others speak to: it moves when a test says so, and turns of the event loop end by themselves. */
export class SteppedClock extends FakeClock {
  override soon(task: () => void): void {
    setImmediate(task);
  }

  /** Lets so much time pass, and what is said over a socket meanwhile arrive. */
  async sleep(milliseconds: number): Promise<void> {
    this.advance(milliseconds);
    await pause(Math.min(milliseconds, LONGEST_PAUSE));
  }
}
