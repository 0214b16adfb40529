import type { Clock } from '../../core/clock.ts';
import { arrayFrame } from './frame.ts';

/** Beyond so many unread bytes a client counts as slow: its entity subscriptions hold back and send the newest state only. */
export const SLOW = 1024 * 1024;
/** Beyond so many its connection is closed. */
export const HOPELESS = 16 * 1024 * 1024;

/** The end of a socket that takes bytes. */
export interface Wire {
  write(bytes: Buffer): unknown;
  /** Bytes taken that have not gone out. */
  readonly writableLength: number;
}

/**
 * Sends what gathered in a turn of the event loop when the turn is over: one write a socket. Sockets that are to get the
 * very same frames in the same order get the very same bytes, joined once.
 */
export class Turn {
  private readonly clock: Clock;
  private dirty: Outbox[] = [];
  private lastFrames: readonly Buffer[] = [];
  private lastJoined: Buffer | undefined;
  private lastAsArray: Buffer | undefined;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** Asks for a flush of the outbox at the end of the turn. */
  add(outbox: Outbox): void {
    if (this.dirty.push(outbox) === 1) this.clock.soon(this.flush);
  }

  /** The bytes of several frames, one after the other. */
  join(frames: readonly Buffer[]): Buffer {
    this.remember(frames);
    this.lastJoined ??= Buffer.concat(frames);
    return this.lastJoined;
  }

  /** The bytes of one frame with all the messages in an array. */
  joinAsArray(frames: readonly Buffer[]): Buffer {
    this.remember(frames);
    this.lastAsArray ??= arrayFrame(frames);
    return this.lastAsArray;
  }

  private remember(frames: readonly Buffer[]): void {
    if (areSame(frames, this.lastFrames)) return;
    this.lastFrames = frames;
    this.lastJoined = undefined;
    this.lastAsArray = undefined;
  }

  private readonly flush = (): void => {
    const dirty = this.dirty;
    this.dirty = [];
    for (const outbox of dirty) outbox.flush();
    this.lastFrames = [];
    this.lastJoined = undefined;
    this.lastAsArray = undefined;
  };
}

function areSame(a: readonly Buffer[], b: readonly Buffer[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i += 1) if (a[i] !== b[i]) return false;
  return true;
}

/** What waits to be written to one socket. */
export class Outbox {
  private readonly wire: Wire;
  private readonly turn: Turn;
  private readonly overflow: (unread: number) => void;
  private frames: Buffer[] = [];
  private queued = 0;
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
    if (this.ended) return;
    const unread = this.queued + this.wire.writableLength;
    if (unread > HOPELESS) {
      this.end();
      this.overflow(unread);
      return;
    }
    this.queued += frame.length;
    if (this.frames.push(frame) === 1) this.turn.add(this);
  }

  /** From now on several messages of a turn go out as one array. */
  coalesce(): void {
    this.asArrays = true;
  }

  isSlow(): boolean {
    return this.queued + this.wire.writableLength > SLOW;
  }

  /** Runs the task once the client has read what it was sent. */
  whenCaughtUp(task: () => void): void {
    this.waiting.push(task);
    if (this.frames.length === 0) this.turn.add(this);
  }

  /** To be called when the socket has passed on all it was given. */
  drained(): void {
    this.wakeWaiting();
  }

  /** Writes what waits, at the end of a turn or before a close. */
  flush(): void {
    const frames = this.frames;
    if (frames.length > 0 && !this.ended) {
      this.frames = [];
      this.queued = 0;
      this.wire.write(this.bytesOf(frames));
    }
    this.wakeWaiting();
  }

  /** Drops what waits and takes nothing more. */
  end(): void {
    this.ended = true;
    this.frames = [];
    this.queued = 0;
    this.waiting.length = 0;
  }

  private bytesOf(frames: readonly Buffer[]): Buffer {
    if (frames.length === 1) return frames[0] as Buffer;
    return this.asArrays ? this.turn.joinAsArray(frames) : this.turn.join(frames);
  }

  private wakeWaiting(): void {
    if (this.waiting.length === 0 || this.ended || this.isSlow()) return;
    for (const task of this.waiting.splice(0)) task();
  }
}
