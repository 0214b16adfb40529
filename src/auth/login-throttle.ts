import type { Clock, Undo } from '../core/clock.ts';
import { fault } from '../core/errors.ts';
import { peerNetwork } from './peer.ts';

/** The limits for one kind of key. Waits double with each failure after the free ones, up to `longest`. */
interface ThrottlePolicy {
  readonly free: number;
  readonly maxWait: number;
  readonly maxEntries: number;
}

const FIRST_WAIT = 1000;
const MAX_KEY_LENGTH = 64;
const FORGOTTEN_AFTER = 3_600_000;
const PEER: ThrottlePolicy = { free: 5, maxWait: 60_000, maxEntries: 10_000 };
const ACCOUNT: ThrottlePolicy = { free: 10, maxWait: 30_000, maxEntries: 2_000 };

/** One login attempt. */
export interface Attempt {
  /** Does not count the attempt: it was correct, or no guess at all. */
  forgive(): void;
}

/**
 * Slows down guessing with growing waits for the peer that failed and the account that was tried. An
 * account's wait does not apply to networks that have logged in to it before, and no wait exceeds a minute,
 * so that nobody can lock users out of their own home.
 */
export class LoginThrottle {
  private readonly clock: Clock;
  private readonly knows: (account: string, network: string) => boolean;
  private readonly peers = new Failures(PEER);
  private readonly accounts = new Failures(ACCOUNT);

  /** `knows` returns whether the network has logged in to the account before. */
  constructor(clock: Clock, knows: (account: string, network: string) => boolean) {
    this.clock = clock;
    this.knows = knows;
  }

  /**
   * Begins an attempt, which counts as failed until forgiven, so that parallel attempts are not free. Throws
   * `too_many_requests` while the peer or the account must wait.
   */
  begin(peer: string, account: string): Attempt {
    const now = this.clock.now();
    const network = peerNetwork(peer);
    const isKnown = this.knows(account, network);
    const wait = Math.max(this.peers.wait(network, now), isKnown ? 0 : this.accounts.wait(account, now));
    if (wait > 0) {
      const seconds = Math.ceil(wait / 1000);
      throw fault('too_many_requests', 'too_many_failed_logins', { count: seconds });
    }
    const undos = [this.peers.add(network, now)];
    if (!isKnown) undos.push(this.accounts.add(account, now));
    return {
      forgive: () => {
        for (const undo of undos.splice(0)) undo();
      },
    };
  }
}

interface Failure {
  readonly count: number;
  readonly at: number;
}

/** Failures by key; the least recent is evicted. */
class Failures {
  private readonly policy: ThrottlePolicy;
  private readonly failures = new Map<string, Failure>();

  constructor(policy: ThrottlePolicy) {
    this.policy = policy;
  }

  /** Milliseconds until the key may be tried again. */
  wait(key: string, now: number): number {
    const failure = this.failures.get(key.slice(0, MAX_KEY_LENGTH));
    if (failure === undefined || now - failure.at >= FORGOTTEN_AFTER) return 0;
    const { free, maxWait } = this.policy;
    if (failure.count < free) return 0;
    const wait = Math.min(maxWait, FIRST_WAIT * 2 ** Math.min(30, failure.count - free));
    return Math.max(0, failure.at + wait - now);
  }

  /** Counts a failure; the undo removes it. */
  add(key: string, now: number): Undo {
    const short = key.slice(0, MAX_KEY_LENGTH);
    const known = this.failures.get(short);
    const before = known === undefined || now - known.at >= FORGOTTEN_AFTER ? { count: 0, at: now } : known;
    const failure = { count: before.count + 1, at: now };
    this.failures.delete(short);
    this.failures.set(short, failure);
    const [oldest] = this.failures.keys();
    if (this.failures.size > this.policy.maxEntries && oldest !== undefined) this.failures.delete(oldest);
    return () => {
      const latest = this.failures.get(short);
      if (latest === undefined) return;
      const count = latest.count - 1;
      if (count <= 0) this.failures.delete(short);
      else this.failures.set(short, { count, at: latest === failure ? before.at : latest.at });
    };
  }
}
