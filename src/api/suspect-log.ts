import type { Clock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import { Throttle } from '../core/throttle.ts';

/** Logs suspicious requests once a minute per address, so that they cannot fill the disk. */
export class SuspectLog {
  private readonly log: Log;
  private readonly throttle: Throttle;

  constructor(clock: Clock, log: Log) {
    this.log = log;
    this.throttle = new Throttle(clock);
  }

  /** `address` is that of the socket, which cannot be forged. */
  note(address: string, reason: string): void {
    if (this.throttle.allows(address))
      this.log.warn('Refused a suspicious request', { peer: address, reason });
  }
}
