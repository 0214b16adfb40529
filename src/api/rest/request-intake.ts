import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FairScheduler } from '../fairness/fair-scheduler.ts';
import type { Lane } from '../fairness/lane.ts';

/**
 * The most requests of a non-administrator's connection that may wait behind an unanswered one. Browsers and
 * most libraries do not pipeline.
 */
const MAX_PIPELINED = 16;

/**
 * Keeps connections from sending more requests than their callers have time for, since parsing and refusing
 * requests takes time as well.
 */
export class RequestIntake {
  private readonly scheduler: FairScheduler;
  /** The number of pipelined requests, of connections that have any. */
  private readonly pipelined = new WeakMap<Socket, number>();
  /** The connection of the last handled request if its caller is limited: its pipelined requests follow. */
  private limited: Socket | undefined;

  constructor(scheduler: FairScheduler) {
    this.scheduler = scheduler;
  }

  /** Counts a request. Returns false if its connection has been closed. */
  take({ socket }: IncomingMessage, response: ServerResponse): boolean {
    if (socket.destroyed) return false;
    if (response.socket !== null) return true; // not pipelined
    const count = (this.pipelined.get(socket) ?? 0) + 1;
    if (count > MAX_PIPELINED && this.limited === socket) {
      socket.destroy();
      return false;
    }
    this.pipelined.set(socket, count);
    response.once('close', () => this.pipelined.set(socket, (this.pipelined.get(socket) ?? 1) - 1));
    return true;
  }

  /**
   * Notes that a request has been handled. Pauses its connection until the next tick if the caller has used
   * up its slice.
   */
  handled(lane: Lane, { socket }: IncomingMessage): void {
    this.limited = lane.owner.isAdmin ? undefined : socket;
    if (!this.scheduler.hasUsedSlice(lane) || socket.isPaused()) return;
    socket.pause();
    this.scheduler.nextTick(() => socket.resume());
  }
}
