import type { Clock } from '../../core/clock.ts';

const MEBIBYTE = 1024 * 1024;

/** How much may be published in a burst, and per second after that. */
interface Rate {
  readonly burstMessages: number;
  readonly messagesPerSecond: number;
  readonly burstBytes: number;
  readonly bytesPerSecond: number;
}

/** A Zigbee network of hundreds of devices that announces itself over one connection fits in twice. */
const OF_CONNECTION: Rate = {
  burstMessages: 10_000,
  messagesPerSecond: 1000,
  burstBytes: 32 * MEBIBYTE,
  bytesPerSecond: 4 * MEBIBYTE,
};
/** All devices of a home often share one account. */
const OF_ACCOUNT: Rate = {
  burstMessages: 50_000,
  messagesPerSecond: 5000,
  burstBytes: 128 * MEBIBYTE,
  bytesPerSecond: 16 * MEBIBYTE,
};
const CHECK_EVERY = 20;
/** Number of known accounts above which those with a full allowance are dropped. */
const MAX_KNOWN = 1000;

/** A publisher: a connection, and the account it logged in with. */
export interface Publisher {
  readonly connection: object;
  readonly account: string;
}

/**
 * Rate limits what each connection and each account publishes. A message beyond the allowance waits, and its
 * connection is not read meanwhile: nothing is lost, and QoS 1 and 2 acknowledgments are delayed.
 */
export class PublishRateLimit {
  private readonly clock: Clock;
  private readonly connections = new WeakMap<object, Allowance>();
  private readonly accounts = new Map<string, Allowance>();

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** Admits a message now; false when it has to wait. */
  take({ connection, account }: Publisher, bytes: number): boolean {
    const now = this.clock.now();
    let own = this.connections.get(connection);
    if (own === undefined) {
      own = new Allowance(OF_CONNECTION, now);
      this.connections.set(connection, own);
    }
    const shared = this.ofAccount(account, now);
    if (!own.hasRoom(now) || !shared.hasRoom(now)) return false;
    own.take(bytes);
    shared.take(bytes);
    return true;
  }

  /** Runs the task once the message is within the allowance. */
  whenTaken(publisher: Publisher, bytes: number, task: () => void): void {
    if (this.take(publisher, bytes)) task();
    else this.clock.after(CHECK_EVERY, () => this.whenTaken(publisher, bytes, task));
  }

  private ofAccount(account: string, now: number): Allowance {
    const known = this.accounts.get(account);
    if (known !== undefined) return known;
    if (this.accounts.size >= MAX_KNOWN)
      for (const [other, allowance] of this.accounts) if (allowance.isFull(now)) this.accounts.delete(other);
    const fresh = new Allowance(OF_ACCOUNT, now);
    this.accounts.set(account, fresh);
    return fresh;
  }
}

class Allowance {
  private readonly rate: Rate;
  private messages: number;
  private bytes: number;
  private at: number;

  constructor(rate: Rate, now: number) {
    this.rate = rate;
    this.messages = rate.burstMessages;
    this.bytes = rate.burstBytes;
    this.at = now;
  }

  /** A message larger than the whole allowance is admitted, too, and paid back afterwards. */
  hasRoom(now: number): boolean {
    this.refill(now);
    return this.messages >= 1 && this.bytes > 0;
  }

  isFull(now: number): boolean {
    this.refill(now);
    return this.messages === this.rate.burstMessages && this.bytes === this.rate.burstBytes;
  }

  take(bytes: number): void {
    this.messages -= 1;
    this.bytes -= bytes;
  }

  private refill(now: number): void {
    const { rate } = this;
    const seconds = (now - this.at) / 1000;
    this.messages = Math.min(rate.burstMessages, this.messages + seconds * rate.messagesPerSecond);
    this.bytes = Math.min(rate.burstBytes, this.bytes + seconds * rate.bytesPerSecond);
    this.at = now;
  }
}
