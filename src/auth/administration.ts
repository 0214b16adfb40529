import { isoTime } from '../core/clock.ts';
import { fault } from '../core/errors.ts';
import type { Actor } from './audit.ts';
import type { Auth } from './auth.ts';
import { checkNewPassword } from './passwords.ts';
import type { Policy } from './policy-schema.ts';
import type { Token } from './tokens.ts';
import { type Group, normalUsername, type User } from './users.ts';

const DAY = 86_400_000;
/** The actor recorded for the command line: whoever can read the data folder. */
export const COMMAND_LINE: Actor = { userId: null, tokenId: null, peer: 'command line' };

/** A token without its secret, as shown to its user and on the command line. */
export interface TokenView {
  readonly id: string;
  readonly name: string | null;
  readonly user: string;
  readonly type: Token['kind'];
  readonly created_at: string;
  readonly expire_at: string | null;
  readonly last_used_at: string | null;
  readonly last_used_ip: string | null;
}

/** The arguments of `token create`. */
export interface TokenRequest {
  readonly name: string;
  /** A username, a display name or an ID; the owner by default. */
  readonly user?: string | undefined;
  readonly days?: number | undefined;
  readonly policy?: Policy | undefined;
}

/** Creates a long-lived token and returns its secret, which is not stored. */
export async function createToken(auth: Auth, request: TokenRequest): Promise<string> {
  const user = request.user === undefined ? await auth.users.ownerForScripts() : findUser(auth, request.user);
  if (!user.is_active) throw fault('not_allowed', 'user_disabled', { user: JSON.stringify(user.name) });
  const { secret, token } = await auth.tokens.create({
    user_id: user.id,
    kind: 'long_lived_access_token',
    name: request.name,
    expires_at: request.days === undefined ? null : auth.clock.now() + request.days * DAY,
    policy: request.policy ?? null,
  });
  await auth.audit.record('token_made', COMMAND_LINE, { token: token.id, name: token.name, user: user.id });
  return secret;
}

/** The tokens of one user, or of all. */
export function listTokens(auth: Auth, user?: string): TokenView[] {
  const users = user === undefined ? auth.users.all() : [findUser(auth, user)];
  return users.flatMap((one) => auth.tokens.ofUser(one.id).map((token) => tokenView(token, one)));
}

/** Revokes a long-lived token by ID or name. Throws `not_found`, or `invalid_info` for an ambiguous name. */
export async function revokeToken(auth: Auth, idOrName: string): Promise<void> {
  const all = auth.users.all().flatMap((user) => auth.tokens.ofUser(user.id));
  const byId = all.filter(({ id }) => id === idOrName);
  const found =
    byId.length > 0 ? byId : all.filter(({ name, kind }) => kind !== 'normal' && name === idOrName);
  const [token] = found;
  if (token === undefined)
    throw fault('not_found', 'no_such_token', { id_or_name: JSON.stringify(idOrName) });
  if (found.length > 1)
    throw fault('invalid_info', 'ambiguous_token_name', { id_or_name: JSON.stringify(idOrName) });
  await auth.tokens.revoke(token.id);
  await auth.audit.record('token_revoked', COMMAND_LINE, { token: token.id, name: token.name });
}

/** The arguments of `user create`; the owner and users who log in need a username and a password. */
export interface UserRequest {
  readonly name: string;
  readonly role: Role;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
}

/** Roles as named on the command line. */
export type Role = 'owner' | 'administrator' | 'user' | 'read-only';
const GROUPS: Readonly<Record<Exclude<Role, 'owner'>, Group>> = {
  administrator: 'system-admin',
  user: 'system-users',
  'read-only': 'system-read-only',
};

/** A user as shown on the command line. */
export interface UserView {
  readonly id: string;
  readonly name: string;
  readonly username: string | null;
  readonly role: Role | 'none';
  readonly is_active: boolean;
  readonly is_limited: boolean;
}

/** Creates a user, or claims the home for the owner; returns the ID. */
export async function createUser(
  auth: Auth,
  { name, role, username, password }: UserRequest,
): Promise<string> {
  const hasLogin = username !== undefined && password !== undefined;
  if (!hasLogin && (role === 'owner' || username !== undefined || password !== undefined))
    throw fault('invalid_info', 'user_name_and_password_needed');
  if (hasLogin) {
    checkNewPassword(password);
    if (role !== 'owner') auth.users.checkUsername(username, '');
  }
  const user =
    role === 'owner' && hasLogin
      ? await auth.claim.become({ name, username, password })
      : await auth.users.create({ name, group_ids: role === 'owner' ? [] : [GROUPS[role]] });
  if (role !== 'owner' && hasLogin) await auth.credentials.create(user.id, username, password);
  await auth.audit.record(role === 'owner' ? 'house_claimed' : 'user_made', COMMAND_LINE, {
    user: user.id,
    name,
    role,
  });
  return user.id;
}

/** All users, oldest first. */
export function listUsers(auth: Auth): UserView[] {
  return auth.users.all().map((user) => ({
    id: user.id,
    name: user.name,
    username: user.username,
    role: roleOf(user),
    is_active: user.is_active,
    is_limited: user.policy !== null,
  }));
}

/** Sets a user's password, the first one with a username; the user's logins end. */
export async function setPassword(
  auth: Auth,
  request: { readonly user: string; readonly password: string; readonly username?: string | undefined },
): Promise<void> {
  const user = findUser(auth, request.user);
  if (request.username !== undefined && !auth.credentials.has(user.id))
    await auth.credentials.create(user.id, request.username, request.password);
  else await resetPassword(auth, { userId: user.id, password: request.password });
  await auth.audit.record('password_changed', COMMAND_LINE, { user: user.id });
}

/** Disables a user, revoking tokens and closing connections, or enables the user again. */
export async function setActive(auth: Auth, text: string, isActive: boolean): Promise<void> {
  const user = findUser(auth, text);
  await auth.users.update(user.id, { is_active: isActive });
  await auth.audit.record('rights_changed', COMMAND_LINE, { user: user.id, is_active: isActive });
}

function roleOf(user: User): UserView['role'] {
  if (user.is_owner) return 'owner';
  for (const [role, group] of Object.entries(GROUPS))
    if (user.group_ids.includes(group)) return role as keyof typeof GROUPS;
  return 'none';
}

/** Changes the password of a token's user, who must know the current one; other logins of the user end. */
export async function changeOwnPassword(
  auth: Auth,
  request: { readonly tokenId: string; readonly current: string; readonly requested: string },
): Promise<void> {
  const token = auth.tokens.get(request.tokenId);
  if (token === undefined) throw fault('unauthorized', 'unauthorized');
  checkNewPassword(request.requested);
  // Guessing the password with a stolen token is throttled like guessing it at login.
  const attempt = auth.throttle.begin(
    token.last_used_ip ?? '',
    auth.users.need(token.user_id).username ?? '',
  );
  await auth.credentials.change(token.user_id, request.current, request.requested);
  attempt.forgive();
  await endLogins(auth, token.user_id, token.id);
}

/** Resets a user's password without the current one; the user's logins end, except `keep`. */
export async function resetPassword(
  auth: Auth,
  request: { readonly userId: string; readonly password: string; readonly save?: string },
): Promise<void> {
  await auth.credentials.set(request.userId, request.password);
  await endLogins(auth, request.userId, request.save);
}

async function endLogins(auth: Auth, userId: string, save: string | undefined): Promise<void> {
  await auth.tokens.revokeAll(userId, ({ id, kind }) => kind === 'normal' && id !== save);
}

/** Finds a user by ID, username or name. Throws `not_found`, or `invalid_info` for an ambiguous name. */
export function findUser(auth: Auth, text: string): User {
  const user = auth.users.get(text) ?? auth.users.byUsername(text);
  if (user !== undefined) return user;
  const named = auth.users.all().filter(({ name }) => normalUsername(name) === normalUsername(text));
  const [one] = named;
  if (one === undefined) throw fault('not_found', 'no_such_user', { text: JSON.stringify(text) });
  if (named.length > 1) throw fault('invalid_info', 'ambiguous_user_name', { text: JSON.stringify(text) });
  return one;
}

function tokenView(token: Token, user: User): TokenView {
  const time = (point: number | null): string | null => (point === null ? null : isoTime(point));
  return {
    id: token.id,
    name: token.name,
    user: user.username ?? user.name,
    type: token.kind,
    created_at: isoTime(token.created_at),
    expire_at: time(token.expires_at),
    last_used_at: time(token.last_used_at),
    last_used_ip: token.last_used_ip,
  };
}
