import type { Clock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';

const QUIET_TIME = 60_000;
const MOST_KNOWN = 1000;

/** Says in the log who sends what looks like an attack: once a minute for each address, so that nobody can fill the disk. */
export class SuspectLog {
  private readonly clock: Clock;
  private readonly log: Log;
  private readonly saidAt = new Map<string, number>();

  constructor(clock: Clock, log: Log) {
    this.clock = clock;
    this.log = log;
  }

  /** `address` is the socket's own, which nobody can make up. */
  note(address: string, reason: string): void {
    const now = this.clock.now();
    const last = this.saidAt.get(address);
    if (last !== undefined && now - last < QUIET_TIME) return;
    this.saidAt.delete(address);
    this.saidAt.set(address, now);
    const [oldest] = this.saidAt.keys();
    if (this.saidAt.size > MOST_KNOWN && oldest !== undefined) this.saidAt.delete(oldest);
    this.log.warn('A suspicious request was refused', { peer: address, reason });
  }
}
