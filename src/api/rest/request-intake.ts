import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FairScheduler } from '../fairness/fair-scheduler.ts';
import type { Lane } from '../fairness/lane.ts';

/**
 * Requests of a connection that may wait behind one without an answer, unless they are an administrator's. Browsers and most libraries
 * send one request at a time.
 */
const MOST_PIPELINED = 16;

/**
 * Keeps connections from bringing more requests than their callers have time for: parsing a request and refusing it takes time as well,
 * whoever sent it.
 */
export class RequestIntake {
  private readonly scheduler: FairScheduler;
  /** Requests behind the first one without an answer, of connections that have any. */
  private readonly pipelined = new WeakMap<Socket, number>();
  /** The connection whose request was handled last, where its caller is limited: what is pipelined follows it. */
  private limited: Socket | undefined;

  constructor(scheduler: FairScheduler) {
    this.scheduler = scheduler;
  }

  /** Notes a request. Returns false when its connection has been cut. */
  take({ socket }: IncomingMessage, response: ServerResponse): boolean {
    if (socket.destroyed) return false;
    if (response.socket !== null) return true; // no request before it waits
    const count = (this.pipelined.get(socket) ?? 0) + 1;
    if (count > MOST_PIPELINED && this.limited === socket) {
      socket.destroy();
      return false;
    }
    this.pipelined.set(socket, count);
    response.once('close', () => this.pipelined.set(socket, (this.pipelined.get(socket) ?? 1) - 1));
    return true;
  }

  /** Notes whose request has been handled, and reads its connection only in the next tick when the caller has no time left in this one. */
  handled(lane: Lane, { socket }: IncomingMessage): void {
    this.limited = lane.owner.isAdmin ? undefined : socket;
    if (!this.scheduler.hasUsedSlice(lane) || socket.isPaused()) return;
    socket.pause();
    this.scheduler.nextTick(() => socket.resume());
  }
}
