import type { Access, Authenticator, Caller, CallerUser } from '../core/access.ts';
import type { Clock, Undo } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import { Throttle } from '../core/throttle.ts';
import type { Actor } from './audit.ts';
import { isLocalPeer } from './peer.ts';
import { accessOf, type PolicyHome } from './permissions.ts';
import { secretFault } from './secret.ts';
import type { Token, Tokens } from './tokens.ts';
import { isAdmin, type User, type Users } from './users.ts';

/** The dependencies of `TokenAuthenticator`. */
export interface AuthenticatorParts {
  readonly users: Users;
  readonly tokens: Tokens;
  readonly home: PolicyHome;
  readonly clock: Clock;
  readonly log: Log;
}

/** Authenticates tokens, with one hash and two lookups per request. */
export class TokenAuthenticator implements Authenticator {
  private readonly parts: AuthenticatorParts;
  private readonly sessions = new Map<string, Session>();
  /** Views of users, by whom and with which token. */
  private readonly views = new Set<{ readonly session: Session; readonly userId: string }>();
  private readonly tokenIds = new WeakMap<Access, string>();
  /** Limits the log to one line per peer and minute for invalid tokens. */
  private readonly throttle: Throttle;

  constructor(parts: AuthenticatorParts) {
    this.parts = parts;
    this.throttle = new Throttle(parts.clock);
    parts.tokens.revoked.on((token) => this.end(token.id));
    parts.tokens.limitsChanged.on((id) => this.end(id));
    parts.users.permissionsChanged.on((user) => {
      for (const token of parts.tokens.ofUser(user.id)) this.end(token.id);
      this.endViews(({ userId }) => userId === user.id);
    });
  }

  /** The caller of a token sent with a request; null if it is invalid, expired or not allowed from there. */
  authenticate(token: string, peer: string): Caller | null {
    const bearer = this.parts.tokens.findBearer(token);
    const now = this.parts.clock.now();
    if (bearer === undefined) {
      this.warn(token, peer);
      return null;
    }
    if (bearer.expiresAt !== null && bearer.expiresAt <= now) return null;
    return this.enter(bearer.tokenId, peer, now);
  }

  /** The caller of a valid token by its ID, for what was issued on its behalf, such as signed paths. */
  callerOf(tokenId: string, peer: string): Caller | null {
    return this.enter(tokenId, peer, this.parts.clock.now());
  }

  /** The actor with these permissions, for the audit log. */
  actorOf(access: Access): Actor {
    const tokenId = this.tokenIds.get(access) ?? null;
    const token = tokenId === null ? undefined : this.parts.tokens.get(tokenId);
    return { userId: access.userId, tokenId, peer: token?.last_used_ip ?? null };
  }

  /**
   * What a user sees, for somebody who may manage that user; null if the user may not log in. It ends with the
   * viewer's token, and when the permissions of the user change. No token is created.
   */
  viewOf(userId: string, viewer: Caller): Caller | null {
    const user = this.parts.users.get(userId);
    const token = this.parts.tokens.get(viewer.tokenId);
    if (user === undefined || !user.is_active || token === undefined) return null;
    const session: Session = new Session({
      ...{ token: { ...token, policy: null }, user, parts: this.parts },
      end: () => this.endViews((view) => view.session === session),
    });
    this.views.add({ session, userId });
    this.tokenIds.set(session.access, token.id);
    return session;
  }

  private endViews(isMeant: (view: { readonly session: Session; readonly userId: string }) => boolean): void {
    for (const view of [...this.views].filter(isMeant)) {
      this.views.delete(view);
      view.session.notifyEnd();
    }
  }

  private enter(tokenId: string, peer: string, now: number): Session | null {
    const token = this.parts.tokens.get(tokenId);
    if (token === undefined || (token.expires_at !== null && token.expires_at <= now)) return null;
    const session = this.sessions.get(tokenId) ?? this.begin(token);
    if (session === null || (session.isLocalOnly && !isLocalPeer(peer))) return null;
    this.parts.tokens.touch(token, peer, now);
    return session;
  }

  private begin(token: Token): Session | null {
    const user = this.parts.users.get(token.user_id);
    if (user === undefined || !user.is_active) return null;
    const session = new Session({ token, user, parts: this.parts, end: () => this.end(token.id) });
    this.sessions.set(token.id, session);
    this.tokenIds.set(session.access, token.id);
    return session;
  }

  /** Logs invalid tokens once a minute per peer, and whether they look mistyped or made up. */
  private warn(token: string, peer: string): void {
    if (!this.throttle.allows(peer)) return;
    this.parts.log.warn('Rejected an invalid access token', {
      peer,
      fault: secretFault(token) ?? 'unknown',
    });
  }

  private end(tokenId: string): void {
    const session = this.sessions.get(tokenId);
    this.sessions.delete(tokenId);
    session?.notifyEnd();
    this.endViews(({ session: view }) => view.tokenId === tokenId);
  }
}

interface SessionFields {
  readonly token: Token;
  readonly user: User;
  readonly parts: AuthenticatorParts;
  readonly end: () => void;
}

/** A valid token: the permissions of its holder, and the listeners to call when they end. */
class Session implements Caller {
  readonly user: CallerUser;
  readonly access: Access;
  readonly tokenId: string;
  readonly isLocalOnly: boolean;
  private readonly parts: AuthenticatorParts;
  private readonly listeners = new Set<() => void>();
  private readonly hoursOf: () => string;
  private readonly nextExpiry: (now: number) => number;
  private readonly end: () => void;
  private hours = '';
  private cancelWait: Undo | undefined;
  private ended = false;

  constructor({ token, user, parts, end }: SessionFields) {
    const { home, clock } = parts;
    const { access, hours, nextExpiry } = accessOf(user, token.policy, { home, clock });
    this.access = access;
    this.hoursOf = hours;
    this.nextExpiry = nextExpiry;
    this.tokenId = token.id;
    this.parts = parts;
    this.end = end;
    this.isLocalOnly = user.local_only;
    const { users } = parts;
    this.user = {
      id: user.id,
      get name() {
        return users.get(user.id)?.name ?? user.name;
      },
      is_owner: user.is_owner && token.policy === null,
      is_admin: isAdmin(user) && access.isAdmin,
    };
  }

  onRevoked(listener: () => void): Undo {
    if (this.ended) {
      listener();
      return () => {};
    }
    const own = (): void => listener();
    if (this.listeners.size === 0) {
      this.hours = this.hoursOf();
      this.wait();
    }
    this.listeners.add(own);
    return () => {
      this.listeners.delete(own);
      if (this.listeners.size === 0) this.cancelWait?.();
    };
  }

  notifyEnd(): void {
    this.ended = true;
    this.cancelWait?.();
    const listeners = [...this.listeners];
    this.listeners.clear();
    for (const listener of listeners) listener();
  }

  /** Checks again when the token or a policy expires, and each minute if permissions depend on the time. */
  private wait(): void {
    const { clock, tokens } = this.parts;
    const now = clock.now();
    const expiry = tokens.get(this.tokenId)?.expires_at ?? null;
    if (expiry !== null && expiry <= now) {
      tokens.sweep(this.tokenId);
      return;
    }
    if (this.hoursOf() !== this.hours) {
      this.end();
      return;
    }
    const minute = this.hours === '' ? Number.POSITIVE_INFINITY : 60_000 - (now % 60_000);
    const end = Math.min(expiry ?? Number.POSITIVE_INFINITY, this.nextExpiry(now));
    const wait = Math.min(minute, end - now);
    if (Number.isFinite(wait)) this.cancelWait = clock.after(wait, () => this.wait());
  }
}
