import type { Clock } from '../../../core/clock.ts';

/** What an account may publish in a burst: a Zigbee network of hundreds of devices that announces itself fits in twice. */
const BURST_MESSAGES = 10_000;
const BURST_BYTES = 32 * 1024 * 1024;
/** What it may publish each second after that. */
const MESSAGES_PER_SECOND = 1000;
const BYTES_PER_SECOND = 4 * 1024 * 1024;
const CHECK_EVERY = 20;
/** Beyond so many known accounts those with a full allowance are forgotten. */
const MOST_KNOWN = 1000;

interface Allowance {
  messages: number;
  bytes: number;
  at: number;
}

/**
 * Paces what each account publishes, over all its connections. A message beyond the allowance waits, and its connection is not read
 * meanwhile: nothing is lost, and acknowledgments of quality 1 and 2 come later.
 */
export class Intake {
  private readonly clock: Clock;
  private readonly allowances = new Map<string, Allowance>();

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** Takes a message now; false when it has to wait. */
  take(account: string, bytes: number): boolean {
    const allowance = this.allowanceOf(account);
    // A message larger than the whole allowance is taken, too, and made up for afterwards.
    if (allowance.messages < 1 || allowance.bytes <= 0) return false;
    allowance.messages -= 1;
    allowance.bytes -= bytes;
    return true;
  }

  /** Runs the task once the message is within the allowance. */
  whenTaken(account: string, bytes: number, task: () => void): void {
    if (this.take(account, bytes)) task();
    else this.clock.after(CHECK_EVERY, () => this.whenTaken(account, bytes, task));
  }

  private allowanceOf(account: string): Allowance {
    const at = this.clock.now();
    const known = this.allowances.get(account);
    if (known === undefined) {
      if (this.allowances.size >= MOST_KNOWN) this.forgetFull(at);
      const fresh = { messages: BURST_MESSAGES, bytes: BURST_BYTES, at };
      this.allowances.set(account, fresh);
      return fresh;
    }
    this.refill(known, at);
    return known;
  }

  private refill(allowance: Allowance, at: number): void {
    const seconds = (at - allowance.at) / 1000;
    allowance.messages = Math.min(BURST_MESSAGES, allowance.messages + seconds * MESSAGES_PER_SECOND);
    allowance.bytes = Math.min(BURST_BYTES, allowance.bytes + seconds * BYTES_PER_SECOND);
    allowance.at = at;
  }

  private forgetFull(at: number): void {
    for (const [account, allowance] of this.allowances) {
      this.refill(allowance, at);
      if (allowance.messages === BURST_MESSAGES && allowance.bytes === BURST_BYTES)
        this.allowances.delete(account);
    }
  }
}
