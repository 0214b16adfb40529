import type { Socket } from 'node:net';
import type { Log } from '../../core/log.ts';

/** The most unauthenticated connections at the same time, per address and in total. */
const MAX_PER_ADDRESS = 512;
const MAX_UNKNOWN = 2048;
/** The most connections in total. */
export const MAX_CONNECTIONS = 16_384;

/**
 * Limits unauthenticated connections. A connection beyond the limit closes the oldest one: clients
 * authenticate immediately, so the oldest ones are merely held open. Addresses that many clients share only
 * count toward the total.
 */
export class UnauthenticatedConnections {
  private readonly isShared: (address: string) => boolean;
  private readonly log: Log;
  private readonly unknown = new Map<Socket, string>();
  private readonly byAddress = new Map<string, Set<Socket>>();

  /** `isShared` returns whether an address is a trusted proxy or this machine. */
  constructor(isShared: (address: string) => boolean, log: Log) {
    this.isShared = isShared;
    this.log = log;
  }

  /** Counts a new connection until it is authenticated or closed. */
  add(socket: Socket): void {
    const address = networkOf(socket.remoteAddress ?? '');
    const siblings = this.byAddress.get(address) ?? new Set<Socket>();
    this.byAddress.set(address, siblings.add(socket));
    this.unknown.set(socket, address);
    socket.once('close', () => this.admit(socket));
    const isCrowded = siblings.size > MAX_PER_ADDRESS && !this.isShared(socket.remoteAddress ?? '');
    const [oldest] = isCrowded ? siblings : this.unknown.size > MAX_UNKNOWN ? this.unknown.keys() : [];
    if (oldest === undefined) return;
    this.log.debug('Closed the oldest unauthenticated connection: there were too many', {
      peer: oldest.remoteAddress ?? '',
    });
    this.admit(oldest);
    oldest.destroy();
  }

  /** Stops counting a connection that has been authenticated or closed. */
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

/** The address, or the /64 network of an IPv6 address, since a household usually has all of one. */
function networkOf(address: string): string {
  if (!address.includes(':') || address.startsWith('::ffff:')) return address;
  const [head = '', tail] = address.split('::');
  const start = head.split(':');
  if (tail === undefined || start.length >= 4) return start.slice(0, 4).join(':');
  const end = tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - start.length - end.length) }, () => '0');
  return [...start, ...zeros, ...end].slice(0, 4).join(':');
}
