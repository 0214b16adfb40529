import type { FairScheduler } from '../fairness/fair-scheduler.ts';
import type { Lane, WorkSource } from '../fairness/lane.ts';
import type { IncomingFrame } from './incoming-frame.ts';
import type { Outbox } from './outbox.ts';
import type { Session } from './session.ts';

/**
 * The socket is paused while this many frames or bytes are queued, until a quarter of the frames is left. It
 * is also paused until the next tick when its group of callers has sent too much in this one.
 */
const FULL_FRAMES = 64;
const FULL_BYTES = 64 * 1024;
const RESUME_FRAMES = FULL_FRAMES / 4;
/** Messages below this size are not counted while in flight. */
const SMALL_BYTES = 16 * 1024;

/** The reading side of a socket. */
export interface SocketReader {
  pause(): void;
  resume(): void;
  /** Ends the connection of a client that violates the protocol. */
  refuse(): void;
  /** Ends the connection of a caller that holds too much memory. */
  overflow(): void;
}

/** The queued commands of one connection, which start in the order they arrived. */
export class CommandQueue implements WorkSource {
  private readonly session: Session;
  private readonly scheduler: FairScheduler;
  private readonly lane: Lane;
  private readonly outbox: Pick<Outbox, 'isSlow' | 'whenCaughtUp'>;
  private readonly reader: SocketReader;
  private readonly frames: Buffer[] = [];
  private bytes = 0;
  /** Bytes of an incomplete frame. */
  private partial = 0;
  private hasArrived = false;
  private current: IncomingFrame | undefined;
  private currentBytes = 0;
  private position = 0;
  private isWaitingForReader = false;
  private isEnded = false;
  isPaused = false;

  constructor(parts: {
    readonly session: Session;
    readonly scheduler: FairScheduler;
    readonly lane: Lane;
    readonly outbox: Pick<Outbox, 'isSlow' | 'whenCaughtUp'>;
    readonly reader: SocketReader;
  }) {
    this.session = parts.session;
    this.scheduler = parts.scheduler;
    this.lane = parts.lane;
    this.outbox = parts.outbox;
    this.reader = parts.reader;
  }

  /** Takes a complete frame: runs or queues it. */
  receive(frame: Buffer): void {
    if (this.isEnded) return;
    this.hasArrived = true;
    if (!this.lane.hold(frame.length)) {
      this.reader.overflow();
      return;
    }
    this.bytes += frame.length;
    this.frames.push(frame);
    if (!this.isWaitingForReader) this.scheduler.offer(this.lane, this);
    // The frame may have closed the connection: a paused socket would not read the closing handshake.
    if (!this.isEnded && !this.isPaused && this.isFull()) {
      this.isPaused = true;
      this.reader.pause();
    }
  }

  /** Bytes received of an incomplete message. */
  get partialBytes(): number {
    return this.partial;
  }

  /**
   * Counts bytes received on the socket, after the frames completed by them: the rest belongs to the next
   * frame.
   */
  received(bytes: number): void {
    if (this.isEnded) return;
    if (!this.scheduler.countRead(this.lane, bytes) && !this.isPaused) {
      this.isPaused = true;
      this.reader.pause();
      this.scheduler.nextTick(this.readOn);
    }
    const partial = this.hasArrived ? 0 : this.partial + bytes;
    this.hasArrived = false;
    if (partial === this.partial) return;
    if (partial < this.partial) this.lane.release(this.partial - partial);
    else if (!this.lane.hold(partial - this.partial)) {
      this.reader.overflow();
      return;
    }
    this.partial = partial;
  }

  runNext(): boolean {
    if (this.isEnded) return false;
    if (this.outbox.isSlow()) {
      this.waitForReader();
      return false;
    }
    const frame = this.current ?? this.open();
    if (frame === undefined) return false;
    if (this.position < frame.messages.length) this.run(frame);
    if (this.position >= frame.messages.length) this.close();
    return this.current !== undefined || this.frames.length > 0;
  }

  /** Drops all queued commands. */
  end(): void {
    if (this.isEnded) return;
    this.isEnded = true;
    this.scheduler.remove(this.lane, this);
    this.lane.release(this.bytes + this.partial);
    this.frames.length = 0;
    this.current = undefined;
  }

  private open(): IncomingFrame | undefined {
    const bytes = this.frames.shift();
    if (bytes === undefined) return undefined;
    const frame = this.session.read(bytes.toString('utf8'));
    if (frame === null) {
      this.reader.refuse();
      return undefined;
    }
    this.current = frame;
    this.currentBytes = bytes.length;
    this.position = 0;
    return frame;
  }

  private run(frame: IncomingFrame): void {
    const promise = this.session.take(frame, this.position);
    this.position += 1;
    if (promise === undefined) return;
    const { lane, scheduler } = this;
    const share = this.currentBytes / frame.messages.length;
    scheduler.started(lane);
    if (share <= SMALL_BYTES || !lane.hold(share)) promise.then(this.settled);
    else promise.then(this.settled).then(() => lane.release(share));
  }

  private readonly settled = (): void => this.scheduler.settled(this.lane);

  private close(): void {
    if (this.isEnded) return;
    this.lane.release(this.currentBytes);
    this.bytes -= this.currentBytes;
    this.current = undefined;
    this.readOn();
  }

  /** Resumes the socket if there is room in the queue. */
  private readonly readOn = (): void => {
    if (this.isEnded || !this.isPaused) return;
    if (this.frames.length > RESUME_FRAMES || this.bytes > FULL_BYTES) return;
    this.isPaused = false;
    this.reader.resume();
  };

  /** Suspends commands of a client that does not read its answers. */
  private waitForReader(): void {
    this.isWaitingForReader = true;
    this.outbox.whenCaughtUp(() => {
      this.isWaitingForReader = false;
      if (!this.isEnded) this.scheduler.wait(this.lane, this);
    });
  }

  private isFull(): boolean {
    return this.frames.length >= FULL_FRAMES || this.bytes >= FULL_BYTES;
  }
}
