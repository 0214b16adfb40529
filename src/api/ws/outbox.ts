import type { TurnEnd } from '../turn-end.ts';
import type { Batch } from './broadcast.ts';
import { FragmentWriter } from './fragment-writer.ts';
import { arrayFrame } from './frame.ts';
import { type LongMessage, sendLong } from './long-message.ts';

/** The unread bytes beyond which a client is slow: its entity subscriptions are conflated. */
export const CONFLATE_ABOVE_BYTES = 1024 * 1024;
/** The unread bytes beyond which its connection is closed. */
export const DISCONNECT_ABOVE_BYTES = 16 * 1024 * 1024;

/**
 * The bytes written per tick; other sockets wait for the next one, since passing data to the system takes
 * milliseconds.
 */
const BYTES_PER_TICK = 8 * 1024 * 1024;
/** The average size from which frames are written one by one: joining them would cost more than it saves. */
const LARGE_FRAME = 16 * 1024;

/** The write side of a socket. */
export interface Wire {
  write(bytes: Buffer): unknown;
  /** Bytes written but not yet sent. */
  readonly writableLength: number;
  /** Ends the connection. */
  destroy(): unknown;
}

/** A queued item of a socket: its own frame, or shared frames. */
type Item = Buffer | Batch;

/**
 * Writes what has been queued during an event loop tick at its end, in one write per socket. Sockets with the
 * same frames in the same order share one joined buffer.
 */
export class Turn {
  private readonly turnEnd: TurnEnd;
  private dirty: Outbox[] = [];
  private lastItems: readonly Item[] = [];
  private lastJoined: Buffer | undefined;
  private lastAsArray: Buffer | undefined;

  constructor(turnEnd: TurnEnd) {
    this.turnEnd = turnEnd;
  }

  /** Schedules a flush of the outbox at the end of the tick. */
  add(outbox: Outbox): void {
    if (this.dirty.push(outbox) === 1) this.turnEnd.schedule(this.flush);
  }

  /** The bytes of several frames, concatenated. */
  join(items: readonly Item[]): Buffer {
    this.remember(items);
    this.lastJoined ??= joined(framesOf(items));
    return this.lastJoined;
  }

  /** One frame with all messages in an array; a single message stays as it is. */
  joinAsArray(items: readonly Item[]): Buffer {
    this.remember(items);
    this.lastAsArray ??= asOneFrame(framesOf(items));
    return this.lastAsArray;
  }

  private remember(items: readonly Item[]): void {
    if (areSame(items, this.lastItems)) return;
    this.lastItems = items;
    this.lastJoined = undefined;
    this.lastAsArray = undefined;
  }

  private readonly flush = (): void => {
    const { dirty } = this;
    this.dirty = [];
    let done = 0;
    let written = 0;
    try {
      while (done < dirty.length && written < BYTES_PER_TICK) {
        done += 1;
        written += dirty[done - 1]?.flush() ?? 0;
      }
    } finally {
      if (done < dirty.length) this.addAhead(dirty.slice(done));
      this.remember([]);
    }
  };

  /** Puts outboxes first in the next tick, ahead of those flushed in this one. */
  private addAhead(outboxes: Outbox[]): void {
    if (this.dirty.length === 0) this.turnEnd.schedule(this.flush);
    this.dirty = outboxes.concat(this.dirty);
  }
}

function areSame(a: readonly Item[], b: readonly Item[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i += 1) if (a[i] !== b[i]) return false;
  return true;
}

function framesOf(items: readonly Item[]): readonly Buffer[] {
  return items.flatMap((item) => (Buffer.isBuffer(item) ? [item] : item.frames));
}

function joined(frames: readonly Buffer[]): Buffer {
  return frames.length === 1 ? (frames[0] as Buffer) : Buffer.concat(frames);
}

function asOneFrame(frames: readonly Buffer[]): Buffer {
  return frames.length === 1 ? (frames[0] as Buffer) : arrayFrame(frames);
}

/** The queue of frames to write to one socket. */
export class Outbox {
  private readonly wire: Wire;
  private readonly turn: Turn;
  private readonly overflow: (unread: number) => void;
  private items: Item[] = [];
  private queued = 0;
  /** The last batch, which may still grow; not counted in `queued`. */
  private last: Batch | undefined;
  private asArrays = false;
  private ended = false;
  /** Whether it is listed for the flush at the end of the tick. */
  private isListed = false;
  private readonly waiting: (() => void)[] = [];
  private readonly fragments: FragmentWriter;

  /** `overflow` is called once when too much is unread. */
  constructor(wire: Wire, turn: Turn, overflow: (unread: number) => void) {
    this.wire = wire;
    this.turn = turn;
    this.overflow = overflow;
    this.fragments = new FragmentWriter({
      wire,
      flush: () => this.flush(),
      released: () => this.list(),
    });
  }

  /** Queues a complete frame; senders of the same message pass the same buffer. */
  push(frame: Buffer): void {
    if (!this.hasRoom()) return;
    this.queued += frame.length;
    this.take(frame);
  }

  /** Queues shared frames; the batch may grow until something else is queued for this socket. */
  share(batch: Batch): void {
    if (!this.hasRoom()) return;
    this.take(batch);
    this.last = batch;
  }

  /** From now on sends the messages of a tick as one array. */
  coalesce(): void {
    this.asArrays = true;
  }

  /** Whether so much is unread that entity subscriptions should be conflated. */
  isSlow(): boolean {
    return this.unread() > CONFLATE_ABOVE_BYTES;
  }

  /** Runs the task once the client has caught up. */
  whenCaughtUp(task: () => void): void {
    this.waiting.push(task);
    this.list();
  }

  /** Sends a message whose text arrives in chunks; resolves when it is written or the connection has ended. */
  stream(message: LongMessage): Promise<void> {
    return sendLong({ push: (frame) => this.push(frame), fragments: this.fragments }, message);
  }

  /** Called when the socket's buffer has been flushed. */
  drained(): void {
    this.fragments.drained();
    if (this.waiting.length > 0) this.list();
  }

  /** Writes the queue, at the end of a tick or before a close. Returns the number of bytes. */
  flush(): number {
    this.isListed = false;
    const { items } = this;
    let written = 0;
    if (items.length > 0 && !this.ended && !this.fragments.isHeld) {
      this.endLast();
      const areLarge = this.queued > LARGE_FRAME * items.length;
      this.forget();
      for (const bytes of this.joined(items, areLarge)) {
        written += bytes.length;
        this.wire.write(bytes);
      }
    }
    this.wakeWaiting();
    return written;
  }

  private joined(items: readonly Item[], areLarge: boolean): readonly Buffer[] {
    if (this.asArrays) return [this.turn.joinAsArray(items)];
    return areLarge ? framesOf(items) : [this.turn.join(items)];
  }

  /** Clears the queue and ignores further frames. */
  end(): void {
    this.ended = true;
    this.forget();
    this.waiting.length = 0;
    this.fragments.end();
  }

  private unread(): number {
    return this.queued + (this.last?.size ?? 0) + this.wire.writableLength;
  }

  /** Whether a frame may be queued. Disconnects the client if too much is unread. */
  private hasRoom(): boolean {
    if (this.ended) return false;
    const unread = this.unread();
    if (unread <= DISCONNECT_ABOVE_BYTES) return true;
    this.end();
    this.overflow(unread);
    return false;
  }

  private take(item: Item): void {
    this.endLast();
    this.items.push(item);
    this.list();
  }

  /** Schedules a flush at the end of the tick. */
  private list(): void {
    if (this.isListed) return;
    this.isListed = true;
    this.turn.add(this);
  }

  /** Completes the last batch, since something else is queued after it. */
  private endLast(): void {
    if (this.last === undefined) return;
    this.last.close();
    this.queued += this.last.size;
    this.last = undefined;
  }

  private forget(): void {
    this.endLast();
    this.items = [];
    this.queued = 0;
  }

  /** Runs waiting tasks in order, until the client is slow again. */
  private wakeWaiting(): void {
    if (this.waiting.length === 0) return;
    const tasks = this.waiting.splice(0);
    let started = 0;
    try {
      while (started < tasks.length && !this.ended && !this.isSlow()) {
        started += 1;
        tasks[started - 1]?.();
      }
    } finally {
      if (!this.ended) this.waiting.unshift(...tasks.slice(started));
    }
  }
}
