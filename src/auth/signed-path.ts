import { createHmac, randomBytes } from 'node:crypto';
import type { Caller } from '../core/access.ts';
import type { Clock } from '../core/clock.ts';
import { fault } from '../core/errors.ts';
import type { TokenAuthenticator } from './authenticator.ts';
import { isSameSecret } from './secret.ts';

const MAX_LENGTH = 4096;
const PARAMETER = 'authSig';
/** Query parameters that a browser may change to fetch another size of the same picture. */
const FREE = /^(?:width|height)(?:=|$)/;

/**
 * Signed paths for `<img>` and downloads: valid for reading one path with its query, for a limited time, as
 * long as the signing token, and until the next start.
 */
export class SignedPaths {
  private readonly key = randomBytes(32);
  private readonly authenticator: TokenAuthenticator;
  private readonly clock: Clock;

  constructor(authenticator: TokenAuthenticator, clock: Clock) {
    this.authenticator = authenticator;
    this.clock = clock;
  }

  /** Returns the path with a signature. Throws `invalid_format` if it is not a path on this server. */
  sign(path: string, seconds: number, tokenId: string): string {
    const bare = canonical(path);
    if (bare === null)
      throw fault('invalid_format', 'not_a_server_path', { path: JSON.stringify(path.slice(0, 100)) });
    const expiresAt = Math.ceil(this.clock.now() + seconds * 1000);
    const claims = `${tokenId}.${expiresAt}`;
    const signature = `${claims}.${this.mac(claims, bare)}`;
    return `${bare}${bare.includes('?') ? '&' : '?'}${PARAMETER}=${signature}`;
  }

  /** The caller of a request with a signed path; null unless it is exactly what was signed. */
  callerOf(method: string, target: string, peer: string): Caller | null {
    if (method !== 'GET' && method !== 'HEAD') return null;
    const match =
      /^([^#]*)[?&]authSig=([\da-f]{32})\.(\d{1,16})\.([\w-]{43})(?:&(?:width|height)=\d*)*$/.exec(
        target.slice(0, MAX_LENGTH + 200),
      );
    if (match === null) return null;
    const [, before = '', tokenId = '', expiry = '', signature = ''] = match;
    const bare = canonical(before);
    // A path that changes when made canonical might be routed differently from what was signed.
    if (bare === null || bare.split('?')[0] !== before.split('?')[0] || before.includes(`${PARAMETER}=`))
      return null;
    if (Number(expiry) <= this.clock.now()) return null;
    if (!isSameSecret(signature, this.mac(`${tokenId}.${expiry}`, bare))) return null;
    return this.authenticator.callerOf(tokenId, peer);
  }

  private mac(claims: string, path: string): string {
    return createHmac('sha256', this.key).update(`${claims}\n${path}`).digest('base64url');
  }
}

/** Path and query as a browser sends them, without signature and picture size; null if invalid. */
function canonical(text: string): string | null {
  if (text.length > MAX_LENGTH || !/^\/(?![/\\])[^\s\p{C}#\\]*$/u.test(text)) return null;
  const base = 'http://localhost';
  if (!URL.canParse(text, base)) return null;
  const url = new URL(text, base);
  if (url.origin !== base || url.pathname.startsWith('//')) return null;
  const stored = url.search
    .slice(1)
    .split('&')
    .filter((part) => part !== '' && !FREE.test(part) && !part.startsWith(`${PARAMETER}=`));
  return stored.length === 0 ? url.pathname : `${url.pathname}?${stored.join('&')}`;
}
