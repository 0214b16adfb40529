import type { TurnEnd } from '../turn-end.ts';
import type { Batch } from './broadcast.ts';
import { arrayFrame } from './frame.ts';

/** Beyond so many unread bytes a client counts as slow: its entity subscriptions hold back and send the newest state only. */
export const CONFLATE_ABOVE_BYTES = 1024 * 1024;
/** Beyond so many its connection is closed. */
export const DISCONNECT_ABOVE_BYTES = 16 * 1024 * 1024;

/** After so many bytes the other sockets are written to in the next tick: passing them to the system takes milliseconds. */
const BYTES_PER_TICK = 8 * 1024 * 1024;
/** Frames of so many bytes on average are written one by one: joining them would cost more than the writes it saves. */
const LARGE_FRAME = 16 * 1024;

/** The end of a socket that takes bytes. */
export interface Wire {
  write(bytes: Buffer): unknown;
  /** Bytes taken that have not gone out. */
  readonly writableLength: number;
}

/** What one socket is to get: a frame of its own, or frames it shares with others. */
type Item = Buffer | Batch;

/**
 * Sends what gathered in a turn of the event loop when the turn is over: one write a socket. Sockets that are to get the
 * very same frames in the same order get the very same bytes, joined once.
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

  /** Asks for a flush of the outbox at the end of the turn. */
  add(outbox: Outbox): void {
    if (this.dirty.push(outbox) === 1) this.turnEnd.tell(this.flush);
  }

  /** The bytes of several frames, one after the other. */
  join(items: readonly Item[]): Buffer {
    this.remember(items);
    this.lastJoined ??= joined(framesOf(items));
    return this.lastJoined;
  }

  /** The bytes of one frame with all the messages in an array; a message alone stays as it is. */
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

  /** Lets outboxes be first in the next tick, before those that have had their turn in this one. */
  private addAhead(outboxes: Outbox[]): void {
    if (this.dirty.length === 0) this.turnEnd.tell(this.flush);
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

/** What waits to be written to one socket. */
export class Outbox {
  private readonly wire: Wire;
  private readonly turn: Turn;
  private readonly overflow: (unread: number) => void;
  private items: Item[] = [];
  private queued = 0;
  /** The batch that came last, which may still grow; not counted in `queued`. */
  private last: Batch | undefined;
  private asArrays = false;
  private ended = false;
  /** Whether it is in the list of those that are flushed at the end of the tick. */
  private isListed = false;
  private readonly waiting: (() => void)[] = [];

  /** `overflow` is called once, when the client has left too much unread. */
  constructor(wire: Wire, turn: Turn, overflow: (unread: number) => void) {
    this.wire = wire;
    this.turn = turn;
    this.overflow = overflow;
  }

  /** Takes one whole frame; those who send the same message give the same buffer. */
  push(frame: Buffer): void {
    if (!this.hasRoom()) return;
    this.queued += frame.length;
    this.take(frame);
  }

  /** Takes frames that others get as well; more may follow in it as long as nothing else comes for this socket. */
  share(batch: Batch): void {
    if (!this.hasRoom()) return;
    this.take(batch);
    this.last = batch;
  }

  /** From now on several messages of a turn go out as one array. */
  coalesce(): void {
    this.asArrays = true;
  }

  /** Whether so much is unread that its entity subscriptions had better hold back. */
  isSlow(): boolean {
    return this.unread() > CONFLATE_ABOVE_BYTES;
  }

  /** Runs the task once the client has read what it was sent. */
  whenCaughtUp(task: () => void): void {
    this.waiting.push(task);
    this.list();
  }

  /** To be called when the socket has passed on all it was given. */
  drained(): void {
    if (this.waiting.length > 0) this.list();
  }

  /** Writes what waits, at the end of a tick or before a close, and returns how many bytes that was. */
  flush(): number {
    this.isListed = false;
    const { items } = this;
    let written = 0;
    if (items.length > 0 && !this.ended) {
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

  /** Drops what waits and takes nothing more. */
  end(): void {
    this.ended = true;
    this.forget();
    this.waiting.length = 0;
  }

  private unread(): number {
    return this.queued + (this.last?.size ?? 0) + this.wire.writableLength;
  }

  /** False for a client that is gone, or is sent away now because it has left too much unread. */
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

  /** Has itself flushed at the end of the tick. */
  private list(): void {
    if (this.isListed) return;
    this.isListed = true;
    this.turn.add(this);
  }

  /** What comes next comes after the batch, so the batch is complete. */
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

  /** Runs what waits, in its order, until so much is unread again that the rest had better wait. */
  private wakeWaiting(): void {
    if (this.waiting.length === 0) return;
    const tasks = this.waiting.splice(0);
    let begun = 0;
    try {
      while (begun < tasks.length && !this.ended && !this.isSlow()) {
        begun += 1;
        tasks[begun - 1]?.();
      }
    } finally {
      if (!this.ended) this.waiting.unshift(...tasks.slice(begun));
    }
  }
}
