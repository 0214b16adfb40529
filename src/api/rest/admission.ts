import type { IncomingMessage } from 'node:http';
import type { Authenticator, Caller } from '../../core/access.ts';
import { fault } from '../../core/errors.ts';
import { rejectDuplicateHeaders } from '../duplicate-headers.ts';
import type { Peers, Suspects } from '../peer.ts';
import { isMaliciousUrl } from '../url-guard.ts';
import { errorReply } from './answer.ts';
import { isSecureSocket } from './base-url.ts';
import type { Reply, RequestFields, Route } from './route.ts';
import { Router } from './router.ts';

const BEARER = 'Bearer ';
const SIGNATURE = 'authSig=';

/** Authenticates signed paths. */
export interface SignedTargets {
  callerOf(method: string, target: string, peer: string): Caller | null;
}

/** What admission depends on. */
export interface AdmissionOptions {
  readonly routes: readonly Route[];
  readonly authenticator: Authenticator;
  /** Authenticates requests whose address is signed. */
  readonly signedPaths?: SignedTargets;
  readonly peers: Peers;
  readonly suspects: Suspects;
}

/** A request with its route, whose caller may use it. */
export interface Admitted {
  readonly route: Route;
  readonly fields: RequestFields;
}

/**
 * Decides whether a request reaches its route. Checks in this order: the address is well-formed (400), the
 * path exists (404), the method is allowed (405), forwarding headers are trusted (400), the token is valid
 * (401) and sufficient (403).
 */
export class Admission {
  private readonly router: Router;
  private readonly options: AdmissionOptions;

  constructor(options: AdmissionOptions) {
    this.router = new Router(options.routes);
    this.options = options;
  }

  /** The admitted request, the answer to a wrong method, or a path without a route. Throws `HubError`. */
  admit(request: IncomingMessage): Admitted | { readonly refusal: Reply } | { readonly unrouted: string } {
    const url = this.checkedUrl(request);
    const mark = url.indexOf('?');
    const path = mark < 0 ? url : url.slice(0, mark);
    const match = this.router.find(path);
    if (match === null) {
      this.peerOf(request);
      return { unrouted: path };
    }
    const method = request.method ?? 'GET';
    const { allow, methods } = match.place;
    const route = methods.get(method === 'HEAD' ? 'GET' : method);
    if (route === undefined) {
      if (isPreflight(request)) throw fault('forbidden', 'cross_origin_forbidden');
      const error = fault('method_not_allowed', 'method_not_allowed', { method, allow });
      return { refusal: errorReply(error, ['Allow', allow]) };
    }
    const peer = this.peerOf(request);
    const caller = this.callerOf(request, { url, method, peer });
    if (route.permission !== 'public') {
      if (caller === null) throw fault('unauthenticated', 'access_token_needed');
      if (route.permission === 'admin' && !caller.access.isAdmin)
        throw fault('unauthorized', 'only_administrators');
    }
    const { params } = match;
    const search = mark < 0 ? '' : url.slice(mark + 1);
    const isSecure = isSecureSocket(request.socket);
    return { route, fields: { method, params, headers: request.headers, peer, isSecure, caller, search } };
  }

  /** The address of the client. Throws if the forwarding headers are not trusted. */
  private peerOf(request: IncomingMessage): string {
    const address = request.socket.remoteAddress ?? '';
    const forwarded = request.headers['x-forwarded-for'];
    if (forwarded === undefined) return address;
    return this.options.peers.resolve(address, String(forwarded));
  }

  private checkedUrl(request: IncomingMessage): string {
    if (request.headers.host === undefined && request.httpVersion === '1.1')
      throw fault('invalid_format', 'host_header_is_missing');
    rejectDuplicateHeaders(request.rawHeaders);
    const url = originForm(request.url ?? '/');
    if (!isMaliciousUrl(url)) return url;
    this.options.suspects.note(request.socket.remoteAddress ?? '', 'an address that looks like an attack');
    throw fault('invalid_format', 'address_looks_like_attack');
  }

  private callerOf(
    request: IncomingMessage,
    { url, method, peer }: { url: string; method: string; peer: string },
  ): Caller | null {
    const header = request.headers.authorization;
    if (header?.startsWith(BEARER))
      return this.options.authenticator.authenticate(header.slice(BEARER.length), peer);
    if (header === undefined && url.includes(SIGNATURE))
      return this.options.signedPaths?.callerOf(method, url, peer) ?? null;
    return null;
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
