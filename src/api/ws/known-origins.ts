import { isIP } from 'node:net';

/** Where pages may come from besides the server itself. */
export interface OriginFacts {
  /** Origins the settings allow, and those of the addresses the home has; compared without regard to case. */
  readonly allowed: () => readonly string[];
  /** Whether somebody logged in, and still is, for an app of this origin. */
  readonly isClient: (origin: string) => boolean;
}

/** Endings of names that no stranger on the internet can give to an address: reserved, or the router's own. */
const OWN_ENDINGS = [
  ...['.local', '.localhost', '.lan', '.home', '.home.arpa', '.internal', '.intranet', '.private', '.corp'],
  ...['.localdomain', '.fritz.box'],
];
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Judges which pages may open the WebSocket, by the `Origin` a browser puts on each handshake. No credential depends on it; it keeps
 * pages from elsewhere out, also one whose name was made to point at this machine (DNS rebinding).
 */
export class KnownOrigins {
  private readonly facts: OriginFacts;

  constructor(facts: OriginFacts) {
    this.facts = facts;
  }

  /** Whether a page of the origin may come in to a server that was asked for as `host`; programs that are no browsers send no origin. */
  mayConnect(origin: string | undefined, host: string): boolean {
    if (origin === undefined) return true;
    if (this.facts.allowed().some((one) => isSameOrigin(one, origin))) return true;
    const page = URL.canParse(origin) ? new URL(origin) : null;
    if (page === null) return false;
    // `capacitor://`, `file://`, extensions: what the user installed on his device, nothing a page can claim to be.
    if (page.protocol !== 'http:' && page.protocol !== 'https:') return true;
    if (LOOPBACK.test(page.hostname)) return true;
    if (page.hostname === nameOf(host) && isOwnName(page.hostname)) return true;
    return this.facts.isClient(page.origin);
  }
}

/** A name that only the network of the house can lead here: an address, a name without dots, or one with a reserved ending. */
function isOwnName(name: string): boolean {
  const bare = name.replace(/^\[(.*)\]$/, '$1');
  if (isIP(bare) !== 0 || !bare.includes('.')) return true;
  return OWN_ENDINGS.some((ending) => bare.endsWith(ending));
}

/** The name in a `Host` header, without its port; proxies often drop the port, so it does not count. */
function nameOf(host: string): string | undefined {
  const url = `http://${host}`;
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}

function isSameOrigin(a: string, b: string): boolean {
  return originOf(a) === originOf(b);
}

/** An address reduced to its origin, as browsers write it; what is none stays as it is. */
function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url === null || url.origin === 'null' ? text.toLowerCase() : url.origin;
}
