import { isIP } from 'node:net';

/** The allowed origins besides the server's own. */
export interface OriginFacts {
  /** Origins from the settings and of the home's own URLs; compared case-insensitively. */
  readonly allowed: () => readonly string[];
  /** Whether an app of this origin has a current login. */
  readonly isClient: (origin: string) => boolean;
}

/** Top-level names that cannot be registered publicly: reserved, or used by routers. */
const OWN_ENDINGS = [
  ...['.local', '.localhost', '.lan', '.home', '.home.arpa', '.internal', '.intranet', '.private', '.corp'],
  ...['.localdomain', '.fritz.box'],
];
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Decides which pages may open the WebSocket, by the `Origin` header of the handshake. Authentication does
 * not depend on it; it blocks pages from other sites, including DNS rebinding.
 */
export class KnownOrigins {
  private readonly facts: OriginFacts;

  constructor(facts: OriginFacts) {
    this.facts = facts;
  }

  /**
   * Whether a page of the origin may connect to a server addressed as `host`. Clients other than browsers
   * send no origin.
   */
  mayConnect(origin: string | undefined, host: string): boolean {
    if (origin === undefined) return true;
    if (this.facts.allowed().some((one) => isSameOrigin(one, origin))) return true;
    const page = URL.canParse(origin) ? new URL(origin) : null;
    if (page === null) return false;
    // `capacitor://`, `file://`, extensions: installed by the user; no web page can claim such an origin.
    if (page.protocol !== 'http:' && page.protocol !== 'https:') return true;
    if (LOOPBACK.test(page.hostname)) return true;
    if (page.hostname === nameOf(host) && isOwnName(page.hostname)) return true;
    return this.facts.isClient(page.origin);
  }
}

/**
 * Whether a name can only resolve here within the home network: an address, a name without dots, or one with
 * a reserved ending.
 */
function isOwnName(name: string): boolean {
  const bare = name.replace(/^\[(.*)\]$/, '$1');
  if (isIP(bare) !== 0 || !bare.includes('.')) return true;
  return OWN_ENDINGS.some((ending) => bare.endsWith(ending));
}

/** The host name of a `Host` header. The port is ignored, since proxies often drop it. */
function nameOf(host: string): string | undefined {
  const url = `http://${host}`;
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}

function isSameOrigin(a: string, b: string): boolean {
  return originOf(a) === originOf(b);
}

/** The origin of a URL, as browsers write it; other texts in lower case. */
function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url === null || url.origin === 'null' ? text.toLowerCase() : url.origin;
}
