import type { Clock } from '../../core/clock.ts';

/** Milliseconds of work a turn of the event loop. */
const MOST_A_TURN = 20;
/** Beyond so many the oldest is done at once: what waits must not fill the memory. */
const MOST_WAITING = 20_000;

/**
 * Does pieces of work in the order they come: at once, until a turn of the event loop has had its share; the others wait for the
 * turns that follow, so that ten thousand devices that announce themselves at once leave the server answering.
 */
export class Pace {
  private readonly clock: Clock;
  private readonly waiting: (() => void)[] = [];
  /** When the first task of this turn began. */
  private begun: number | undefined;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** Does the task now or soon. */
  do(task: () => void): void {
    if (this.waiting.length === 0 && this.hasTime()) {
      task();
      return;
    }
    this.waiting.push(task);
    if (this.waiting.length > MOST_WAITING) this.waiting.shift()?.();
  }

  /** Drops what waits. */
  clear(): void {
    this.waiting.length = 0;
  }

  private hasTime(): boolean {
    const now = this.clock.now();
    if (this.begun === undefined) {
      this.begun = now;
      this.clock.soon(this.nextTurn);
    }
    return now - this.begun < MOST_A_TURN;
  }

  private readonly nextTurn = (): void => {
    this.begun = undefined;
    while (this.waiting.length > 0 && this.hasTime()) this.waiting.shift()?.();
  };
}
