import { createHmac } from 'node:crypto';
import { digest } from '../auth/secret.ts';
import type { Token } from '../auth/tokens.ts';
import { isoTime } from '../core/clock.ts';
import { message } from '../core/messages.ts';
import type { ImportContext } from './import-plan.ts';
import { type Fields, numberOf, pointOf, textOf } from './stored-fields.ts';

/** The two orders in which Home Assistant wrote the header of an access token. */
const HEADERS = ['{"alg":"HS256","typ":"JWT"}', '{"typ":"JWT","alg":"HS256"}'];
/** The token may have been made some seconds after its record. */
const SECONDS = [0, 1, 2];
const MAX_LOGINS = 200;

/** The tokens of a user. */
export interface UserTokens {
  readonly userId: string;
  readonly name: string;
  readonly tokens: readonly Fields[];
}

/**
 * Keeps refresh tokens and long-lived access tokens valid. Only hashes are stored: an access token is not stored there
 * either, but follows from its key, so all forms it can have are built and hashed, and the key is dropped.
 */
export function importTokens(context: ImportContext, { userId, name, tokens }: UserTokens): void {
  const { plan, report, excluded, now } = context;
  const logins: Token[] = [];
  for (const token of tokens) {
    const id = textOf(token.id);
    const kind = token.token_type ?? 'normal';
    if (id === null || (kind !== 'normal' && kind !== 'long_lived_access_token')) continue;
    const label = `${name}: ${labelOf(token, kind === 'normal')}`;
    const read = kind === 'normal' ? loginOf(token, id, userId) : longLivedOf(token, id, userId);
    if (excluded.has(id) || excluded.has(textOf(token.client_name) ?? ''))
      report.skipped('token', label, message('reason_excluded'));
    else if (read === undefined) report.skipped('token', label, message('reason_token_without_key'));
    else if (read.expires_at !== null && read.expires_at <= now)
      report.skipped('token', label, message('reason_expired'));
    else if (kind === 'normal') logins.push(read);
    else plan.put('tokens', id, read);
    if (plan.has('tokens', id)) report.imported('token', label);
  }
  const used = (token: Token): number => token.last_used_at ?? token.created_at;
  const newest = logins.sort((a, b) => used(b) - used(a));
  for (const [index, login] of newest.entries()) {
    const label = `${name}: ${labelOf(tokens.find(({ id }) => id === login.id) ?? {}, true)}`;
    if (index >= MAX_LOGINS) report.skipped('token', label, message('reason_too_many_logins'));
    else {
      plan.put('tokens', login.id, login);
      report.imported('token', label);
    }
  }
}

/** A login: the client holds the refresh token and names the same client. */
function loginOf(token: Fields, id: string, userId: string): Token | undefined {
  const secret = textOf(token.token);
  const expiry = numberOf(token.expire_at);
  if (secret === null || !/^[\da-f]{128}$/.test(secret)) return undefined;
  return {
    ...common(token, id, userId),
    kind: 'normal',
    hash: digest(secret),
    expires_at: expiry === null ? null : expiry * 1000,
    access: [],
  };
}

function longLivedOf(token: Fields, id: string, userId: string): Token | undefined {
  const key = textOf(token.jwt_key);
  const created = pointOf(token.created_at);
  const lifetime = numberOf(token.access_token_expiration);
  if (key === null || key === '' || created === null || lifetime === null) return undefined;
  const begun = Math.floor(created / 1000);
  const forms = SECONDS.flatMap((more) => {
    const [iat, exp] = [begun + more, begun + more + Math.floor(lifetime)];
    return HEADERS.map((header) => ({
      hash: digest(jwt(header, `{"iss":"${id}","iat":${iat},"exp":${exp}}`, key)),
      expires_at: exp * 1000,
    }));
  });
  const [first, ...others] = forms;
  if (first === undefined) return undefined;
  return {
    ...common(token, id, userId),
    kind: 'long_lived_access_token',
    hash: first.hash,
    expires_at: (begun + Math.floor(lifetime)) * 1000,
    access: others,
  };
}

function common(
  token: Fields,
  id: string,
  userId: string,
): Omit<Token, 'kind' | 'hash' | 'expires_at' | 'access'> {
  const created = pointOf(token.created_at);
  return {
    id,
    user_id: userId,
    name: textOf(token.client_name),
    icon: textOf(token.client_icon),
    client_id: textOf(token.client_id),
    device: null,
    created_at: Math.floor(created ?? 0),
    last_used_at: pointOf(token.last_used_at),
    last_used_ip: textOf(token.last_used_ip),
    policy: null,
  };
}

function jwt(header: string, payload: string, key: string): string {
  const text = [header, payload].map((part) => Buffer.from(part).toString('base64url')).join('.');
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
}

function labelOf(token: Fields, isLogin: boolean): string {
  const used = pointOf(token.last_used_at);
  const last = used === null ? 'never used' : `last used ${isoTime(used).slice(0, 10)}`;
  const id = textOf(token.id)?.slice(0, 6) ?? '?';
  const what = isLogin
    ? `login of ${textOf(token.client_id) ?? '?'} (${id})`
    : (textOf(token.client_name) ?? id);
  return `${what}, ${last}`;
}
