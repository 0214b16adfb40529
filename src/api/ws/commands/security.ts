import { z } from 'zod';
import type { Audit, AuditEntry } from '../../../auth/audit.ts';
import type { Auth } from '../../../auth/auth.ts';
import { Policy } from '../../../auth/policy-schema.ts';
import type { Token } from '../../../auth/tokens.ts';
import type { User } from '../../../auth/users.ts';
import { isoTime } from '../../../core/clock.ts';
import { isObject } from '../../../core/coerce.ts';
import { fault, type HubError } from '../../../core/errors.ts';
import { IsoTime, Nothing, NullableText, object } from '../../shapes/plain-shapes.ts';
import { type Call, type Command, defineCommand } from '../command.ts';
import { requireUser } from './auth.ts';

const DAY = 86_400_000;
const MAX_LIFETIME = 36_500;
const Id = z.string().max(64);

/** What the profile and security pages of Hearth's own app need beyond Home Assistant's commands. */
export function securityCommands(auth: Auth, audit: Audit): Command[] {
  return [...tokenCommands(auth), ...auditCommands(auth, audit)];
}

function tokenCommands(auth: Auth): Command[] {
  const { tokens, authenticator, clock } = auth;
  /** Whether an account is off limits to the caller: only the owner may see the owner's tokens and logins. */
  const isForeignOwner = ({ caller }: Call<unknown>, userId: string): boolean =>
    !caller.user.is_owner && auth.users.get(userId)?.is_owner === true;
  /** The user a command is about: the caller; administrators may name any user but the owner. */
  const subject = (call: Call<unknown>, userId: string | undefined): User => {
    const own = requireUser(auth, call);
    if (userId === undefined || userId === own.id) return own;
    if (!call.access.isAdmin || isForeignOwner(call, userId)) throw fault('unauthorized', 'unauthorized');
    return auth.users.need(userId);
  };
  return [
    defineCommand({
      type: 'hearth/token/list',
      permission: 'user',
      summary: 'The tokens of the caller, or for administrators of any user but the owner, with their limits',
      result: z.array(
        object({ id: z.string(), type: z.string(), name: NullableText, is_current: z.boolean() }),
      ),
      fields: { user_id: Id.optional() },
      handle: (call) =>
        tokens
          .ofUser(subject(call, call.message.user_id).id)
          .map((token) => showToken(token, call.caller.tokenId)),
    }),
    defineCommand({
      type: 'hearth/token/create',
      changes: 'final',
      permission: 'user',
      summary: 'Creates a long-lived access token, limited by a policy if given; it is shown only once',
      result: object({ id: z.string(), token: z.string() }),
      fields: {
        name: z.string(),
        days: z.number().int().positive().max(MAX_LIFETIME).nullable().optional(),
        policy: Policy.nullable().optional(),
      },
      handle: async (call) => {
        const { name, days = null, policy = null } = call.message;
        const { token, secret } = await tokens.create({
          user_id: requireUser(auth, call).id,
          kind: 'long_lived_access_token',
          name,
          expires_at: days === null ? null : clock.now() + days * DAY,
          policy,
        });
        await auth.audit.record('token_made', authenticator.actorOf(call.access), {
          token: token.id,
          name: token.name,
          limited: policy !== null,
        });
        return { id: token.id, token: secret };
      },
    }),
    defineCommand({
      type: 'hearth/token/update',
      changes: 'final',
      permission: 'user',
      summary:
        'Changes the name or the policy of a long-lived access token; a new policy ends its connections',
      result: Nothing,
      fields: { token_id: Id, name: z.string().optional(), policy: Policy.nullable().optional() },
      handle: async (call) => {
        const { token_id, name, policy } = call.message;
        const { id } = requireUser(auth, call);
        const token = tokens.get(token_id);
        if (token?.user_id !== id || token.kind === 'normal') throw noToken();
        const actor = authenticator.actorOf(call.access);
        await tokens.update(token_id, { name, policy });
        await auth.audit.record('rights_changed', actor, {
          token: token_id,
          limited: (policy ?? null) !== null,
        });
        return null;
      },
    }),
    defineCommand({
      type: 'hearth/token/revoke',
      changes: 'final',
      permission: 'user',
      summary: 'Revokes a token of the caller, or for administrators of any user but the owner',
      result: Nothing,
      fields: { token_id: Id },
      handle: async (call) => {
        const own = requireUser(auth, call);
        const token = tokens.get(call.message.token_id);
        const isOwn = token?.user_id === own.id;
        if (token === undefined || (!isOwn && !call.access.isAdmin)) throw noToken();
        if (isForeignOwner(call, token.user_id)) throw noToken();
        const actor = authenticator.actorOf(call.access);
        await tokens.revoke(token.id);
        await auth.audit.record('token_revoked', actor, { token: token.id, name: token.name });
        return null;
      },
    }),
  ];
}

function auditCommands(auth: Auth, audit: Audit): Command[] {
  return [
    defineCommand({
      type: 'hearth/audit/list',
      permission: 'admin',
      summary:
        'The audit log: logins, failed logins and permission changes; the newest first, `before` an ID',
      result: object({ entries: z.array(object({ id: z.number(), time: IsoTime, action: z.string() })) }),
      fields: {
        before: z.number().int().positive().optional(),
        limit: z.number().int().min(1).max(1000).optional(),
        action: z.string().max(64).optional(),
        user_id: Id.optional(),
      },
      handle: async ({ message: { before, limit, action, user_id }, caller }) => {
        const entries = await audit.list({ before, limit, action, user_id });
        return {
          entries: caller.user.is_owner ? entries : entries.map((entry) => withoutOwnerLogins(entry, auth)),
        };
      },
    }),
    defineCommand({
      type: 'hearth/second_factor',
      changes: 'final',
      permission: 'user',
      summary:
        'When the caller enabled a second factor, and how many recovery codes are left; null without one',
      result: object({ recovery_codes_left: z.number(), created_at: IsoTime }).nullable(),
      fields: {},
      handle: (call) => auth.factors.stateOf(requireUser(auth, call).id),
    }),
  ];
}

/** Other administrators see what the owner did, but not from which address and with which token. */
function withoutOwnerLogins(entry: AuditEntry, { users }: Auth): AuditEntry {
  if (entry.user_id === null || users.get(entry.user_id)?.is_owner !== true) return entry;
  const { detail } = entry;
  const isOfToken = isObject(detail) && 'token' in detail;
  return { ...entry, token_id: null, peer: null, detail: isOfToken ? {} : detail };
}

function noToken(): HubError {
  return fault('not_found', 'token_not_found');
}

function showToken(token: Token, current: string) {
  const time = (point: number | null): string | null => (point === null ? null : isoTime(point));
  return {
    id: token.id,
    type: token.kind,
    name: token.name,
    client_id: token.client_id,
    device: token.device,
    created_at: isoTime(token.created_at),
    expires_at: time(token.expires_at),
    last_used_at: time(token.last_used_at),
    last_used_ip: token.last_used_ip,
    is_current: token.id === current,
    policy: token.policy,
  };
}
