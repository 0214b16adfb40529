import type { Clock, Undo } from '../core/clock.ts';
import type { Log } from '../core/log.ts';

interface WriteBehindOptions<Change> {
  readonly clock: Clock;
  readonly log: Log;
  /** The plural name of the data in log lines, such as `Traces`. */
  readonly subject: string;
  /** Milliseconds between a change and its write; without it only `flush` writes. */
  readonly delay?: number;
  /** Milliseconds until rejected changes are retried; without it they are dropped. */
  readonly retryDelay?: number;
  /** How many changes may be queued while the disk rejects them; beyond it the oldest are dropped. */
  readonly max?: number;
  /** Writes a batch, oldest change first. */
  write(changes: ReadonlyMap<string, Change>): Promise<unknown>;
  /** Whether something else logs that batches are rejected. */
  readonly isSilent?: boolean;
  /** Called for each rejected batch. */
  onRefused?(changes: ReadonlyMap<string, Change>, error: unknown): void;
}

/**
 * A write-behind queue that writes one batch at a time. Of several changes under one key only the newest is
 * written. The first batch that fails is logged, and so is the recovery.
 */
export class WriteBehind<Change> {
  private readonly options: WriteBehindOptions<Change>;
  private waiting = new Map<string, Change>();
  private writing: Promise<void> = Promise.resolve();
  private queued: Promise<void> | undefined;
  private cancelTimer: Undo | undefined;
  private isFailing = false;
  private lastKey = 0;

  constructor(options: WriteBehindOptions<Change>) {
    this.options = options;
  }

  /** The number of queued changes. */
  get size(): number {
    return this.waiting.size;
  }

  /** Queues a change that no later one replaces. */
  add(change: Change): void {
    this.lastKey += 1;
    this.insert(String(this.lastKey), change);
  }

  /** Queues a change, replacing the queued one with the same key. */
  set(key: string, change: Change): void {
    this.waiting.delete(key);
    this.insert(key, change);
  }

  /** The queued change of a key. */
  get(key: string): Change | undefined {
    return this.waiting.get(key);
  }

  /** The keys of queued changes. */
  keys(): Iterable<string> {
    return this.waiting.keys();
  }

  /** Removes a queued change. */
  delete(key: string): void {
    this.waiting.delete(key);
  }

  /** Writes the queued changes; settles when done or rejected. Calls in one event loop tick share a batch. */
  flush(): Promise<void> {
    this.queued ??= this.writing.then(() => {
      this.queued = undefined;
      this.writing = this.write();
      return this.writing;
    });
    return this.queued;
  }

  /** Writes the queued changes, then cancels the timer. */
  async close(): Promise<void> {
    await this.flush();
    this.cancelTimer?.();
    this.cancelTimer = undefined;
  }

  private insert(key: string, change: Change): void {
    const { waiting } = this;
    const { delay, max } = this.options;
    waiting.set(key, change);
    if (this.isFailing && max !== undefined && waiting.size > max) {
      const [oldest] = waiting.keys();
      if (oldest !== undefined) waiting.delete(oldest);
    }
    if (delay !== undefined) this.schedule(delay);
  }

  private schedule(delay: number): void {
    this.cancelTimer ??= this.options.clock.after(delay, () => {
      this.cancelTimer = undefined;
      this.flush().catch(() => {});
    });
  }

  private async write(): Promise<void> {
    const { waiting, options } = this;
    if (waiting.size === 0) return;
    this.waiting = new Map();
    try {
      await options.write(waiting);
      if (this.isFailing && options.isSilent !== true)
        options.log.info(`${options.subject} are being saved again`);
      this.isFailing = false;
    } catch (error) {
      if (!this.isFailing && options.isSilent !== true)
        options.log.error(`${options.subject} cannot be saved`, { error });
      this.isFailing = true;
      options.onRefused?.(waiting, error);
      this.keepRefused(waiting);
    }
  }

  /** Requeues rejected changes before newer ones, which take precedence. */
  private keepRefused(refused: Map<string, Change>): void {
    const { retryDelay, max = Number.POSITIVE_INFINITY } = this.options;
    if (retryDelay === undefined) return;
    const newer = this.waiting;
    for (const key of newer.keys()) refused.delete(key);
    for (const key of refused.keys()) {
      if (refused.size + newer.size <= max) break;
      refused.delete(key);
    }
    this.waiting = new Map([...refused, ...newer]);
    this.cancelTimer?.();
    this.cancelTimer = undefined;
    this.schedule(retryDelay);
  }
}
