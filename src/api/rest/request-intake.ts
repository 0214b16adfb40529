import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FairScheduler } from '../fairness/fair-scheduler.ts';
import type { Lane } from '../fairness/lane.ts';

/**
 * Requests of a connection that may wait behind one without an answer once their caller has no time left. Browsers and most libraries
 * send one request at a time.
 */
const MOST_PIPELINED = 32;

/**
 * Keeps connections from bringing more requests than their callers have time for: parsing a request and refusing it takes time as well,
 * whoever sent it.
 */
export class RequestIntake {
  private readonly scheduler: FairScheduler;
  /** Unanswered requests behind the first one, of connections that have any. */
  private readonly pipelined = new WeakMap<Socket, number>();

  constructor(scheduler: FairScheduler) {
    this.scheduler = scheduler;
  }

  /** Notes a request. Returns false when its connection has been cut. */
  take({ socket }: IncomingMessage, response: ServerResponse): boolean {
    if (socket.destroyed) return false;
    if (response.socket !== null) return true; // no request before it waits
    this.pipelined.set(socket, this.depthOf(socket) + 1);
    response.once('close', () => this.pipelined.set(socket, this.depthOf(socket) - 1));
    return true;
  }

  /**
   * When the caller has no time left in this tick, reads the connection in the next one. Cuts it when too many of its requests wait, except
   * for administrators, whose requests are all answered.
   */
  slowDown(lane: Lane, { socket }: IncomingMessage): void {
    if (!this.scheduler.hasUsedSlice(lane)) return;
    if (!lane.owner.isAdmin && this.depthOf(socket) > MOST_PIPELINED) socket.destroy();
    else if (!socket.isPaused()) {
      socket.pause();
      this.scheduler.nextTick(() => socket.resume());
    }
  }

  private depthOf(socket: Socket): number {
    return this.pipelined.get(socket) ?? 0;
  }
}
