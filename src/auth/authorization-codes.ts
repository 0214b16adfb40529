import { hash } from 'node:crypto';
import type { Clock } from '../core/clock.ts';
import { digest, isSameSecret, newSecret } from './secret.ts';

const LIFETIME = 10 * 60_000;
const MAX_COUNT = 1000;

/** What a code was issued for. */
export interface Grant {
  readonly userId: string;
  readonly clientId: string;
  readonly redirectUri: string;
  /** The PKCE challenge (S256); null if the client sent none. */
  readonly challenge: string | null;
}

/** What a client sends with a code. */
export interface Redemption {
  readonly code: string;
  readonly clientId: string;
  readonly verifier?: string | undefined;
  readonly redirectUri?: string | undefined;
}

/** Why a code is invalid; `used` names the login created with it before. */
export type CodeRefusal =
  | { readonly refused: 'invalid_code' | 'verifier_required' | 'no_challenge' | 'wrong_verifier' }
  | { readonly refused: 'used'; readonly loginId: string | null };

interface Issued {
  readonly grant: Grant;
  readonly expiresAt: number;
  uses: number;
  loginId: string | null;
}

/** Authorization codes, exchanged by the client for tokens. Valid once, for ten minutes, for one client. */
export class AuthorizationCodes {
  private readonly clock: Clock;
  private readonly codes = new Map<string, Issued>();

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** Issues a code for a completed login. */
  issue(grant: Grant): string {
    const now = this.clock.now();
    for (const [key, issued] of this.codes) if (issued.expiresAt <= now) this.codes.delete(key);
    const [oldest] = this.codes.keys();
    if (this.codes.size >= MAX_COUNT && oldest !== undefined) this.codes.delete(oldest);
    const code = newSecret();
    this.codes.set(digest(code), { grant, expiresAt: now + LIFETIME, uses: 0, loginId: null });
    return code;
  }

  /**
   * Redeems a code. Any attempt uses it up, except by another client, which must not be able to spoil it.
   * `bind` records the login created with it, so that a second use can end that login, since one of the two
   * uses was a thief's; it returns false if there was a second use already.
   */
  redeem(request: Redemption): (Grant & { readonly bind: (loginId: string) => boolean }) | CodeRefusal {
    const issued = this.codes.get(digest(request.code));
    if (issued === undefined || issued.expiresAt <= this.clock.now()) return { refused: 'invalid_code' };
    const { grant } = issued;
    if (!isSameSecret(grant.clientId, request.clientId)) return { refused: 'invalid_code' };
    issued.uses += 1;
    if (issued.uses > 1) return { refused: 'used', loginId: issued.loginId };
    if (request.redirectUri !== undefined && request.redirectUri !== grant.redirectUri)
      return { refused: 'invalid_code' };
    if (grant.challenge === null && request.verifier !== undefined) return { refused: 'no_challenge' };
    if (grant.challenge !== null) {
      if (request.verifier === undefined) return { refused: 'verifier_required' };
      if (!isVerifier(request.verifier) || !isSameSecret(challengeOf(request.verifier), grant.challenge))
        return { refused: 'wrong_verifier' };
    }
    return {
      ...grant,
      bind: (loginId) => {
        issued.loginId = loginId;
        return issued.uses === 1;
      },
    };
  }
}

/** Whether the text is a valid PKCE challenge: SHA-256 in base64url. */
export function isChallenge(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

function isVerifier(text: string): boolean {
  return /^[\w.~-]{43,128}$/.test(text);
}

function challengeOf(verifier: string): string {
  return hash('sha256', verifier, 'base64url');
}
