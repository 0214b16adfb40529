import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock, Undo } from '../../core/clock.ts';
import { fault } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { Lane } from '../fairness/lane.ts';
import { headersOf } from './answer.ts';
import type { Reply } from './route.ts';

/** The unread bytes beyond which a client is disconnected. */
const MAX_UNREAD = 16 * 1024 * 1024;
/** The time a client has to read the end of a stream, in milliseconds. */
const CLOSE_GRACE_MS = 1000;

/** The request and connection of an endless response. */
export interface StreamTarget {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly lane: Lane;
}

/** The open endless responses. */
export class OpenStreams {
  private readonly clock: Clock;
  private readonly log: Log;
  private readonly ends = new Set<() => void>();

  constructor(clock: Clock, log: Log) {
    this.clock = clock;
    this.log = log;
  }

  /** Ends all of them. */
  stop(): void {
    for (const end of [...this.ends]) end();
  }

  /** Starts an endless response. Throws `too_many_requests` if its caller has too many. */
  open({ request, response, lane }: StreamTarget, reply: Reply, stream: NonNullable<Reply['stream']>): void {
    const uncount = request.method === 'HEAD' ? () => {} : lane.openConnection();
    if (uncount === null) throw fault('too_many_requests', 'too_many_streams');
    response.writeHead(reply.status, headersOf(reply.type, null, reply.headers));
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    // The client may have disconnected while the response was prepared: there is no `close` event to wait
    // for.
    if (response.destroyed) {
      uncount();
      return;
    }
    response.write(reply.body);
    let isOver = false;
    let undo: Undo = () => {};
    const leave = (): void => {
      if (isOver) return;
      isOver = true;
      uncount();
      this.ends.delete(end);
      undo();
    };
    const end = (): void => {
      if (isOver) return;
      leave();
      const cutOff = this.clock.after(CLOSE_GRACE_MS, () => response.destroy());
      response.on('close', cutOff);
      response.end();
    };
    const write = (chunk: string | Buffer): void => {
      if (isOver) return;
      response.write(chunk);
      if (response.writableLength <= MAX_UNREAD) return;
      this.log.warn('Closed a stream: the client reads too slowly', { unread: response.writableLength });
      response.destroy();
    };
    this.ends.add(end);
    response.on('close', leave);
    undo = stream({ write, end, unread: () => response.writableLength });
    if (isOver) undo();
  }
}
