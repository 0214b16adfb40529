import type { Undo } from '../../core/clock.ts';

/** A batch of so many bytes takes no more frames: what is unread of it counts as soon as the next one begins. */
const LARGEST_BATCH = 256 * 1024;

/** Frames that several sockets get one after the other. It grows until one of the sockets writes it or gets something else. */
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

  /** Puts a frame behind the others. */
  add(frame: Buffer): void {
    this.frames.push(frame);
    this.bytes += frame.length;
  }

  /** Says that nothing may be added any more. */
  close(): void {
    this.closed(this);
  }
}

/** One who hears a broadcast. */
export interface BroadcastSubscriber {
  share(batch: Batch): void;
}

/** Sends the same frames to all who hear: a frame costs the same whether one hears or a thousand, but for the first one of a turn. */
export class Broadcast {
  private readonly hearers = new Set<BroadcastSubscriber>();
  private batch: Batch | undefined;

  /** Whether nobody hears. */
  get isEmpty(): boolean {
    return this.hearers.size === 0;
  }

  /** Hears all that is sent from now on, until undone. */
  join(hearer: BroadcastSubscriber): Undo {
    this.batch?.close();
    this.hearers.add(hearer);
    return () => {
      this.hearers.delete(hearer);
      this.batch?.close();
    };
  }

  /** Sends a frame to all who hear now. */
  send(frame: Buffer): void {
    if (this.batch !== undefined) {
      this.batch.add(frame);
      if (this.batch.size >= LARGEST_BATCH) this.batch.close();
      return;
    }
    const batch = new Batch(this.closed);
    batch.add(frame);
    this.batch = batch;
    for (const hearer of this.hearers) hearer.share(batch);
  }

  private readonly closed = (batch: Batch): void => {
    if (this.batch === batch) this.batch = undefined;
  };
}
