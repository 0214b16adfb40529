import type { Log } from '../../core/log.ts';

/** How many causes are remembered; devices make up names, so that there may be any number. */
const MOST_CAUSES = 2000;

/** What went wrong with messages, each cause logged at its 1st, 10th, 100th … time with its count. */
export class Complaints {
  private readonly log: Log;
  private readonly counts = new Map<string, number>();

  constructor(log: Log) {
    this.log = log;
  }

  /** `cause` says what makes two complaints the same, `message` what is wrong this time. */
  warn(cause: string, message: string): void {
    const count = (this.counts.get(cause) ?? 0) + 1;
    if (count === 1 && this.counts.size >= MOST_CAUSES) this.forgetOldest();
    this.counts.set(cause, count);
    if (!isPowerOfTen(count)) return;
    this.log.warn(count === 1 ? message : `${message} (seen ${count} times)`);
  }

  private forgetOldest(): void {
    let left = MOST_CAUSES / 10;
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
