import type { TurnEnd } from '../turn-end.ts';
import type { Batch } from './broadcast.ts';
import { arrayFrame } from './frame.ts';

/** Beyond so many unread bytes a client counts as slow: its entity subscriptions hold back and send the newest state only. */
export const CONFLATE_ABOVE_BYTES = 1024 * 1024;
/** Beyond so many its connection is closed. */
export const DISCONNECT_ABOVE_BYTES = 16 * 1024 * 1024;

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
    const dirty = this.dirty;
    this.dirty = [];
    let done = 0;
    try {
      for (; done < dirty.length; done += 1) dirty[done]?.flush();
    } finally {
      // After one that failed the others have their turn next.
      for (const outbox of dirty.slice(done + 1)) this.add(outbox);
      this.remember([]);
    }
  };
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
    if (this.items.length === 0) this.turn.add(this);
  }

  /** To be called when the socket has passed on all it was given. */
  drained(): void {
    this.wakeWaiting();
  }

  /** Writes what waits, at the end of a turn or before a close. */
  flush(): void {
    const { items } = this;
    if (items.length > 0 && !this.ended) {
      this.forget();
      this.wire.write(this.asArrays ? this.turn.joinAsArray(items) : this.turn.join(items));
    }
    this.wakeWaiting();
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
    if (this.items.push(item) === 1) this.turn.add(this);
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

  private wakeWaiting(): void {
    if (this.waiting.length === 0 || this.ended || this.isSlow()) return;
    for (const task of this.waiting.splice(0)) task();
  }
}
