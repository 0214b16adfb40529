import type { Socket } from 'node:net';
import { createServer, type Server, type TLSSocket } from 'node:tls';
import type { Clock, Undo } from '../core/clock.ts';
import type { Log } from '../core/log.ts';

/** The certificate of the server, which may change at any time. */
export interface ServerCertificate {
  /** PEM texts; undefined while there is none. */
  readonly current: { readonly cert: string; readonly key: string } | undefined;
  onChange(listener: () => void): Undo;
}

type Accept = (socket: Socket) => void;

interface SecureConnectionsOptions {
  readonly certificate: ServerCertificate;
  readonly clock: Clock;
  readonly log: Log;
  /** Takes a connection whose data is HTTP. */
  readonly accept: Accept;
}

/** The first byte of a TLS handshake record [RFC 8446 §5.1]; no HTTP request begins with it. */
const HANDSHAKE = 0x16;
/** The time a client has for its first byte, and again for the handshake, in milliseconds. */
const HANDSHAKE_TIMEOUT = 10_000;

/**
 * Accepts HTTP and HTTPS on one port: the first byte of a connection tells which of them the client speaks. Without a
 * certificate all connections are plain and nothing is looked at.
 */
export class SecureConnections {
  private readonly certificate: ServerCertificate;
  private readonly clock: Clock;
  private readonly log: Log;
  private readonly accept: Accept;
  private readonly carriers = new WeakMap<Socket, Socket>();
  /** Connections that have not sent anything yet. */
  private readonly waiting = new Set<Socket>();
  /** TCP connections during their handshake, by the address and port of the client. */
  private readonly handshakes = new Map<string, Socket>();
  private server: Server | undefined;
  private stopFollowing: Undo = () => {};

  constructor({ certificate, clock, log, accept }: SecureConnectionsOptions) {
    this.certificate = certificate;
    this.clock = clock;
    this.log = log;
    this.accept = accept;
  }

  start(): void {
    this.stopFollowing = this.certificate.onChange(() => this.renew());
    this.renew();
  }

  stop(): void {
    this.stopFollowing();
    this.server = undefined;
    for (const socket of this.waiting) socket.destroy();
  }

  /** The TCP connection that carries a TLS connection; the same socket if it is not encrypted. */
  carrierOf(socket: Socket): Socket {
    return this.carriers.get(socket) ?? socket;
  }

  /** Takes a new TCP connection. */
  take(socket: Socket): void {
    if (this.server === undefined) {
      this.accept(socket);
      return;
    }
    const giveUp = (): void => {
      socket.destroy();
    };
    const cancel = this.clock.after(HANDSHAKE_TIMEOUT, giveUp);
    const end = (): void => {
      this.waiting.delete(socket);
      socket.off('readable', look);
      socket.off('end', giveUp);
      socket.off('error', giveUp);
      cancel();
    };
    const look = (): void => {
      const first = socket.read() as Buffer | null;
      if (first === null) return;
      end();
      socket.off('close', end);
      socket.unshift(first);
      this.pass(socket, first[0] === HANDSHAKE);
    };
    this.waiting.add(socket);
    socket.on('end', giveUp);
    socket.on('error', giveUp);
    socket.once('close', end);
    socket.on('readable', look);
  }

  private pass(socket: Socket, isEncrypted: boolean): void {
    if (!isEncrypted || this.server === undefined) {
      this.accept(socket);
      return;
    }
    const peer = peerOf(socket);
    this.handshakes.set(peer, socket);
    // A client that leaves during the handshake would hold the connection until the handshake times out.
    socket.allowHalfOpen = false;
    socket.once('close', () => {
      if (this.handshakes.get(peer) === socket) this.handshakes.delete(peer);
    });
    this.server.emit('connection', socket);
  }

  /** Uses the current certificate for all further handshakes. */
  private renew(): void {
    const { current } = this.certificate;
    if (current === undefined) {
      this.server = undefined;
      return;
    }
    try {
      const { cert, key } = current;
      if (this.server === undefined) this.server = this.createServer(cert, key);
      else this.server.setSecureContext({ cert, key, minVersion: 'TLSv1.2' });
    } catch (error) {
      this.log.error('The TLS certificate cannot be used', { error });
    }
  }

  private createServer(cert: string, key: string): Server {
    const server = createServer({
      ...{ cert, key, minVersion: 'TLSv1.2', ALPNProtocols: ['http/1.1'] },
      handshakeTimeout: HANDSHAKE_TIMEOUT,
    });
    server.on('secureConnection', (socket: TLSSocket) => {
      const peer = peerOf(socket);
      const carrier = this.handshakes.get(peer);
      this.handshakes.delete(peer);
      if (carrier !== undefined) this.carriers.set(socket, carrier);
      this.accept(socket);
    });
    server.on('tlsClientError', (error, socket) => {
      this.log.debug('A TLS handshake failed', { error: error.message });
      socket.destroy();
    });
    return server;
  }
}

function peerOf({ remoteAddress, remotePort, localPort }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localPort}`;
}
