import { FakeClock } from './fake-clock.ts';

/** A clock whose event loop ticks end one at a time, on request of the test. */
export class TickClock extends FakeClock {
  private asked: (() => void)[] = [];

  override soon(task: () => void): void {
    this.asked.push(task);
  }

  /** Ends the tick: runs the tasks added until now, and lets promises settle. */
  async endTick(): Promise<void> {
    const { asked } = this;
    this.asked = [];
    for (const task of asked) {
      task();
      await settled();
    }
  }

  /** Whether a task waits for the end of the tick. */
  get isAsked(): boolean {
    return this.asked.length > 0;
  }
}

async function settled(): Promise<void> {
  for (let i = 0; i < 10; i += 1) await Promise.resolve();
}
