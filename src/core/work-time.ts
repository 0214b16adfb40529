import type { Access } from './access.ts';
import type { Clock } from './clock.ts';
import { HubError } from './errors.ts';

/** Milliseconds a user may take up at once, and how many of them come back each second. */
const AT_ONCE = 1000;
const A_SECOND = 100;

/** Whose time it is. */
export type Worker = Pick<Access, 'userId' | 'isAdmin'>;

interface Account {
  left: number;
  at: number;
}

/**
 * How long users who are no administrators may keep the server's one thread busy with what can be made to cost much, such as templates.
 * Administrators and the house itself may as long as they like.
 */
export class WorkTime {
  private readonly clock: Pick<Clock, 'now'>;
  private readonly accounts = new Map<string, Account>();

  constructor(clock: Pick<Clock, 'now'>) {
    this.clock = clock;
  }

  /** Does the work and takes what it took from its user's time. Throws `too_many_requests` where none is left. */
  spend<Result>(who: Worker, work: () => Result): Result {
    const account = this.accountOf(who);
    if (account === null) return work();
    if (account.left <= 0)
      throw new HubError('too_many_requests', 'You have asked for too much work: wait a minute');
    const begun = this.clock.now();
    try {
      return work();
    } finally {
      account.at = this.clock.now();
      account.left -= account.at - begun;
    }
  }

  /** Whether the user's work has to wait. */
  isUsedUp(who: Worker): boolean {
    return (this.accountOf(who)?.left ?? 1) <= 0;
  }

  /** What is left to a user now; null where nothing limits. */
  private accountOf({ userId, isAdmin }: Worker): Account | null {
    if (isAdmin || userId === null) return null;
    const at = this.clock.now();
    const known = this.accounts.get(userId);
    if (known === undefined) {
      const fresh = { left: AT_ONCE, at };
      this.accounts.set(userId, fresh);
      return fresh;
    }
    known.left = Math.min(AT_ONCE, known.left + ((at - known.at) / 1000) * A_SECOND);
    known.at = at;
    return known;
  }
}
