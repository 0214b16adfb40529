import type WebSocket from 'ws';
import { NotReachable } from './errors.ts';

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
  readonly timer: NodeJS.Timeout;
}

/** How a `RequestSocket` treats its WebSocket. Times are in milliseconds. */
export interface RequestSocketOptions {
  /** How long a request may wait for its answer. */
  readonly timeout: number;
  /** How often the peer is asked whether it is still there; one that stays silent until the next time is given up. */
  readonly ping: number;
  /** Takes each message; answers go to `succeed` and `fail`. */
  readonly take: (text: string) => void;
}

/** A WebSocket for numbered requests, whose answers come in any order among other messages. */
export class RequestSocket {
  private readonly socket: WebSocket;
  private readonly timeout: number;
  private readonly waiting = new Map<number, Waiting>();
  private isAlive = true;
  /** The number of the next request. */
  nextId = 1;
  /** Resolves with the reason when the connection has ended. */
  readonly closed: Promise<Error>;

  /** Takes a WebSocket of the package `ws` that is open or opening. */
  constructor(socket: WebSocket, { timeout, ping, take }: RequestSocketOptions) {
    this.socket = socket;
    this.timeout = timeout;
    socket.on('message', (data) => {
      this.isAlive = true;
      take(String(data));
    });
    socket.on('pong', () => {
      this.isAlive = true;
    });
    // A device that loses its power says nothing.
    const pings = setInterval(() => {
      if (!this.isAlive) socket.terminate();
      this.isAlive = false;
      if (socket.readyState === socket.OPEN) socket.ping();
    }, ping);
    this.closed = new Promise((resolve) => {
      let reason: Error = new NotReachable('The connection was closed');
      socket.on('error', (error) => {
        reason = 'code' in error ? error : new NotReachable(error.message);
        socket.terminate();
      });
      socket.on('close', () => {
        clearInterval(pings);
        for (const id of [...this.waiting.keys()]) this.fail(id, reason);
        resolve(reason);
      });
    });
  }

  /**
   * Sends a message with the number of a new request, and resolves with the result. Throws what `fail` is given, and
   * `NotReachable` with `name` if there is no answer.
   */
  request(name: string, message: (id: number) => object): Promise<unknown> {
    const id = this.nextId;
    this.nextId += 1;
    return new Promise((resolve, reject) => {
      if (this.socket.readyState !== this.socket.OPEN) {
        reject(new NotReachable('The connection was closed'));
        return;
      }
      const late = new NotReachable(`${name} was not answered within ${this.timeout / 1000} s`);
      const timer = setTimeout(() => this.fail(id, late), this.timeout);
      this.waiting.set(id, { resolve, reject, timer });
      this.socket.send(JSON.stringify(message(id)));
    });
  }

  /** Resolves a request; unknown numbers are ignored, since a late answer has one. */
  succeed(id: number, result: unknown): void {
    this.settled(id)?.resolve(result);
  }

  /** Rejects a request; unknown numbers are ignored. */
  fail(id: number, error: Error): void {
    this.settled(id)?.reject(error);
  }

  close(): void {
    this.socket.terminate();
  }

  private settled(id: number): Waiting | undefined {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    clearTimeout(waiting?.timer);
    return waiting;
  }
}
