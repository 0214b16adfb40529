import type { Clock } from '../../core/clock.ts';
import type { Visitor } from './visitors.ts';

/** Bytes queued for all clients together, except the server. */
const MAX_TOTAL = 48 * 1024 * 1024;
/** Bytes queued for each client once that total is reached: the slowest clients lose messages first. */
const SHARE = 64 * 1024;
/** Milliseconds between recounts while the total is reached: a recount visits every client. */
const COUNT_EVERY = 50;
/** Factor for the queue of the server itself, which receives everything. */
const INTERNAL_QUEUE_FACTOR = 8;
/** Sweeps in a row with a full queue, or without a byte sent, after which a client is to be disconnected. */
const MAX_FULL = 3;
const MAX_STALLED = 12;

/** Bounds what is queued for slow clients, for each one and in total. */
export class OutgoingQueues {
  private readonly clock: Clock;
  private readonly max: number;
  private readonly connected: () => Iterable<Visitor>;
  private counted = 0;
  private sinceCount = 0;
  private countedAt = 0;
  private readonly fresh = new Set<Visitor>();

  constructor(own: {
    clock: Clock;
    /** Bytes that may wait for one client. */
    max: number;
    connected: () => Iterable<Visitor>;
  }) {
    this.clock = own.clock;
    this.max = own.max;
    this.connected = own.connected;
  }

  /** Whether nothing more may be put into the queue of a client. */
  isFull(visitor: Visitor): boolean {
    const { waiting, isInternal } = visitor;
    if (waiting > this.max * (isInternal ? INTERNAL_QUEUE_FACTOR : 1)) return true;
    return !isInternal && waiting > SHARE && this.total() > MAX_TOTAL;
  }

  /** Counts a message for a client that is written before the end of this tick. */
  add(visitor: Visitor, bytes: number): void {
    if (this.fresh.size === 0) this.clock.soon(() => this.endTick());
    this.fresh.add(visitor);
    visitor.unwritten += bytes;
    this.sinceCount += bytes;
  }

  /** The reason to disconnect a client, if any; called every few seconds. */
  judge(visitor: Visitor): string | undefined {
    visitor.timesFull = this.isFull(visitor) ? visitor.timesFull + 1 : 0;
    const { flushed } = visitor;
    const isStalled = visitor.waiting > 0 && flushed === visitor.flushedBefore;
    visitor.timesStalled = isStalled ? visitor.timesStalled + 1 : 0;
    visitor.flushedBefore = flushed;
    return visitor.timesFull >= MAX_FULL || visitor.timesStalled >= MAX_STALLED ? 'does not read' : undefined;
  }

  private total(): number {
    const known = this.counted + this.sinceCount;
    if (known <= MAX_TOTAL) return known;
    const now = this.clock.now();
    if (now - this.countedAt < COUNT_EVERY) return known;
    this.countedAt = now;
    this.counted = 0;
    this.sinceCount = 0;
    for (const visitor of this.connected()) if (!visitor.isInternal) this.counted += visitor.waiting;
    return this.counted;
  }

  private endTick(): void {
    for (const visitor of this.fresh) visitor.unwritten = 0;
    this.fresh.clear();
  }
}
