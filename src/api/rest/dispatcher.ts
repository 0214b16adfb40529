import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Authenticator, Caller } from '../../core/access.ts';
import type { Clock, Undo } from '../../core/clock.ts';
import { asHubError, HubError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { Peers, Suspects } from '../peer.ts';
import type { TurnEnd } from '../turn-end.ts';
import { refuseTwins } from '../twin-headers.ts';
import { isMaliciousUrl } from '../url-guard.ts';
import { errorReply, headersOf, send } from './answer.ts';
import { BODY_LIMIT, readBody } from './request-body.ts';
import { type Reply, RestRequest, type Route } from './route.ts';
import { Router } from './router.ts';
import { TurnAnswers } from './turn-answers.ts';

/** A listener who lets more than this pile up is cut off. */
const MOST_UNREAD = 16 * 1024 * 1024;
/** Who does not read the end of a stream in so many milliseconds is cut off. */
const FAREWELL = 1000;
const BEARER = 'Bearer ';
const SIGNATURE = 'authSig=';
const NO_BODY = Buffer.alloc(0);

/** Judges addresses that end in a signature. */
export interface SignedTargets {
  callerOf(method: string, target: string, peer: string): Caller | null;
}

/** What the interface knows before it looks for a route. */
export interface DispatcherOptions {
  readonly routes: readonly Route[];
  readonly authenticator: Authenticator;
  /** Finds who a request acts for whose address carries a signature of its own. */
  readonly signedPaths?: SignedTargets;
  readonly peers: Peers;
  readonly suspects: Suspects;
  readonly clock: Clock;
  readonly turnEnd: TurnEnd;
  readonly log: Log;
  /** Answers addresses no route claims, e.g. the pages of the web app. */
  readonly fallback?: (request: IncomingMessage, response: ServerResponse, path: string) => void;
}

/**
 * Brings each HTTP request to its route. Checked in this order: the address looks sane (400), the path is known (404), so is
 * the method (405), the peer is who it says (400), the token is good (401) and suffices (403), the body is not too large (413).
 */
export class Dispatcher {
  private readonly router: Router;
  private readonly options: DispatcherOptions;
  private readonly answers: TurnAnswers;
  private readonly streams = new Set<() => void>();
  private stopping = false;

  constructor(options: DispatcherOptions) {
    this.options = options;
    this.router = new Router(options.routes);
    this.answers = new TurnAnswers(options.turnEnd);
  }

  /** Ends the endless answers and refuses what comes from now on with 503. */
  stop(): void {
    this.stopping = true;
    for (const end of [...this.streams]) end();
  }

  /** Answers one request, whatever becomes of it. */
  handle(request: IncomingMessage, response: ServerResponse): void {
    try {
      this.dispatch(request, response);
    } catch (error) {
      this.fail(request, response, error);
    }
  }

  private dispatch(request: IncomingMessage, response: ServerResponse): void {
    if (this.stopping) throw new HubError('unavailable', 'The server is stopping');
    if (request.headers.host === undefined && request.httpVersion === '1.1')
      throw new HubError('invalid_format', 'The Host header is missing');
    refuseTwins(request.rawHeaders);
    const url = originForm(request.url ?? '/');
    if (isMaliciousUrl(url)) {
      this.options.suspects.note(request.socket.remoteAddress ?? '', 'an address that looks like an attack');
      throw new HubError('invalid_format', 'This address looks like an attack');
    }
    const mark = url.indexOf('?');
    const path = mark < 0 ? url : url.slice(0, mark);
    const match = this.router.find(path);
    if (match === null) {
      if (this.options.fallback === undefined)
        throw new HubError('not_found', 'There is nothing at this path');
      this.peerOf(request);
      this.options.fallback(request, response, path);
      return;
    }
    const method = request.method ?? 'GET';
    const route = match.place.methods.get(method === 'HEAD' ? 'GET' : method);
    if (route === undefined) {
      if (isPreflight(request))
        throw new HubError('forbidden', 'Pages of other origins may not use this interface');
      const error = new HubError(
        'method_not_allowed',
        `${method} is not possible here, only ${match.place.allow}`,
      );
      send(request, response, errorReply(error, ['Allow', match.place.allow]), this.answers);
      return;
    }
    const peer = this.peerOf(request);
    const caller = this.admit(route, request, { url, method, peer });
    const fields = {
      method,
      params: match.params,
      headers: request.headers,
      peer,
      caller,
      search: mark < 0 ? '' : url.slice(mark + 1),
    };
    if (method === 'GET' || method === 'HEAD') {
      this.run(route, new RestRequest(fields, NO_BODY), request, response);
      return;
    }
    readBody(request, route.bodyLimit ?? BODY_LIMIT, (body) => {
      if (body === null) this.fail(request, response, new HubError('too_large', 'The body is too large'));
      else this.run(route, new RestRequest(fields, body), request, response);
    });
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
    if (caller === null) throw new HubError('unauthenticated', 'A valid access token is needed');
    if (route.permission === 'admin' && !caller.access.isAdmin)
      throw new HubError('unauthorized', 'Only administrators may do this');
    return caller;
  }

  private run(route: Route, rest: RestRequest, request: IncomingMessage, response: ServerResponse): void {
    try {
      const reply = route.handle(rest);
      if (!(reply instanceof Promise)) this.finish(request, response, reply);
      else
        reply.then(
          (finished) => this.finish(request, response, finished),
          (error: unknown) => this.fail(request, response, error),
        );
    } catch (error) {
      this.fail(request, response, error);
    }
  }

  private finish(request: IncomingMessage, response: ServerResponse, reply: Reply): void {
    if (reply.stream === undefined) send(request, response, reply, this.answers);
    else this.openStream(request, response, reply, reply.stream);
  }

  private openStream(
    request: IncomingMessage,
    response: ServerResponse,
    reply: Reply,
    stream: NonNullable<Reply['stream']>,
  ): void {
    response.writeHead(reply.status, headersOf(reply.type, null, reply.headers));
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    // Whoever left while the answer was being prepared takes no leave any more.
    if (response.destroyed) return;
    response.write(reply.body);
    let isOver = false;
    let undo: Undo = () => {};
    const leave = (): void => {
      if (isOver) return;
      isOver = true;
      this.streams.delete(end);
      undo();
    };
    const end = (): void => {
      if (isOver) return;
      leave();
      const cutOff = this.options.clock.after(FAREWELL, () => response.destroy());
      response.on('close', cutOff);
      response.end();
    };
    const write = (chunk: string | Buffer): void => {
      if (isOver) return;
      response.write(chunk);
      if (response.writableLength <= MOST_UNREAD) return;
      this.options.log.warn('A stream is cut off: its reader is too slow', {
        unread: response.writableLength,
      });
      response.destroy();
    };
    this.streams.add(end);
    response.on('close', leave);
    undo = stream({ write, end, unread: () => response.writableLength });
    if (isOver) undo();
  }

  private fail(request: IncomingMessage, response: ServerResponse, thrown: unknown): void {
    const error = asHubError(thrown);
    if (error.code === 'unknown_error')
      this.options.log.error(`${request.method} ${withoutQuery(request.url ?? '')} failed`, {
        error: thrown,
      });
    send(request, response, errorReply(error), this.answers);
  }
}

/** Whether a browser asks if a page of another origin may call us. */
function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

/** The path with its query, also where a client sends a whole address. */
function originForm(url: string): string {
  if (url.charCodeAt(0) === 0x2f) return url;
  const scheme = url.indexOf('://');
  const slash = scheme < 0 ? -1 : url.indexOf('/', scheme + 3);
  return slash < 0 ? url : url.slice(slash);
}

/** Queries may hold secrets; the log gets the path. */
function withoutQuery(url: string): string {
  return url.split('?', 1)[0] ?? '';
}
