import type { Undo } from '../../core/clock.ts';

/** A batch is closed at this size: its bytes count as unread only when the next one starts. */
const MAX_BATCH = 256 * 1024;

/**
 * Consecutive frames shared by several sockets. Grows until one of the sockets writes it or is sent something
 * else.
 */
export class Batch {
  readonly frames: Buffer[] = [];
  private readonly closed: (batch: Batch) => void;
  private bytes = 0;

  /** `closed` is called when the batch is complete. */
  constructor(closed: (batch: Batch) => void) {
    this.closed = closed;
  }

  /** Bytes of all its frames. */
  get size(): number {
    return this.bytes;
  }

  /** Appends a frame. */
  add(frame: Buffer): void {
    this.frames.push(frame);
    this.bytes += frame.length;
  }

  /** Completes the batch: no more frames can be added. */
  close(): void {
    this.closed(this);
  }
}

/** A receiver of a broadcast. */
export interface BroadcastSubscriber {
  share(batch: Batch): void;
}

/**
 * Sends the same frames to all subscribers. Apart from the first one of a tick, a frame costs the same for
 * one subscriber as for a thousand.
 */
export class Broadcast {
  private readonly listeners = new Set<BroadcastSubscriber>();
  private batch: Batch | undefined;

  /** Whether there are no subscribers. */
  get isEmpty(): boolean {
    return this.listeners.size === 0;
  }

  /** Subscribes to all frames sent from now on, until undone. */
  join(listener: BroadcastSubscriber): Undo {
    this.batch?.close();
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
      this.batch?.close();
    };
  }

  /** Sends a frame to all current subscribers. */
  send(frame: Buffer): void {
    if (this.batch !== undefined) {
      this.batch.add(frame);
      if (this.batch.size >= MAX_BATCH) this.batch.close();
      return;
    }
    const batch = new Batch(this.closed);
    batch.add(frame);
    this.batch = batch;
    for (const listener of this.listeners) listener.share(batch);
  }

  private readonly closed = (batch: Batch): void => {
    if (this.batch === batch) this.batch = undefined;
  };
}
