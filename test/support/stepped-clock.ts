import { setTimeout as pause } from 'node:timers/promises';
import { FakeClock } from './fake-clock.ts';

/** The longest real wait for effects outside of this process, in milliseconds. */
const LONGEST_PAUSE = 5;

/**
 * The clock of a whole server with clients: it advances when a test says so, while event loop ticks are real.
 */
export class SteppedClock extends FakeClock {
  override soon(task: () => void): void {
    setImmediate(task);
  }

  /** Advances the time and waits for messages on sockets to arrive. */
  async sleep(milliseconds: number): Promise<void> {
    this.advance(milliseconds);
    await pause(Math.min(milliseconds, LONGEST_PAUSE));
  }
}
