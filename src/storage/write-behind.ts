import type { Clock, Undo } from '../core/clock.ts';
import type { Log } from '../core/log.ts';

interface WriteBehindOptions<Change> {
  readonly clock: Clock;
  readonly log: Log;
  /** Names the data in log lines, in the plural: `Traces`. */
  readonly subject: string;
  /** Milliseconds between a change and its write; without it only `flush` writes. */
  readonly delay?: number;
  /** Milliseconds until changes that were refused are written again; without it they are dropped. */
  readonly retryDelay?: number;
  /** How many changes may wait while the disk refuses them; beyond it the oldest are dropped. */
  readonly max?: number;
  /** Writes a batch, oldest change first. */
  write(changes: ReadonlyMap<string, Change>): Promise<unknown>;
  /** Called for each batch that was refused. */
  onRefused?(changes: ReadonlyMap<string, Change>, error: unknown): void;
}

/**
 * Collects changes and writes them in batches, one batch at a time. Of several changes under one key only the newest is written. A disk
 * that refuses a batch is logged once, and once more when it accepts writes again.
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

  /** How many changes wait for the next batch. */
  get size(): number {
    return this.waiting.size;
  }

  /** Adds a change that is written whatever comes after it. */
  add(change: Change): void {
    this.lastKey += 1;
    this.insert(String(this.lastKey), change);
  }

  /** Adds a change in place of the one that waits under the same key. */
  set(key: string, change: Change): void {
    this.waiting.delete(key);
    this.insert(key, change);
  }

  /** The change that waits under a key. */
  get(key: string): Change | undefined {
    return this.waiting.get(key);
  }

  /** The keys under which changes wait. */
  keys(): Iterable<string> {
    return this.waiting.keys();
  }

  /** Takes a waiting change back. */
  delete(key: string): void {
    this.waiting.delete(key);
  }

  /** Writes what waits; settles when it is durable or was refused. Calls in one event loop tick share a batch. */
  flush(): Promise<void> {
    this.queued ??= this.writing.then(() => {
      this.queued = undefined;
      this.writing = this.write();
      return this.writing;
    });
    return this.queued;
  }

  /** Writes what waits, then cancels the timer. */
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
      if (this.isFailing) options.log.info(`${options.subject} are being saved again`);
      this.isFailing = false;
    } catch (error) {
      if (!this.isFailing) options.log.error(`${options.subject} cannot be saved`, { error });
      this.isFailing = true;
      options.onRefused?.(waiting, error);
      this.keepRefused(waiting);
    }
  }

  /** Puts refused changes back before those that came meanwhile, which win. */
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
