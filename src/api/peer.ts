import { BlockList, isIP } from 'node:net';
import { fault } from '../core/errors.ts';

/** Records addresses that were refused for something no legitimate client sends. */
export interface Suspects {
  note(address: string, reason: string): void;
}

/** Resolves the address of a client from the socket's address and the `X-Forwarded-For` header. */
export class Peers {
  private readonly trusted = new BlockList();
  private readonly trustsAny: boolean;
  private readonly suspects: Suspects | undefined;

  /** `proxies` are addresses or networks (`10.0.0.0/8`) whose forwarding headers are trusted. */
  constructor(proxies: readonly string[], suspects?: Suspects) {
    this.suspects = suspects;
    for (const proxy of proxies) this.trust(proxy);
    this.trustsAny = proxies.length > 0;
  }

  /** Throws `invalid_format` for a forwarding header from anything but a trusted proxy. */
  resolve(address: string, forwardedFor: string | undefined): string {
    if (forwardedFor === undefined) return address;
    if (!this.trustsAny || !this.isTrusted(address)) {
      this.suspects?.note(plain(address), 'X-Forwarded-For from no trusted proxy');
      throw fault('invalid_format', 'untrusted_proxy', { address: plain(address) });
    }
    const hops = forwardedFor.split(',').map((hop) => hop.trim());
    for (const hop of hops.reverse()) {
      if (isIP(hop) === 0) throw fault('invalid_format', 'invalid_forwarded_for');
      if (!this.isTrusted(hop)) return hop;
    }
    return hops.at(-1) ?? address;
  }

  /** Whether many clients may share this socket address: a trusted proxy, or this machine. */
  isShared(address: string): boolean {
    const own = plain(address);
    return own.startsWith('127.') || own === '::1' || (this.trustsAny && this.isTrusted(address));
  }

  private trust(proxy: string): void {
    const [address = '', bits] = proxy.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) this.trusted.addAddress(address, family);
    else this.trusted.addSubnet(address, Number(bits), family);
  }

  private isTrusted(address: string): boolean {
    const own = plain(address);
    return this.trusted.check(own, isIP(own) === 6 ? 'ipv6' : 'ipv4');
  }
}

/** Converts an IPv4-mapped IPv6 address to IPv4. */
function plain(address: string): string {
  return address.startsWith('::ffff:') ? address.slice(7) : address;
}
