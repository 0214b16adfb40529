import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Authenticator, Caller } from '../../core/access.ts';
import { type Clock, every, type Undo } from '../../core/clock.ts';
import { UndoStack } from '../../core/lifecycle.ts';
import type { Log } from '../../core/log.ts';
import type { FairScheduler } from '../fairness/fair-scheduler.ts';
import type { Command } from './command.ts';
import { CommandQueue } from './command-queue.ts';
import { textFrame } from './frame.ts';
import { AUTH_LIMIT, AUTH_TIMEOUT, admit, greeting } from './handshake.ts';
import { Outbox, type Turn } from './outbox.ts';
import { Session } from './session.ts';

const PING_INTERVAL = 55_000;
const NORMAL_CLOSURE = 1000;
const MESSAGE_TOO_BIG = 1009;
const TRY_AGAIN_LATER = 1013;
/** The most bytes of a message from callers without administrator permissions. */
const MAX_OTHER_BYTES = 256 * 1024;
/** The most bytes before authentication: the first message, and those sent without waiting for the answer. */
const BYTES_BEFORE_LOGIN = 4 * AUTH_LIMIT;
/** The most bytes read while waiting for the client's closing handshake; the rest is discarded. */
const BYTES_AFTER_CLOSE = 64 * 1024;
/** The header size of a control frame, and the allowance for all headers of one message. */
const CONTROL_HEADER = 6;
const HEADER_ROOM = 4096;

/** The dependencies shared by all clients of a server. */
export interface ClientSurroundings {
  readonly commands: ReadonlyMap<string, Command>;
  readonly authenticator: Authenticator;
  readonly clock: Clock;
  readonly log: Log;
  readonly turn: Turn;
  readonly scheduler: FairScheduler;
  readonly version: string;
}

/** The origin of a connection. */
export interface ClientOrigin {
  /** The client's address, behind any trusted proxy. */
  readonly peer: string;
  /** Called once the client is authenticated. */
  readonly onLogin: () => void;
}

/**
 * One WebSocket connection [§3.1]. `ws` reads frames and handles pings and closes; outgoing frames are
 * complete and written directly to the socket, so the two never interleave within a frame.
 */
export class Client {
  private readonly around: ClientSurroundings;
  private readonly webSocket: WebSocket;
  private readonly socket: Duplex;
  private readonly origin: ClientOrigin;
  private readonly outbox: Outbox;
  private readonly undos = new UndoStack();
  private session: Session | undefined;
  private queue: CommandQueue | undefined;
  private endWait: Undo;
  private closing = false;
  private answersPings = true;
  private bytesBeforeLogin = 0;
  private bytesAfterClose = 0;
  /** Bytes of control frames in the chunk being read. */
  private controlBytes = 0;
  private largestMessage = Number.POSITIVE_INFINITY;

  constructor(around: ClientSurroundings, webSocket: WebSocket, socket: Duplex, origin: ClientOrigin) {
    this.around = around;
    this.webSocket = webSocket;
    this.socket = socket;
    this.origin = origin;
    this.outbox = new Outbox(socket, around.turn, (unread) => this.giveUp(unread));
    const drained = (): void => this.outbox.drained();
    socket.on('drain', drained);
    // The listener of `ws` was added first: the frames that end in this chunk have already been received.
    const received = (bytes: Buffer): void => this.received(bytes.length);
    socket.on('data', received);
    webSocket.on('message', (data: Buffer, isBinary: boolean) => this.receive(data, isBinary));
    webSocket.on('ping', ({ length }) => {
      this.controlBytes += CONTROL_HEADER + length;
    });
    webSocket.on('pong', ({ length }) => {
      this.controlBytes += CONTROL_HEADER + length;
      this.answersPings = true;
    });
    webSocket.on('error', (error) => around.log.debug('A WebSocket client violated the protocol', { error }));
    webSocket.on('close', () => {
      socket.off('drain', drained);
      socket.off('data', received);
      this.end();
    });
    this.endWait = around.clock.after(AUTH_TIMEOUT, () => this.close());
    this.undos.add(every(around.clock, PING_INTERVAL, () => this.beat()));
    this.outbox.push(textFrame(greeting('auth_required', around.version)));
    this.outbox.flush();
  }

  /** Flushes and closes; the client only receives the code. */
  close(code = NORMAL_CLOSURE): void {
    if (this.closing) return;
    this.outbox.flush();
    this.end();
    // A paused socket would not read the client's closing handshake.
    this.webSocket.resume();
    this.webSocket.close(code);
  }

  /** Closes without waiting for the client. */
  terminate(): void {
    this.end();
    this.webSocket.terminate();
  }

  /** Closes without reading the rest of a message. */
  private closeTooBig(): void {
    this.close(MESSAGE_TOO_BIG);
    this.discard();
  }

  /**
   * Discards further input, so that the client can read the close code; `ws` ends the connection after a
   * timeout.
   */
  private discard(): void {
    this.socket.removeAllListeners('data');
    this.socket.resume();
  }

  private end(): void {
    this.closing = true;
    this.endWait();
    this.outbox.end();
    this.queue?.end();
    this.session?.end();
    this.undos.run();
  }

  private receive(data: Buffer, isBinary: boolean): void {
    if (this.closing) return;
    if (data.length > this.largestMessage) {
      this.closeTooBig();
      return;
    }
    if (isBinary) this.receiveBinary(data);
    else if (this.queue === undefined) this.authenticate(data);
    else this.queue.receive(data);
  }

  private received(bytes: number): void {
    const ofMessages = bytes - this.controlBytes;
    this.controlBytes = 0;
    if (this.closing) {
      this.bytesAfterClose += bytes;
      if (this.bytesAfterClose > BYTES_AFTER_CLOSE) this.discard();
    } else if (this.queue !== undefined) {
      this.queue.received(ofMessages);
      // Checked before it is complete: partial messages already cost memory and unmasking time.
      if (this.queue.partialBytes > this.largestMessage + HEADER_ROOM) this.closeTooBig();
    } else {
      this.bytesBeforeLogin += bytes;
      if (this.bytesBeforeLogin > BYTES_BEFORE_LOGIN) this.terminate();
    }
  }

  /** The first byte of a binary frame is a handler ID; no command assigns any yet. */
  private receiveBinary(data: Buffer): void {
    if (this.queue === undefined || data.length === 0) this.close();
    else this.around.log.debug('Received a binary frame for an unknown handler', { handler: data[0] });
  }

  private authenticate(data: Buffer): void {
    if (data.length > AUTH_LIMIT) {
      this.close();
      return;
    }
    const { authenticator, log } = this.around;
    const { peer } = this.origin;
    const admission = admit(data.toString('utf8'), authenticator, peer);
    if (admission.kind === 'admitted') {
      this.begin(admission.caller);
      return;
    }
    if (admission.kind === 'refused') {
      log.warn('Refused a WebSocket client', { peer });
      this.outbox.push(textFrame(JSON.stringify({ type: 'auth_invalid', message: admission.message })));
    }
    this.close();
  }

  private begin(caller: Caller): void {
    const { commands, scheduler, version, log } = this.around;
    const { outbox } = this;
    const lane = scheduler.laneOf(caller.access, this.origin.peer);
    const leave = lane.openConnection();
    if (leave === null) {
      log.warn('Closed a WebSocket: its user has too many connections', { user: caller.user.name });
      this.close(TRY_AGAIN_LATER);
      return;
    }
    if (!caller.access.isAdmin) this.largestMessage = MAX_OTHER_BYTES;
    this.endWait();
    this.origin.onLogin();
    outbox.push(textFrame(greeting('auth_ok', version)));
    outbox.flush();
    this.session = new Session({
      ...{ commands, caller, sink: outbox, quota: lane, log },
      close: () => this.close(),
    });
    const reader = {
      pause: () => this.webSocket.pause(),
      resume: () => this.webSocket.resume(),
      refuse: () => this.close(),
      overflow: () => this.overflow(caller),
    };
    this.queue = new CommandQueue({ session: this.session, scheduler, lane, outbox, reader });
    this.undos.add(leave);
    this.undos.add(caller.onRevoked(() => this.close()));
  }

  private overflow(caller: Caller): void {
    const { log } = this.around;
    log.warn('Closed a WebSocket: its user has too many queued commands', { user: caller.user.name });
    this.terminate();
  }

  private beat(): void {
    // The pong may be in unread input.
    if (this.queue?.isPaused === true && !this.outbox.isSlow()) return;
    if (!this.answersPings) {
      this.around.log.debug('Closed a WebSocket: the client stopped answering pings', {
        peer: this.origin.peer,
      });
      this.terminate();
      return;
    }
    this.answersPings = false;
    this.webSocket.ping();
  }

  private giveUp(unread: number): void {
    this.around.log.warn('Closed a WebSocket: the client reads too slowly', {
      peer: this.origin.peer,
      unread,
    });
    this.terminate();
  }
}
