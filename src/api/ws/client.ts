import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Authenticator } from '../../core/access.ts';
import { type Clock, every, type Undo } from '../../core/clock.ts';
import { UndoStack } from '../../core/lifecycle.ts';
import type { Log } from '../../core/log.ts';
import type { Command } from './command.ts';
import { textFrame } from './frame.ts';
import { AUTH_LIMIT, AUTH_TIMEOUT, admit, greeting } from './handshake.ts';
import { Outbox, type Turn } from './outbox.ts';
import { Session } from './session.ts';

const PING_INTERVAL = 55_000;
const NORMAL_CLOSURE = 1000;

/** What all clients of a server share. */
export interface ClientSurroundings {
  readonly commands: ReadonlyMap<string, Command>;
  readonly authenticator: Authenticator;
  readonly clock: Clock;
  readonly log: Log;
  readonly turn: Turn;
  readonly version: string;
}

/**
 * One WebSocket from its greeting to its end [§3.1]. `ws` reads frames and answers pings and closes; our own frames are whole
 * and go straight to the socket, so the two never mix within one.
 */
export class Client {
  private readonly around: ClientSurroundings;
  private readonly webSocket: WebSocket;
  private readonly peer: string;
  private readonly outbox: Outbox;
  private readonly undos = new UndoStack();
  private session: Session | undefined;
  private endWait: Undo;
  private closing = false;
  private answersPings = true;

  constructor(around: ClientSurroundings, webSocket: WebSocket, socket: Duplex, peer: string) {
    this.around = around;
    this.webSocket = webSocket;
    this.peer = peer;
    this.outbox = new Outbox(socket, around.turn, (unread) => this.giveUp(unread));
    const drained = (): void => this.outbox.drained();
    socket.on('drain', drained);
    webSocket.on('message', (data: Buffer, isBinary: boolean) => this.receive(data, isBinary));
    webSocket.on('pong', () => {
      this.answersPings = true;
    });
    webSocket.on('error', (error) => around.log.debug('A WebSocket client broke the rules', { error }));
    webSocket.on('close', () => {
      socket.off('drain', drained);
      this.end();
    });
    this.endWait = around.clock.after(AUTH_TIMEOUT, () => this.close());
    this.undos.add(every(around.clock, PING_INTERVAL, () => this.beat()));
    this.outbox.push(textFrame(greeting('auth_required', around.version)));
    this.outbox.flush();
  }

  /** Sends what waits and closes; the client learns nothing but the code. */
  close(code = NORMAL_CLOSURE): void {
    if (this.closing) return;
    this.outbox.flush();
    this.end();
    this.webSocket.close(code);
  }

  /** Closes without waiting for the other side. */
  terminate(): void {
    this.end();
    this.webSocket.terminate();
  }

  private end(): void {
    this.closing = true;
    this.endWait();
    this.outbox.end();
    this.session?.end();
    this.undos.run();
  }

  private receive(data: Buffer, isBinary: boolean): void {
    if (this.closing) return;
    if (isBinary) this.receiveBinary(data);
    else if (this.session === undefined) this.authenticate(data);
    else if (!this.session.receive(data.toString('utf8'))) this.close();
  }

  /** The first byte of a binary frame names a handler; no command hands any out yet. */
  private receiveBinary(data: Buffer): void {
    if (this.session === undefined || data.length === 0) this.close();
    else this.around.log.debug('A binary frame for a handler that is not there', { handler: data[0] });
  }

  private authenticate(data: Buffer): void {
    if (data.length > AUTH_LIMIT) {
      this.close();
      return;
    }
    const { authenticator, version, log } = this.around;
    const admission = admit(data.toString('utf8'), authenticator, this.peer);
    if (admission.kind === 'admitted') {
      this.endWait();
      const { caller } = admission;
      this.outbox.push(textFrame(greeting('auth_ok', version)));
      this.outbox.flush();
      this.session = new Session({ commands: this.around.commands, caller, outlet: this.outbox, log });
      this.undos.add(caller.onRevoked(() => this.close()));
      return;
    }
    if (admission.kind === 'refused') {
      log.warn('A WebSocket client was refused', { peer: this.peer });
      this.outbox.push(textFrame(JSON.stringify({ type: 'auth_invalid', message: admission.message })));
    }
    this.close();
  }

  private beat(): void {
    if (!this.answersPings) {
      this.around.log.debug('A WebSocket client is gone: it answers no pings', { peer: this.peer });
      this.terminate();
      return;
    }
    this.answersPings = false;
    this.webSocket.ping();
  }

  private giveUp(unread: number): void {
    this.around.log.warn('A WebSocket client reads too slowly and is cut off', { peer: this.peer, unread });
    this.terminate();
  }
}
