import type { Clock } from '../../core/clock.ts';
import type { ClientConnection } from './client-connection.ts';

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
  private readonly connected: () => Iterable<ClientConnection>;
  private counted = 0;
  private sinceCount = 0;
  private countedAt = 0;
  private readonly fresh = new Set<ClientConnection>();

  constructor(own: {
    clock: Clock;
    /** Bytes that may wait for one client. */
    max: number;
    connected: () => Iterable<ClientConnection>;
  }) {
    this.clock = own.clock;
    this.max = own.max;
    this.connected = own.connected;
  }

  /** Whether nothing more may be put into the queue of a client. */
  isFull(connection: ClientConnection): boolean {
    const { waiting, isInternal } = connection;
    if (waiting > this.max * (isInternal ? INTERNAL_QUEUE_FACTOR : 1)) return true;
    return !isInternal && waiting > SHARE && this.total() > MAX_TOTAL;
  }

  /** Counts a message for a client that is written before the end of this tick. */
  add(connection: ClientConnection, bytes: number): void {
    if (this.fresh.size === 0) this.clock.soon(() => this.endTick());
    this.fresh.add(connection);
    connection.unwritten += bytes;
    this.sinceCount += bytes;
  }

  /** The reason to disconnect a client, if any; called every few seconds. */
  judge(connection: ClientConnection): string | undefined {
    connection.timesFull = this.isFull(connection) ? connection.timesFull + 1 : 0;
    const { flushed } = connection;
    const isStalled = connection.waiting > 0 && flushed === connection.flushedBefore;
    connection.timesStalled = isStalled ? connection.timesStalled + 1 : 0;
    connection.flushedBefore = flushed;
    return connection.timesFull >= MAX_FULL || connection.timesStalled >= MAX_STALLED
      ? 'does not read'
      : undefined;
  }

  private total(): number {
    const known = this.counted + this.sinceCount;
    if (known <= MAX_TOTAL) return known;
    const now = this.clock.now();
    if (now - this.countedAt < COUNT_EVERY) return known;
    this.countedAt = now;
    this.counted = 0;
    this.sinceCount = 0;
    for (const connection of this.connected()) if (!connection.isInternal) this.counted += connection.waiting;
    return this.counted;
  }

  private endTick(): void {
    for (const connection of this.fresh) connection.unwritten = 0;
    this.fresh.clear();
  }
}
