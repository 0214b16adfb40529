import type { Socket } from 'node:net';
import type { Log } from '../../core/log.ts';

/** Connections that have not shown a token may be so many at the same time, from one address and in total. */
const MOST_OF_ADDRESS = 512;
const MOST_UNKNOWN = 2048;
/** Connections in total. */
export const MOST_CONNECTIONS = 16_384;

/**
 * Bounds the connections of callers that have not shown a good token. A connection beyond the bound closes the oldest one: clients show
 * their token at once, so the oldest belong to whoever only holds them open. Addresses that many clients share are bounded in total only.
 */
export class ConnectionLimits {
  private readonly isShared: (address: string) => boolean;
  private readonly log: Log;
  private readonly unknown = new Map<Socket, string>();
  private readonly byAddress = new Map<string, Set<Socket>>();

  /** `isShared` says of an address whether it is a trusted proxy or this machine. */
  constructor(isShared: (address: string) => boolean, log: Log) {
    this.isShared = isShared;
    this.log = log;
  }

  /** Counts a new connection until it closes or has shown a token. */
  add(socket: Socket): void {
    const address = networkOf(socket.remoteAddress ?? '');
    const siblings = this.byAddress.get(address) ?? new Set<Socket>();
    this.byAddress.set(address, siblings.add(socket));
    this.unknown.set(socket, address);
    socket.once('close', () => this.admit(socket));
    const isCrowded = siblings.size > MOST_OF_ADDRESS && !this.isShared(socket.remoteAddress ?? '');
    const [oldest] = isCrowded ? siblings : this.unknown.size > MOST_UNKNOWN ? this.unknown.keys() : [];
    if (oldest === undefined) return;
    this.log.debug('Closed the oldest unauthenticated connection: there were too many', {
      peer: oldest.remoteAddress ?? '',
    });
    this.admit(oldest);
    oldest.destroy();
  }

  /** The connection has shown a good token, or has closed. */
  admit(socket: Socket): void {
    if (this.unknown.size === 0) return;
    const address = this.unknown.get(socket);
    if (address === undefined) return;
    this.unknown.delete(socket);
    const siblings = this.byAddress.get(address);
    siblings?.delete(socket);
    if (siblings?.size === 0) this.byAddress.delete(address);
  }
}

/** The address, or the /64 network of an IPv6 address: a household has a whole one. */
function networkOf(address: string): string {
  if (!address.includes(':') || address.startsWith('::ffff:')) return address;
  const [head = '', tail] = address.split('::');
  const start = head.split(':');
  if (tail === undefined || start.length >= 4) return start.slice(0, 4).join(':');
  const end = tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - start.length - end.length) }, () => '0');
  return [...start, ...zeros, ...end].slice(0, 4).join(':');
}
