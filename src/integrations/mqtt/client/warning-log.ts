import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';

/** How many causes are remembered; devices make up names, so that there may be any number. */
const MAX_CAUSES = 2000;
/**
 * How many lines are written in a minute: a hostile device could cause a different line with each message.
 */
const MAX_LINES = 100;
const MINUTE = 60_000;

/** Logs problems with messages, each cause at its 1st, 10th, 100th … occurrence with the count. */
export class WarningLog {
  private readonly log: Log;
  private readonly clock: Clock;
  private readonly counts = new Map<string, number>();
  private lines = 0;
  private unwritten = 0;

  constructor(log: Log, clock: Clock) {
    this.log = log;
    this.clock = clock;
  }

  /** `cause` identifies the problem, `message` describes this occurrence. */
  warn(cause: string, message: string): void {
    const count = (this.counts.get(cause) ?? 0) + 1;
    if (count === 1 && this.counts.size >= MAX_CAUSES) this.forgetOldest();
    this.counts.set(cause, count);
    if (!isPowerOfTen(count)) return;
    this.write(count === 1 ? message : `${message} (seen ${count} times)`);
  }

  private write(line: string): void {
    if (this.lines === 0) this.clock.after(MINUTE, () => this.endMinute());
    this.lines += 1;
    if (this.lines <= MAX_LINES) this.log.warn(line);
    else this.unwritten += 1;
  }

  private endMinute(): void {
    const { unwritten } = this;
    this.lines = 0;
    this.unwritten = 0;
    if (unwritten > 0) this.log.warn(`${unwritten} more problems within a minute were not logged`);
  }

  private forgetOldest(): void {
    let left = MAX_CAUSES / 10;
    for (const cause of this.counts.keys()) {
      if (left === 0) return;
      this.counts.delete(cause);
      left -= 1;
    }
  }
}

function isPowerOfTen(count: number): boolean {
  let rest = count;
  while (rest >= 10 && rest % 10 === 0) rest /= 10;
  return rest === 1;
}
