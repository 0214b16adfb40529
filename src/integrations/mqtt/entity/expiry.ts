import type { Clock, Undo } from '../../../core/clock.ts';

/** Whether a value is still valid: it expires some seconds after the last message, and starts expired. */
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

  /** Restarts the period. One timer is enough: if it fires before the new deadline, it waits again. */
  postpone(seconds: number): void {
    if (seconds === 0) return;
    this.expired = false;
    this.at = this.clock.now() + seconds * 1000;
    if (this.cancel === undefined) this.wait(seconds * 1000);
  }

  /** Resumes a period from before a restart; false when it has already ended. */
  resume(seconds: number, changedAt: number): boolean {
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
