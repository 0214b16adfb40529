import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Lane, WorkSource } from '../fairness/lane.ts';
import type { RequestBody } from './request-body.ts';
import type { RestRequest, Route } from './route.ts';

/** A request that is ready to run. */
export interface ReadyRequest {
  readonly route: Route;
  readonly rest: RestRequest;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly lane: Lane;
  /** Undefined for a request without a body. */
  readonly body: RequestBody | undefined;
}

/** The queued HTTP requests of one caller. */
export class RequestQueue implements WorkSource {
  private readonly lane: Lane;
  private readonly run: (ready: ReadyRequest) => void;
  private readonly waiting: ReadyRequest[] = [];

  constructor(lane: Lane, run: (ready: ReadyRequest) => void) {
    this.lane = lane;
    this.run = run;
  }

  /** Queues a request; returns false if the queue is full. */
  add(ready: ReadyRequest): boolean {
    const { group } = this.lane;
    const { waitingRequests, totalWaitingRequests } = group.limits;
    if (this.lane.waitingRequests >= waitingRequests || group.waitingRequests >= totalWaitingRequests)
      return false;
    this.count(1);
    this.waiting.push(ready);
    return true;
  }

  runNext(): boolean {
    const ready = this.waiting.shift();
    if (ready === undefined) return false;
    this.count(-1);
    if (ready.response.destroyed) ready.body?.release();
    else this.run(ready);
    return this.waiting.length > 0;
  }

  private count(by: 1 | -1): void {
    this.lane.waitingRequests += by;
    this.lane.group.waitingRequests += by;
  }
}
