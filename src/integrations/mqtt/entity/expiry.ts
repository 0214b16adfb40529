import type { Clock, Undo } from '../../../core/clock.ts';

/** Whether what a device said still counts: it expires so many seconds after its last message, and has expired before the first. */
export class Expiry {
  private readonly clock: Clock;
  private readonly onExpired: () => void;
  private expired = true;
  private at = 0;
  private cancel: Undo | undefined;

  constructor(clock: Clock, onExpired: () => void) {
    this.clock = clock;
    this.onExpired = onExpired;
  }

  /** `seconds` as the config has it now; 0 for values that never expire. */
  isExpired(seconds: number): boolean {
    return seconds > 0 && this.expired;
  }

  /** A message came. One wait at a time: the point moves, and the wait goes on when it ends too early. */
  postpone(seconds: number): void {
    if (seconds === 0) return;
    this.expired = false;
    this.at = this.clock.now() + seconds * 1000;
    if (this.cancel === undefined) this.wait(seconds * 1000);
  }

  /** Takes up what was known before a restart for the time it has left; answers whether there is any. */
  takeUp(seconds: number, changedAt: number): boolean {
    const left = changedAt + seconds * 1000 - this.clock.now();
    if (left <= 0) return false;
    this.expired = false;
    this.at = this.clock.now() + left;
    this.wait(left);
    return true;
  }

  stop(): void {
    this.cancel?.();
    this.cancel = undefined;
  }

  private wait(milliseconds: number): void {
    this.cancel = this.clock.after(milliseconds, () => {
      this.cancel = undefined;
      const left = this.at - this.clock.now();
      if (left > 1) {
        this.wait(left);
        return;
      }
      this.expired = true;
      this.onExpired();
    });
  }
}
