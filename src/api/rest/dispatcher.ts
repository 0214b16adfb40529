import type { IncomingMessage, ServerResponse } from 'node:http';
import { actAs } from '../../core/acting.ts';
import type { Clock } from '../../core/clock.ts';
import { asHubError, fault } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { FairScheduler } from '../fairness/fair-scheduler.ts';
import type { Lane } from '../fairness/lane.ts';
import type { UnauthenticatedConnections } from '../fairness/unauthenticated-connections.ts';
import type { TurnEnd } from '../turn-end.ts';
import { Admission, type AdmissionOptions } from './admission.ts';
import { errorReply, send, wantsErrorKeys } from './answer.ts';
import { baseOf, isSecureSocket } from './base-url.ts';
import { BodyDeadlines } from './body-deadlines.ts';
import { OpenStreams } from './open-streams.ts';
import { BODY_LIMIT, hasBody, RequestBody, SMALLER_BODY_LIMIT } from './request-body.ts';
import { RequestIntake } from './request-intake.ts';
import { type ReadyRequest, RequestQueue } from './request-queue.ts';
import { type Reply, RestRequest, type Route } from './route.ts';
import { TurnAnswers } from './turn-answers.ts';

/** The response to requests beyond the queue's limit. Created once, since it is sent in bulk. */
const TOO_MANY_WAITING = errorReply(fault('too_many_requests', 'too_many_waiting_requests'), [
  'Retry-After',
  '1',
]);
const NO_BODY = Buffer.alloc(0);

/** What the dispatcher depends on. */
export interface DispatcherOptions extends AdmissionOptions {
  readonly clock: Clock;
  readonly turnEnd: TurnEnd;
  readonly scheduler: FairScheduler;
  /** Notified of authenticated connections. */
  readonly connections: Pick<UnauthenticatedConnections, 'admit'>;
  readonly log: Log;
  /** Handles paths without a route, such as the pages of the web app. */
  readonly fallback?: (request: IncomingMessage, response: ServerResponse, path: string) => void;
}

/** Passes admitted HTTP requests to their routes, in the turn of their callers, and sends the answers. */
export class Dispatcher {
  private readonly admission: Admission;
  private readonly options: DispatcherOptions;
  private readonly answers: TurnAnswers;
  private readonly scheduler: FairScheduler;
  private readonly intake: RequestIntake;
  private readonly streams: OpenStreams;
  private readonly deadlines: BodyDeadlines;
  private readonly queues = new WeakMap<Lane, RequestQueue>();
  private stopping = false;

  constructor(options: DispatcherOptions) {
    this.options = options;
    this.admission = new Admission(options);
    this.answers = new TurnAnswers(options.turnEnd);
    this.scheduler = options.scheduler;
    this.intake = new RequestIntake(options.scheduler);
    this.streams = new OpenStreams(options.clock, options.log, options.scheduler);
    this.deadlines = new BodyDeadlines(options.clock);
  }

  /** Ends open streams and answers further requests with 503. */
  stop(): void {
    this.stopping = true;
    this.streams.stop();
  }

  /** Answers one request; never throws. */
  handle(request: IncomingMessage, response: ServerResponse): void {
    if (!this.intake.take(request, response)) return;
    const startedAt = this.scheduler.begin();
    let lane: Lane | undefined;
    try {
      lane = this.dispatch(request, response);
    } catch (error) {
      this.fail(request, response, error);
    }
    lane ??= this.scheduler.laneOf(undefined, request.socket.remoteAddress ?? '');
    this.scheduler.end(lane, startedAt);
    this.intake.handled(lane, request);
  }

  /** Returns the lane of the caller if one was found. */
  private dispatch(request: IncomingMessage, response: ServerResponse): Lane | undefined {
    if (this.stopping) throw fault('unavailable', 'server_is_stopping');
    const admitted = this.admission.admit(request);
    if ('unrouted' in admitted) {
      if (this.options.fallback === undefined) throw fault('not_found', 'path_not_found');
      this.options.fallback(request, response, admitted.unrouted);
      return undefined;
    }
    if ('refusal' in admitted) {
      send(request, response, admitted.refusal, this.answers);
      return undefined;
    }
    const { route, fields } = admitted;
    const { method, caller, peer } = fields;
    const lane = this.scheduler.laneOf(caller?.access, peer);
    if (caller !== null) this.options.connections.admit(request.socket);
    if (method === 'GET' || method === 'HEAD' || !hasBody(request)) {
      const rest = new RestRequest(fields, NO_BODY);
      this.start({ route, rest, request, response, lane, body: undefined });
      return lane;
    }
    if (route.streamsBody === true) {
      const rest = new RestRequest(fields, NO_BODY, request.iterator({ destroyOnReturn: false }));
      // What an error leaves unread would otherwise be taken for the next request.
      response.shouldKeepAlive = false;
      this.start({ route, rest, request, response, lane, body: undefined });
      return lane;
    }
    const limit = route.bodyLimit ?? (caller?.access.isAdmin === true ? BODY_LIMIT : SMALLER_BODY_LIMIT);
    const body = new RequestBody(request, limit, lane);
    body.read(this.deadlines, (content) => {
      const startedAt = this.scheduler.begin();
      if (Buffer.isBuffer(content))
        this.start({ route, rest: new RestRequest(fields, content), request, response, lane, body });
      else {
        if (content.code === 'request_timeout') response.shouldKeepAlive = false;
        this.fail(request, response, content);
      }
      this.scheduler.end(lane, startedAt);
    });
    return lane;
  }

  /** Runs a request now or queues it. */
  private start(ready: ReadyRequest): void {
    const { lane, request, response } = ready;
    if (this.scheduler.mayStart(lane)) {
      this.run(ready);
      return;
    }
    let queue = this.queues.get(lane);
    if (queue === undefined) {
      queue = new RequestQueue(lane, (next) => this.run(next));
      this.queues.set(lane, queue);
    }
    if (queue.add(ready)) {
      this.scheduler.wait(lane, queue);
      return;
    }
    ready.body?.release();
    send(request, response, TOO_MANY_WAITING, this.answers);
  }

  private run(ready: ReadyRequest): void {
    const { route, rest, lane } = ready;
    try {
      lane.checkInFlight();
      const reply = route.changes === undefined ? route.handle(rest) : change(route, rest);
      if (!(reply instanceof Promise)) {
        this.finish(ready, reply);
        return;
      }
      this.scheduler.started(lane);
      reply.then(
        (finished) => {
          this.finish(ready, finished);
          this.scheduler.settled(lane);
        },
        (error: unknown) => {
          this.abandon(ready, error);
          this.scheduler.settled(lane);
        },
      );
    } catch (error) {
      this.abandon(ready, error);
    }
  }

  private finish(ready: ReadyRequest, reply: Reply): void {
    const { request, response, body } = ready;
    body?.release();
    try {
      if (reply.stream === undefined) send(request, response, reply, this.answers);
      else this.streams.open(ready, reply, reply.stream);
    } catch (error) {
      this.fail(request, response, error);
    }
  }

  private abandon({ request, response, body }: ReadyRequest, error: unknown): void {
    body?.release();
    this.fail(request, response, error);
  }

  private fail(request: IncomingMessage, response: ServerResponse, thrown: unknown): void {
    const error = asHubError(thrown);
    if (error.code === 'unknown_error')
      this.options.log.error(`${request.method} ${withoutSecrets(request.url ?? '')} failed`, {
        error: thrown,
      });
    const form = { withKeys: wantsErrorKeys(request), challenge: challengeFor(request) };
    send(request, response, errorReply(error, undefined, form), this.answers);
  }
}

/** Runs a route that changes the configuration. */
function change(route: Route, rest: RestRequest): Reply | Promise<Reply> {
  const { caller } = rest;
  const actor = { userId: caller?.access.userId ?? null, tokenId: caller?.tokenId ?? null };
  return actAs({ ...actor, act: `${route.method} ${route.path}` }, () => route.handle(rest));
}

/** The challenge of a 401: where to log in [RFC 9728], unless the request names no valid host. */
function challengeFor(request: IncomingMessage): string {
  const base = baseOf({ headers: request.headers, isSecure: isSecureSocket(request.socket) });
  return base === '' ? 'Bearer' : `Bearer resource_metadata="${base}/.well-known/oauth-protected-resource"`;
}

/** Strips the query and the ID of a webhook for the log, since they are secrets. */
function withoutSecrets(url: string): string {
  return (url.split('?', 1)[0] ?? '').replace(/^(\/api\/webhook\/).*/, '$1…');
}
