import { z } from 'zod';
import type { Clock } from '../core/clock.ts';
import { hexId } from '../core/context.ts';
import { fault, HubError } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import type { Collection } from '../storage/documents.ts';
import { Policy } from './policy-schema.ts';
import { digest, hasSecretLength, newSecret } from './secret.ts';
import { Signal } from './signal.ts';
import { parseName } from './users.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** How long after its last use a login expires. */
export const LOGIN_LIFETIME = 90 * DAY;
/** How long an access token is valid. */
export const ACCESS_LIFETIME = 30 * MINUTE;
const MAX_LOGINS = 200;
const MAX_LONG_LIVED = 500;
const MAX_ACCESS = 20;
const MAX_RECENT = 200;
const MAX_DEVICE_LENGTH = 200;

/** `normal` is a login; its secret is a refresh token. The others are sent with each request. */
export const TokenKind = z.enum(['normal', 'long_lived_access_token', 'system']);
export type TokenKind = z.infer<typeof TokenKind>;

/** A stored token, with secrets only as SHA-256 and times in milliseconds since 1970. */
export const Token = z.object({
  id: z.string(),
  user_id: z.string(),
  kind: TokenKind,
  hash: z.string(),
  name: z.string().nullable(),
  icon: z.string().nullable(),
  client_id: z.string().nullable(),
  /** The browser or program that logged in, as it calls itself. */
  device: z.string().nullable(),
  created_at: z.number(),
  expires_at: z.number().nullable(),
  last_used_at: z.number().nullable(),
  last_used_ip: z.string().nullable(),
  /** Limits beyond those of the user; null if there are none. */
  policy: Policy.nullable(),
  access: z.array(z.object({ hash: z.string(), expires_at: z.number() })),
});
export type Token = z.infer<typeof Token>;

/** The properties of a new token. */
export interface NewToken {
  readonly user_id: string;
  readonly kind: TokenKind;
  readonly name?: string;
  readonly icon?: string | null;
  readonly client_id?: string | null;
  readonly device?: string | null;
  /** A timestamp; by default the token never expires. */
  readonly expires_at?: number | null;
  readonly policy?: Policy | null;
}

/** A secret that may be sent with requests: its token and its expiry. */
export interface Bearer {
  readonly tokenId: string;
  readonly expiresAt: number | null;
}

/** The tokens of all users. A secret is returned once, on creation; changes resolve when they are durable. */
export class Tokens {
  /** Emits each revoked token. */
  readonly revoked = new Signal<Token>();
  /** Emits the ID of a token whose limits have changed. */
  readonly limitsChanged = new Signal<string>();
  private readonly tokens: Collection<Token>;
  private readonly clock: Clock;
  private readonly log: Log;
  private readonly bearers = new Map<string, Bearer>();
  private readonly recent = new Map<string, Bearer>();
  private readonly logins = new Map<string, string>();
  /** After a failed write, the next use is recorded no earlier than this. */
  private restsUntil = Number.NEGATIVE_INFINITY;

  constructor(tokens: Collection<Token>, clock: Clock, log: Log) {
    this.tokens = tokens;
    this.clock = clock;
    this.log = log;
    for (const token of tokens.entries.values()) this.index(token);
  }

  get(id: string): Token | undefined {
    return this.tokens.entries.get(id);
  }

  /** All tokens of a user, oldest first. */
  ofUser(userId: string): Token[] {
    return [...this.tokens.entries.values()]
      .filter((token) => token.user_id === userId)
      .sort((a, b) => a.created_at - b.created_at);
  }

  /**
   * The token of a secret, looked up by hash, so that timing reveals nothing about stored secrets. Accepted
   * secrets are cached until a token changes: hashing costs a tenth of a service call.
   */
  findBearer(text: string): Bearer | undefined {
    const known = this.recent.get(text);
    if (known !== undefined || !hasSecretLength(text)) return known;
    const found = this.bearers.get(digest(text));
    if (found !== undefined) {
      if (this.recent.size >= MAX_RECENT) this.recent.clear();
      this.recent.set(text, found);
    }
    return found;
  }

  /** Whether there is a login for an app of this origin. */
  hasLoginFor(origin: string): boolean {
    for (const token of this.tokens.entries.values()) {
      const { client_id: client } = token;
      if (client === null || this.isExpired(token) || !URL.canParse(client)) continue;
      if (new URL(client).origin === origin) return true;
    }
    return false;
  }

  /** The login of a refresh token, unless it has expired. */
  findLogin(text: string): Token | undefined {
    const id = hasSecretLength(text) ? this.logins.get(digest(text)) : undefined;
    const token = id === undefined ? undefined : this.get(id);
    return token === undefined || this.isExpired(token) ? undefined : token;
  }

  /** Whether the token has expired; one without an expiry never does. */
  isExpired(token: Token): boolean {
    return token.expires_at !== null && token.expires_at <= this.clock.now();
  }

  /** Creates a token. A long-lived one needs a name that is unique for its user (`invalid_info`). */
  async create(request: NewToken): Promise<{ readonly token: Token; readonly secret: string }> {
    const name = request.name === undefined ? null : parseName(request.name);
    const now = this.clock.now();
    const expiresAt = request.expires_at ?? null;
    if (request.kind === 'long_lived_access_token') this.checkLongLived(request.user_id, name);
    if (expiresAt !== null && expiresAt <= now) throw fault('invalid_info', 'token_already_expired');
    const secret = newSecret();
    const token: Token = {
      id: hexId(),
      user_id: request.user_id,
      kind: request.kind,
      hash: digest(secret),
      name,
      icon: request.icon ?? null,
      client_id: request.client_id ?? null,
      device: request.device?.slice(0, MAX_DEVICE_LENGTH) ?? null,
      created_at: now,
      expires_at: expiresAt,
      last_used_at: null,
      last_used_ip: null,
      policy: request.policy ?? null,
      access: [],
    };
    if (request.kind === 'normal') this.forgetOldestLogins(request.user_id);
    this.index(token);
    await this.tokens.put(token.id, token);
    return { token, secret };
  }

  /**
   * Creates an access token for a login, which it extends. If the disk cannot save it, it is valid until the
   * next start, so that users can see what is wrong.
   */
  async grantAccess(login: Token, peer: string): Promise<string> {
    const now = this.clock.now();
    const secret = newSecret();
    const access = [
      ...login.access.filter(({ expires_at }) => expires_at > now).slice(1 - MAX_ACCESS),
      { hash: digest(secret), expires_at: now + ACCESS_LIFETIME },
    ];
    const durable = this.change(login.id, {
      access,
      expires_at: login.expires_at === null ? null : now + LOGIN_LIFETIME,
      last_used_at: now,
      last_used_ip: peer,
    });
    await durable.catch((error: unknown) => {
      if (!(error instanceof HubError) || error.code !== 'unavailable') throw error;
    });
    return secret;
  }

  /** Sets whether a token expires after a while without use. */
  async setLapse(token: Token, lapses: boolean): Promise<void> {
    await this.change(token.id, { expires_at: lapses ? this.clock.now() + LOGIN_LIFETIME : null });
  }

  /** Changes the name or the limits of a long-lived token; changed limits emit `limitsChanged`. */
  async update(
    id: string,
    patch: { name?: string | undefined; policy?: Policy | null | undefined },
  ): Promise<void> {
    const old = this.get(id);
    if (old === undefined) throw fault('not_found', 'token_gone');
    const name = patch.name === undefined ? old.name : parseName(patch.name);
    if (name !== old.name) this.checkLongLived(old.user_id, name);
    const durable = this.change(id, { name, policy: patch.policy === undefined ? old.policy : patch.policy });
    if (patch.policy !== undefined) this.limitsChanged.emit(id);
    await durable.catch((error: unknown) => {
      if (patch.policy !== undefined) this.limitsChanged.emit(id);
      throw error;
    });
  }

  /** Records a use, on disk at most once a minute. */
  touch(token: Token, peer: string, now: number): void {
    if ((token.last_used_at !== null && now - token.last_used_at < MINUTE) || now < this.restsUntil) return;
    this.change(token.id, { last_used_at: now, last_used_ip: peer }).catch(() => {
      // The store has logged the error.
      this.restsUntil = now + MINUTE;
    });
  }

  /**
   * Revokes a token immediately; false if there is none. `notify` may delay the notification of its
   * connections. If the disk rejects the change, it stays listed but invalid until the next start.
   */
  async revoke(id: string, notify = (task: () => void): void => task()): Promise<boolean> {
    const token = this.get(id);
    if (token === undefined) return false;
    this.unindex(token);
    const durable = this.tokens.delete(id);
    notify(() => this.revoked.emit(token));
    await durable;
    return true;
  }

  /** Revokes all tokens of a user that `which` selects; returns how many. */
  async revokeAll(userId: string, which: (token: Token) => boolean = () => true): Promise<number> {
    const picked = this.ofUser(userId).filter(which);
    await Promise.all(picked.map(({ id }) => this.revoke(id)));
    return picked.length;
  }

  /** Deletes expired tokens: the given one, or all. */
  sweep(id?: string): void {
    for (const token of [...this.tokens.entries.values()]) {
      if ((id !== undefined && token.id !== id) || !this.isExpired(token)) continue;
      this.revoke(token.id).catch((error) =>
        this.log.warn('Could not delete an expired token', { token: token.id, error }),
      );
    }
  }

  private change(id: string, patch: Partial<Token>): Promise<void> {
    const old = this.get(id);
    if (old === undefined) return Promise.reject(fault('not_found', 'token_gone'));
    const token: Token = { ...old, ...patch };
    if (patch.access !== undefined || patch.expires_at !== undefined) {
      this.unindex(old);
      this.index(token);
    }
    return this.tokens.put(id, token);
  }

  private index(token: Token): void {
    if (token.kind === 'normal') this.logins.set(token.hash, token.id);
    else this.bearers.set(token.hash, { tokenId: token.id, expiresAt: token.expires_at });
    for (const { hash, expires_at } of token.access)
      this.bearers.set(hash, { tokenId: token.id, expiresAt: expires_at });
  }

  private unindex(token: Token): void {
    this.recent.clear();
    this.logins.delete(token.hash);
    this.bearers.delete(token.hash);
    for (const { hash } of token.access) this.bearers.delete(hash);
  }

  private checkLongLived(userId: string, name: string | null): void {
    if (name === null) throw fault('invalid_info', 'long_lived_token_needs_name');
    const others = this.ofUser(userId).filter(({ kind }) => kind === 'long_lived_access_token');
    if (others.some((token) => token.name === name))
      throw fault('invalid_info', 'token_name_taken', { name: JSON.stringify(name) });
    if (others.length >= MAX_LONG_LIVED)
      throw fault('not_allowed', 'too_many_long_lived_tokens', { max: MAX_LONG_LIVED });
  }

  /** Limits the logins of a user by ending those unused for longest. */
  private forgetOldestLogins(userId: string): void {
    const logins = this.ofUser(userId).filter(({ kind }) => kind === 'normal');
    const used = (token: Token): number => token.last_used_at ?? token.created_at;
    const surplus = logins
      .sort((a, b) => used(a) - used(b))
      .slice(0, Math.max(0, logins.length + 1 - MAX_LOGINS));
    for (const { id } of surplus)
      this.revoke(id).catch((error) =>
        this.log.warn('Could not delete an expired login', { token: id, error }),
      );
  }
}
