import type { Access } from './access.ts';
import type { Clock } from './clock.ts';
import { fault } from './errors.ts';

/** Milliseconds of CPU time a user may take in a burst, and how many are given back each second. */
const BURST_MS = 1000;
const REFILL_MS_PER_SECOND = 100;
/** The debt of a user never grows beyond this, so that one long command does not count for minutes. */
const MAX_DEBT_MS = 2000;

/** The caller whose CPU time is counted. */
export type BudgetOwner = Pick<Access, 'userId' | 'isAdmin'>;

/** A token bucket of milliseconds. */
interface Bucket {
  left: number;
  at: number;
}

/**
 * Counts the CPU time that users who are not administrators take on the event loop. Everything they ask for is counted. Code that users
 * write themselves (templates and conditions) is refused when they have used up their share of it; other commands go on, but the
 * scheduler gives users over budget less of each tick.
 */
export class CpuBudget {
  private readonly clock: Pick<Clock, 'now'>;
  private readonly ofCode = new Map<string, Bucket>();
  private readonly ofAll = new Map<string, Bucket>();
  private spent = 0;

  constructor(clock: Pick<Clock, 'now'>) {
    this.clock = clock;
  }

  /**
   * Runs user-written code and charges its time. Throws `too_many_requests` when the user's share is used up.
   */
  spend<Result>(owner: BudgetOwner, work: () => Result): Result {
    const bucket = this.bucketOf(this.ofCode, owner);
    if (bucket === null) return work();
    if (bucket.left <= 0) throw fault('too_many_requests', 'cpu_budget_exceeded');
    const startedAt = this.clock.now();
    try {
      return work();
    } finally {
      const took = this.clock.now() - startedAt;
      bucket.at += took;
      bucket.left -= took;
      this.spent += took;
      this.charge(owner, took);
    }
  }

  /** Charges milliseconds that were measured elsewhere. */
  charge(owner: BudgetOwner, milliseconds: number): void {
    const bucket = this.bucketOf(this.ofAll, owner);
    if (bucket !== null) bucket.left = Math.max(-MAX_DEBT_MS, bucket.left - milliseconds);
  }

  /** Whether the user's own code has to wait. */
  isUsedUp(owner: BudgetOwner): boolean {
    return (this.bucketOf(this.ofCode, owner)?.left ?? 1) <= 0;
  }

  /** Whether the user has taken more than a fair share of CPU time lately, all commands counted. */
  isOverBudget(owner: BudgetOwner): boolean {
    return (this.bucketOf(this.ofAll, owner)?.left ?? 1) <= 0;
  }

  /**
   * Milliseconds `spend` has charged so far: a caller that measures around it subtracts what was charged
   * meanwhile.
   */
  get alreadyCharged(): number {
    return this.spent;
  }

  /** The bucket, refilled up to now; null for callers without a limit. */
  private bucketOf(buckets: Map<string, Bucket>, { userId, isAdmin }: BudgetOwner): Bucket | null {
    if (isAdmin || userId === null) return null;
    const at = this.clock.now();
    const known = buckets.get(userId);
    if (known === undefined) {
      const fresh = { left: BURST_MS, at };
      buckets.set(userId, fresh);
      return fresh;
    }
    known.left = Math.min(BURST_MS, known.left + ((at - known.at) / 1000) * REFILL_MS_PER_SECOND);
    known.at = at;
    return known;
  }
}
