import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Authenticator, Caller } from '../../core/access.ts';
import type { Clock } from '../../core/clock.ts';
import { asHubError, fault } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { rejectDuplicateHeaders } from '../duplicate-headers.ts';
import type { ConnectionLimits } from '../fairness/connection-limits.ts';
import type { FairScheduler } from '../fairness/fair-scheduler.ts';
import type { Lane } from '../fairness/lane.ts';
import type { Peers, Suspects } from '../peer.ts';
import type { TurnEnd } from '../turn-end.ts';
import { isMaliciousUrl } from '../url-guard.ts';
import { errorReply, send, wantsErrorKeys } from './answer.ts';
import { BodyDeadlines } from './body-deadlines.ts';
import { OpenStreams } from './open-streams.ts';
import { BODY_LIMIT, hasBody, RequestBody, SMALLER_BODY_LIMIT } from './request-body.ts';
import { RequestIntake } from './request-intake.ts';
import { type ReadyRequest, RequestQueue } from './request-queue.ts';
import { type Reply, RestRequest, type Route } from './route.ts';
import { Router } from './router.ts';
import { TurnAnswers } from './turn-answers.ts';

/** The response to requests beyond the queue's limit. Created once, since it is sent in bulk. */
const TOO_MANY_WAITING = errorReply(fault('too_many_requests', 'too_many_waiting_requests'), [
  'Retry-After',
  '1',
]);
const BEARER = 'Bearer ';
const SIGNATURE = 'authSig=';
const NO_BODY = Buffer.alloc(0);

/** Authenticates signed paths. */
export interface SignedTargets {
  callerOf(method: string, target: string, peer: string): Caller | null;
}

/** What the dispatcher depends on. */
export interface DispatcherOptions {
  readonly routes: readonly Route[];
  readonly authenticator: Authenticator;
  /** Authenticates requests whose address is signed. */
  readonly signedPaths?: SignedTargets;
  readonly peers: Peers;
  readonly suspects: Suspects;
  readonly clock: Clock;
  readonly turnEnd: TurnEnd;
  readonly scheduler: FairScheduler;
  /** Notified of authenticated connections. */
  readonly connections: Pick<ConnectionLimits, 'admit'>;
  readonly log: Log;
  /** Handles paths without a route, such as the pages of the web app. */
  readonly fallback?: (request: IncomingMessage, response: ServerResponse, path: string) => void;
}

/**
 * Dispatches HTTP requests to routes. Checks in this order: the address is well-formed (400), the path exists
 * (404), the method is allowed (405), forwarding headers are trusted (400), the token is valid (401) and
 * sufficient (403), the body is not too large (413).
 */
export class Dispatcher {
  private readonly router: Router;
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
    this.router = new Router(options.routes);
    this.answers = new TurnAnswers(options.turnEnd);
    this.scheduler = options.scheduler;
    this.intake = new RequestIntake(options.scheduler);
    this.streams = new OpenStreams(options.clock, options.log);
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
    if (request.headers.host === undefined && request.httpVersion === '1.1')
      throw fault('invalid_format', 'host_header_is_missing');
    rejectDuplicateHeaders(request.rawHeaders);
    const url = originForm(request.url ?? '/');
    if (isMaliciousUrl(url)) {
      this.options.suspects.note(request.socket.remoteAddress ?? '', 'an address that looks like an attack');
      throw fault('invalid_format', 'address_looks_like_attack');
    }
    const mark = url.indexOf('?');
    const path = mark < 0 ? url : url.slice(0, mark);
    const match = this.router.find(path);
    if (match === null) {
      if (this.options.fallback === undefined) throw fault('not_found', 'path_not_found');
      this.peerOf(request);
      this.options.fallback(request, response, path);
      return undefined;
    }
    const method = request.method ?? 'GET';
    const route = match.place.methods.get(method === 'HEAD' ? 'GET' : method);
    if (route === undefined) {
      if (isPreflight(request)) throw fault('forbidden', 'cross_origin_forbidden');
      const error = fault('method_not_allowed', 'method_not_allowed', { method, allow: match.place.allow });
      send(request, response, errorReply(error, ['Allow', match.place.allow]), this.answers);
      return undefined;
    }
    const peer = this.peerOf(request);
    const caller = this.admit(route, request, { url, method, peer });
    const lane = this.scheduler.laneOf(caller?.access, peer);
    if (caller !== null) this.options.connections.admit(request.socket);
    const fields = {
      method,
      params: match.params,
      headers: request.headers,
      peer,
      caller,
      search: mark < 0 ? '' : url.slice(mark + 1),
    };
    if (method === 'GET' || method === 'HEAD' || !hasBody(request)) {
      const rest = new RestRequest(fields, NO_BODY);
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

  private peerOf(request: IncomingMessage): string {
    const address = request.socket.remoteAddress ?? '';
    const forwarded = request.headers['x-forwarded-for'];
    if (forwarded === undefined) return address;
    return this.options.peers.resolve(address, String(forwarded));
  }

  private admit(
    route: Route,
    request: IncomingMessage,
    { url, method, peer }: { url: string; method: string; peer: string },
  ): Caller | null {
    const header = request.headers.authorization;
    let caller: Caller | null = null;
    if (header?.startsWith(BEARER))
      caller = this.options.authenticator.authenticate(header.slice(BEARER.length), peer);
    else if (header === undefined && url.includes(SIGNATURE))
      caller = this.options.signedPaths?.callerOf(method, url, peer) ?? null;
    if (route.permission === 'public') return caller;
    if (caller === null) throw fault('unauthenticated', 'access_token_needed');
    if (route.permission === 'admin' && !caller.access.isAdmin)
      throw fault('unauthorized', 'only_administrators');
    return caller;
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
      const reply = route.handle(rest);
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
      this.options.log.error(`${request.method} ${withoutQuery(request.url ?? '')} failed`, {
        error: thrown,
      });
    send(request, response, errorReply(error, undefined, wantsErrorKeys(request)), this.answers);
  }
}

/** Whether the request is a CORS preflight. */
function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

/** The path with its query, also if a client sends an absolute URL. */
function originForm(url: string): string {
  if (url.charCodeAt(0) === 0x2f) return url;
  const scheme = url.indexOf('://');
  const slash = scheme < 0 ? -1 : url.indexOf('/', scheme + 3);
  return slash < 0 ? url : url.slice(slash);
}

/** Strips the query for the log, since it may contain secrets. */
function withoutQuery(url: string): string {
  return url.split('?', 1)[0] ?? '';
}
