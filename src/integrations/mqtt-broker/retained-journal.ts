import type { Clock } from '../../core/clock.ts';
import type { FromBroker, RetainedMessage } from './messages.ts';

/** Unwritten bytes above which every sender waits for the disk, so that a fast one cannot fill the memory. */
const MAX_UNSTORED = 4 * 1024 * 1024;

/** Writes retained messages to the disk, and tracks which senders wait for that. */
export class RetainedJournal {
  private readonly clock: Clock;
  private readonly notify: (message: FromBroker) => void;
  private unsent: RetainedMessage[] = [];
  private last = 0;
  /** The bytes of each message that is not on the disk yet, in order; the last one has the number `last`. */
  private readonly unstored: number[] = [];
  private unstoredBytes = 0;
  private readonly waiting: { readonly at: number; readonly done: () => void }[] = [];

  constructor(clock: Clock, notify: (message: FromBroker) => void) {
    this.clock = clock;
    this.notify = notify;
  }

  /** Whether more is on its way than a sender may add to without waiting. */
  get isBehind(): boolean {
    return this.unstoredBytes > MAX_UNSTORED;
  }

  /** Sends a message, together with the others of this tick; the answer is its number. */
  add({ topic, payload, qos }: RetainedMessage): number {
    if (this.unsent.length === 0) this.clock.soon(() => this.send());
    // A separate buffer: a slice would be sent with all of the buffer it belongs to.
    this.unsent.push({ topic, payload: Uint8Array.from(payload), qos });
    const bytes = topic.length + payload.length;
    this.unstored.push(bytes);
    this.unstoredBytes += bytes;
    this.last += 1;
    return this.last;
  }

  /** Calls back once the message of this number is on the disk; numbers have to rise from call to call. */
  whenStored(at: number, done: () => void): void {
    this.waiting.push({ at, done });
  }

  /** Messages up to this number are on the disk, or were refused by it. */
  stored(upTo: number): void {
    const left = Math.max(0, this.last - upTo);
    for (const bytes of this.unstored.splice(0, this.unstored.length - left)) this.unstoredBytes -= bytes;
    for (let first = this.waiting[0]; first !== undefined && first.at <= upTo; first = this.waiting[0]) {
      this.waiting.shift();
      first.done();
    }
  }

  private send(): void {
    this.notify({ kind: 'store', upTo: this.last, messages: this.unsent });
    this.unsent = [];
  }
}
