import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { Clock, Undo } from '../../core/clock.ts';
import { fault } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { FairScheduler } from '../fairness/fair-scheduler.ts';
import type { Lane } from '../fairness/lane.ts';
import { accepts, GZIP_OPTIONS, headersOf } from './answer.ts';
import type { Reply, StreamReader } from './route.ts';

/** The unread bytes beyond which a client is disconnected. */
const MAX_UNREAD = 16 * 1024 * 1024;
/** The unread bytes beyond which `send` waits for the client. */
const MAX_AHEAD = 256 * 1024;
/** The time a client has to read the end of a stream that the server ends, in milliseconds. */
const CLOSE_GRACE_MS = 1000;
/** The time within which a client that `send` waits for has to read something. */
const STALLED_AFTER_MS = 60_000;

/** The request and connection of a streamed response. */
export interface StreamTarget {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly lane: Lane;
}

type StartStream = NonNullable<Reply['stream']>;

/** The reader of a response that is not sent. */
const NOBODY: StreamReader = {
  write: () => {},
  send: () => Promise.resolve(),
  finish: () => {},
  fail: () => {},
  end: () => {},
  unread: () => 0,
};

/** The open streamed responses. */
export class OpenStreams {
  private readonly clock: Clock;
  private readonly log: Log;
  private readonly scheduler: Pick<FairScheduler, 'begin' | 'end'>;
  private readonly ends = new Set<() => void>();

  constructor(clock: Clock, log: Log, scheduler: Pick<FairScheduler, 'begin' | 'end'>) {
    this.clock = clock;
    this.log = log;
    this.scheduler = scheduler;
  }

  /** Ends all of them. */
  stop(): void {
    for (const end of [...this.ends]) end();
  }

  /** Starts a streamed response. Throws `too_many_requests` if its caller has too many. */
  open(target: StreamTarget, reply: Reply, stream: StartStream): void {
    const { request, response, lane } = target;
    const isHead = request.method === 'HEAD';
    const uncount = isHead ? () => {} : lane.openConnection();
    if (uncount === null) {
      stream(NOBODY)();
      throw fault('too_many_requests', 'too_many_streams');
    }
    const isCompressed = reply.gzip !== undefined && accepts('gzip', request.headers['accept-encoding']);
    response.writeHead(reply.status, headersOf(reply.type, null, headersFor(reply, isCompressed)));
    // The client may have disconnected while the response was prepared: there is no `close` event to wait
    // for.
    if (isHead || response.destroyed) {
      response.end();
      uncount();
      stream(NOBODY)();
      return;
    }
    this.run(
      { response, lane, sink: isCompressed ? compressed(response) : response, uncount },
      reply,
      stream,
    );
  }

  private run(
    { response, lane, sink, uncount }: Connected,
    { body }: Pick<Reply, 'body'>,
    stream: StartStream,
  ): void {
    sink.write(body);
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
      sink.end();
    };
    const unread = (): number => response.writableLength + (sink === response ? 0 : sink.writableLength);
    const write = (chunk: string | Buffer): void => {
      if (isOver) return;
      sink.write(chunk);
      if (response.writableLength <= MAX_UNREAD) return;
      this.log.warn('Closed a stream: the client reads too slowly', { unread: response.writableLength });
      response.destroy();
    };
    const send = (chunk: Buffer): Promise<void> => {
      const startedAt = this.scheduler.begin();
      write(chunk);
      this.scheduler.end(lane, startedAt);
      return isOver || unread() < MAX_AHEAD ? Promise.resolve() : this.untilRead(response, sink);
    };
    const finish = (): void => {
      if (isOver) return;
      sink.end();
      void this.untilRead(response, response, 'finish');
    };
    const fail = (error: unknown): void => {
      if (isOver) return;
      this.log.error('A response ended early', { error });
      response.destroy();
    };
    this.ends.add(end);
    response.on('close', leave);
    undo = stream({ write, send, finish, fail, end, unread });
    if (isOver) undo();
  }

  /** Resolves once the client has read what was sent or has gone; one that reads nothing is disconnected. */
  private untilRead(response: ServerResponse, sink: Writable, event = 'drain'): Promise<void> {
    return new Promise((resolve) => {
      let written = response.socket?.bytesWritten ?? 0;
      const check = (): void => {
        const now = response.socket?.bytesWritten ?? 0;
        if (now === written) {
          this.log.warn('Closed a stream: the client stopped reading', { unread: response.writableLength });
          response.destroy();
        } else {
          written = now;
          cancel = this.clock.after(STALLED_AFTER_MS, check);
        }
      };
      let cancel = this.clock.after(STALLED_AFTER_MS, check);
      const done = (): void => {
        cancel();
        sink.off(event, done);
        response.off('close', done);
        resolve();
      };
      sink.on(event, done);
      response.on('close', done);
    });
  }
}

interface Connected {
  readonly response: ServerResponse;
  readonly lane: Lane;
  /** What takes the body: the response, or what compresses it. */
  readonly sink: Writable;
  readonly uncount: Undo;
}

function headersFor({ headers = [], gzip }: Reply, isCompressed: boolean): readonly string[] {
  if (gzip === undefined) return headers;
  const vary = [...headers, 'Vary', 'Accept-Encoding'];
  return isCompressed ? [...vary, 'Content-Encoding', 'gzip'] : vary;
}

function compressed(response: ServerResponse): Writable {
  const gzip = createGzip(GZIP_OPTIONS);
  gzip.pipe(response);
  response.on('close', () => gzip.destroy());
  return gzip;
}
