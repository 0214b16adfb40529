import type { Clock, Undo } from '../core/clock.ts';
import { fault } from '../core/errors.ts';
import { peerNetwork } from './peer.ts';

/** How patient one kind of key is. Waits double with each failure beyond the free ones, up to `longest`. */
interface Patience {
  readonly free: number;
  readonly longest: number;
  readonly most: number;
}

const FIRST_WAIT = 1000;
const LONGEST_KEY = 64;
const FORGOTTEN_AFTER = 3_600_000;
const PEER: Patience = { free: 5, longest: 60_000, most: 10_000 };
const ACCOUNT: Patience = { free: 10, longest: 30_000, most: 2_000 };

/** One attempt to come in. */
export interface Attempt {
  /** It was right, or no guess at all: it is not held against anybody. */
  forgive(): void;
}

/**
 * Makes guessing slow: growing waits for the peer that failed and for the account that was tried. An account's wait does not hold for
 * networks that have logged in to it before, and no wait passes a minute, so nobody can lock the house's people out of it.
 */
export class LoginThrottle {
  private readonly clock: Clock;
  private readonly knows: (account: string, network: string) => boolean;
  private readonly peers = new Failures(PEER);
  private readonly accounts = new Failures(ACCOUNT);

  /** `knows` tells whether the network has been let in to the account before. */
  constructor(clock: Clock, knows: (account: string, network: string) => boolean) {
    this.clock = clock;
    this.knows = knows;
  }

  /**
   * Begins an attempt, which counts as failed until it is told otherwise: attempts made at once cannot all be free. Throws
   * `too_many_requests` while the peer or the account must wait.
   */
  begin(peer: string, account: string): Attempt {
    const now = this.clock.now();
    const network = peerNetwork(peer);
    const isKnown = this.knows(account, network);
    const wait = Math.max(this.peers.wait(network, now), isKnown ? 0 : this.accounts.wait(account, now));
    if (wait > 0) {
      const seconds = Math.ceil(wait / 1000);
      throw fault('too_many_requests', 'too_many_failed_logins', { seconds });
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

/** Failures by key; the one longest ago makes room. */
class Failures {
  private readonly patience: Patience;
  private readonly failures = new Map<string, Failure>();

  constructor(patience: Patience) {
    this.patience = patience;
  }

  /** Milliseconds until the key may try again. */
  wait(key: string, now: number): number {
    const failure = this.failures.get(key.slice(0, LONGEST_KEY));
    if (failure === undefined || now - failure.at >= FORGOTTEN_AFTER) return 0;
    const { free, longest } = this.patience;
    if (failure.count < free) return 0;
    const wait = Math.min(longest, FIRST_WAIT * 2 ** Math.min(30, failure.count - free));
    return Math.max(0, failure.at + wait - now);
  }

  /** Counts one more; the undo makes it as if it had not been. */
  add(key: string, now: number): Undo {
    const short = key.slice(0, LONGEST_KEY);
    const known = this.failures.get(short);
    const before = known === undefined || now - known.at >= FORGOTTEN_AFTER ? { count: 0, at: now } : known;
    const failure = { count: before.count + 1, at: now };
    this.failures.delete(short);
    this.failures.set(short, failure);
    const [oldest] = this.failures.keys();
    if (this.failures.size > this.patience.most && oldest !== undefined) this.failures.delete(oldest);
    return () => {
      const latest = this.failures.get(short);
      if (latest === undefined) return;
      const count = latest.count - 1;
      if (count <= 0) this.failures.delete(short);
      else this.failures.set(short, { count, at: latest === failure ? before.at : latest.at });
    };
  }
}
