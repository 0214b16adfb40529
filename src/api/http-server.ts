import { createServer, type IncomingMessage, type Server, ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Authenticator } from '../core/access.ts';
import type { Clock } from '../core/clock.ts';
import { CpuBudget } from '../core/cpu-budget.ts';
import { asHubError, fault, type HubError } from '../core/errors.ts';
import type { Part } from '../core/lifecycle.ts';
import type { Log } from '../core/log.ts';
import { rejectDuplicateHeaders } from './duplicate-headers.ts';
import { FairScheduler } from './fairness/fair-scheduler.ts';
import { MAX_CONNECTIONS, UnauthenticatedConnections } from './fairness/unauthenticated-connections.ts';
import { Peers } from './peer.ts';
import type { SignedTargets } from './rest/admission.ts';
import { errorReply, headersOf } from './rest/answer.ts';
import { Dispatcher } from './rest/dispatcher.ts';
import type { Route } from './rest/route.ts';
import { statusOf } from './rest/status.ts';
import { SecureConnections, type ServerCertificate } from './secure-connections.ts';
import { SuspectLog } from './suspect-log.ts';
import { TurnEnd } from './turn-end.ts';
import type { Command } from './ws/command.ts';
import { WebSocketEndpoint } from './ws/endpoint.ts';
import { KnownOrigins } from './ws/known-origins.ts';

const WEB_SOCKET_PATH = '/api/websocket';
/** The timeout for the headers of a request, upgrades included, in milliseconds. */
const HEAD_TIMEOUT = 10_000;
const KEEP_ALIVE = 65_000;
/**
 * The time clients have to close refused connections themselves, and all connections when the server stops.
 */
const CLOSE_GRACE_MS = 1000;
const MAX_ORIGIN_LENGTH = 100;

/** The dependencies and settings of the HTTP server. */
export interface HttpServerOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly routes: readonly Route[];
  readonly commands: readonly Command[];
  readonly authenticator: Authenticator;
  readonly signedPaths?: SignedTargets;
  /** Addresses or networks whose forwarding headers are trusted. */
  readonly trustedProxies: readonly string[];
  /** The origins whose pages may open the WebSocket; by default only the server's own. */
  readonly origins?: KnownOrigins;
  /** The version of the interface, not of the program. */
  readonly version: string;
  readonly clock: Clock;
  /** Counts the CPU time of callers; a budget of its own by default. */
  readonly budget?: CpuBudget;
  readonly log: Log;
  /** Handles paths without a route, such as the pages of the web app. */
  readonly fallback?: (request: IncomingMessage, response: ServerResponse, path: string) => void;
  /** For HTTPS on the same port; HTTP only by default. */
  readonly certificate?: ServerCertificate;
}

/** Serves REST and WebSocket on one port. */
export class HttpServer implements Part {
  readonly name = 'http';
  private readonly options: HttpServerOptions;
  private readonly peers: Peers;
  private readonly suspects: SuspectLog;
  private readonly origins: KnownOrigins;
  private readonly connections: UnauthenticatedConnections;
  private readonly scheduler: FairScheduler;
  private readonly dispatcher: Dispatcher;
  private readonly webSockets: WebSocketEndpoint;
  private server: Server | undefined;
  private secure: SecureConnections | undefined;

  constructor(options: HttpServerOptions) {
    const { authenticator, log } = options;
    this.options = options;
    const suspects = new SuspectLog(options.clock, log);
    this.suspects = suspects;
    this.peers = new Peers(options.trustedProxies, suspects);
    this.origins = options.origins ?? new KnownOrigins({ allowed: () => [], isClient: () => false });
    const { clock } = options;
    const turnEnd = new TurnEnd(clock);
    const scheduler = new FairScheduler({ clock, turnEnd, budget: options.budget ?? new CpuBudget(clock) });
    this.scheduler = scheduler;
    this.connections = new UnauthenticatedConnections((address) => this.peers.isShared(address), log);
    this.dispatcher = new Dispatcher({
      routes: [...options.routes, webSocketRoute],
      authenticator,
      peers: this.peers,
      suspects,
      clock,
      turnEnd,
      scheduler,
      connections: { admit: (socket) => this.admit(socket) },
      log,
      ...(options.signedPaths === undefined ? {} : { signedPaths: options.signedPaths }),
      ...(options.fallback === undefined ? {} : { fallback: options.fallback }),
    });
    this.webSockets = new WebSocketEndpoint({ ...options, turnEnd, scheduler });
  }

  /** The bound port; 0 while not listening. */
  get port(): number {
    const address = this.server?.address() as AddressInfo | null | undefined;
    return address?.port ?? 0;
  }

  async start(): Promise<void> {
    const server = createServer(
      {
        headersTimeout: HEAD_TIMEOUT,
        keepAliveTimeout: KEEP_ALIVE,
        connectionsCheckingInterval: 5000,
        requireHostHeader: false,
      },
      (request, response) => this.dispatcher.handle(request, response),
    );
    server.maxConnections = MAX_CONNECTIONS;
    this.followConnections(server);
    server.on('upgrade', (request, socket, head) => this.upgrade(request, socket, head));
    server.on('clientError', (error: NodeJS.ErrnoException, socket) => this.answerNoise(error, socket));
    // Other expectations than `100-continue` may be ignored (RFC 9110 §10.1.1); Node's own 417 is not JSON.
    server.on('checkExpectation', (request, response) => this.dispatcher.handle(request, response));
    const { host, port } = this.options;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, resolve);
    });
    server.removeAllListeners('error');
    server.on('error', (error) => this.options.log.error('The HTTP server failed', { error }));
    this.server = server;
  }

  async stop(): Promise<void> {
    const { server } = this;
    if (server === undefined) return;
    this.server = undefined;
    this.secure?.stop();
    const closed = new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
    this.dispatcher.stop();
    this.webSockets.stop();
    server.closeIdleConnections();
    const cancel = this.options.clock.after(CLOSE_GRACE_MS, () => {
      this.webSockets.terminate();
      server.closeAllConnections();
    });
    await closed;
    cancel();
  }

  /** Counts connections, and puts TLS between them and the HTTP parser where a client speaks it. */
  private followConnections(server: Server): void {
    server.prependListener('connection', (socket) => {
      this.scheduler.accepted();
      this.connections.add(socket);
    });
    const { certificate, clock, log } = this.options;
    if (certificate === undefined) return;
    const [count, parse] = server.listeners('connection') as ((socket: Socket) => void)[];
    if (count === undefined || parse === undefined)
      throw new Error('node:http no longer listens for connections');
    const secure = new SecureConnections({
      ...{ certificate, clock, log },
      accept: (socket) => parse.call(server, socket),
    });
    server.removeListener('connection', parse);
    server.on('connection', (socket) => secure.take(socket));
    secure.start();
    this.secure = secure;
  }

  /** A connection has been authenticated. */
  private admit(socket: Socket): void {
    this.connections.admit(this.secure?.carrierOf(socket) ?? socket);
  }

  private upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    const path = (request.url ?? '').split('?', 1)[0];
    const isWebSocket = request.headers.upgrade?.toLowerCase() === 'websocket';
    if (path !== WEB_SOCKET_PATH || !isWebSocket) {
      this.answerPlainly(request, socket as Socket);
      return;
    }
    try {
      rejectDuplicateHeaders(request.rawHeaders);
      const { remoteAddress = '' } = request.socket;
      const forwarded = request.headers['x-forwarded-for'];
      const peer = this.peers.resolve(remoteAddress, forwarded === undefined ? undefined : String(forwarded));
      this.checkOrigin(request, remoteAddress);
      if (request.method !== 'GET') throw fault('method_not_allowed', 'upgrade_needs_get');
      const refuse = (): void =>
        this.answerRaw(socket, fault('invalid_format', 'invalid_websocket_handshake'));
      const onLogin = (): void => this.admit(request.socket);
      this.webSockets.accept(request, socket, head, { peer, refuse, onLogin });
    } catch (error) {
      this.answerRaw(socket, asHubError(error));
    }
  }

  /**
   * Throws `forbidden` for a page of an unknown origin. `X-Forwarded-Host` counts, since untrusted proxies
   * have already been rejected.
   */
  private checkOrigin({ headers }: IncomingMessage, address: string): void {
    const { origin, host = '', 'x-forwarded-for': forwarded, 'x-forwarded-host': askedFor } = headers;
    const name = forwarded === undefined || askedFor === undefined ? host : String(askedFor);
    if (this.origins.mayConnect(origin, name)) return;
    const page = JSON.stringify(String(origin).slice(0, MAX_ORIGIN_LENGTH));
    this.suspects.note(address, `a WebSocket from a page of ${page}: http.allowed_origins would let it in`);
    throw fault('forbidden', 'websocket_origin_forbidden');
  }

  /** Handles an upgrade to an unsupported protocol as an ordinary request. A body can no longer be read. */
  private answerPlainly(request: IncomingMessage, socket: Socket): void {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      this.answerRaw(socket, fault('invalid_format', 'request_cannot_be_upgraded'));
      return;
    }
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.on('finish', () => this.hangUp(socket));
    this.dispatcher.handle(request, response);
  }

  private answerNoise(error: NodeJS.ErrnoException, socket: Duplex): void {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    this.answerRaw(socket, fault('invalid_format', 'not_an_http_request'));
  }

  /** Writes an error response to a bare socket and closes it. */
  private answerRaw(socket: Duplex, error: HubError): void {
    const { body, type, headers } = errorReply(error);
    const all = headersOf(type, Buffer.byteLength(body), [...(headers ?? []), 'Connection', 'close']);
    const lines: string[] = [];
    for (let at = 0; at < all.length; at += 2) lines.push(`${all[at]}: ${all[at + 1]}`);
    const status = statusOf(error);
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
    this.hangUp(socket);
  }

  /** Closes a socket, and destroys it if the client does not close its side in time. */
  private hangUp(socket: Duplex): void {
    const cancel = this.options.clock.after(CLOSE_GRACE_MS, () => socket.destroy());
    socket.once('close', cancel);
    socket.end();
  }
}

const webSocketRoute: Route = {
  method: 'GET',
  path: WEB_SOCKET_PATH,
  permission: 'public',
  summary: 'The WebSocket interface; a request without an upgrade returns 400',
  answers: { 101: 'The connection is upgraded to a WebSocket', 400: 'Not a WebSocket handshake' },
  handle: () => {
    throw fault('invalid_format', 'websocket_only');
  },
};
