import { z } from 'zod';
import type { Auth } from '../../../auth/auth.ts';
import { MFA_MODULE, PROVIDER } from '../../../auth/login-flow.ts';
import type { Token } from '../../../auth/tokens.ts';
import type { User } from '../../../auth/users.ts';
import { isoTime } from '../../../core/clock.ts';
import { fault } from '../../../core/errors.ts';
import { object } from '../../shapes/plain-shapes.ts';
import { FlowStepShape } from '../../shapes/registry-shapes.ts';
import { CurrentUserShape, TokensShape } from '../../shapes/user-shapes.ts';
import { type Call, type Command, defineCommand } from '../command.ts';

const DAY = 86_400_000;
const MAX_LIFETIME = 36_500;
const MAX_SIGNATURE = 7 * 86_400;
/** The delay before connections close when all tokens are revoked, so that the answer arrives first. */
const CLOSE_GRACE_MS = 1000;

const Id = z.string().max(64);

/** The current user, and the user's own tokens and second factor. */
export function authCommands(auth: Auth): Command[] {
  return [currentUser(auth), ...tokenCommands(auth), ...factorCommands(auth)];
}

function currentUser(auth: Auth): Command {
  return defineCommand({
    type: 'auth/current_user',
    permission: 'user',
    summary: 'The user of the connection',
    result: CurrentUserShape,
    fields: {},
    handle: ({ caller: { user } }) => ({
      id: user.id,
      name: user.name,
      is_owner: user.is_owner,
      is_admin: user.is_admin,
      credentials: auth.credentials.has(user.id)
        ? [{ auth_provider_type: PROVIDER.type, auth_provider_id: PROVIDER.id }]
        : [],
      mfa_modules: [{ ...MFA_MODULE, enabled: auth.factors.has(user.id) }],
    }),
  });
}

/**
 * Rejects limited tokens: they must not manage the account, or they could create a token with more
 * permissions.
 */
export function requireUser(auth: Auth, { caller }: Call<unknown>): User {
  const token = auth.tokens.get(caller.tokenId);
  if (token === undefined || token.policy !== null)
    throw fault('unauthorized', 'limited_token_cannot_do_this');
  return auth.users.need(caller.user.id);
}

function tokenCommands(auth: Auth): Command[] {
  const { tokens, audit, authenticator, clock } = auth;
  const own = (call: Call<unknown>, id: string): Token => {
    const user = requireUser(auth, call);
    const token = tokens.get(id);
    if (token?.user_id !== user.id) throw fault('invalid_token_id', 'received_invalid_token');
    return token;
  };
  return [
    defineCommand({
      type: 'auth/long_lived_access_token',
      changes: 'final',
      permission: 'user',
      summary: 'Creates a long-lived access token, which is shown only once',
      result: z.string(),
      fields: {
        client_name: z.string(),
        client_icon: z.string().max(100).nullable().optional(),
        lifespan: z
          .number()
          .int()
          .positive()
          .max(MAX_LIFETIME)
          .optional()
          .describe('days; unlimited by default'),
      },
      handle: async (call) => {
        const { client_name, client_icon, lifespan } = call.message;
        const { token, secret } = await tokens.create({
          user_id: requireUser(auth, call).id,
          kind: 'long_lived_access_token',
          name: client_name,
          icon: client_icon ?? null,
          expires_at: lifespan === undefined ? null : clock.now() + lifespan * DAY,
        });
        await audit.record('token_made', authenticator.actorOf(call.access), {
          token: token.id,
          name: token.name,
        });
        return secret;
      },
    }),
    defineCommand({
      type: 'auth/refresh_tokens',
      permission: 'user',
      summary: 'The tokens of the caller: logins and long-lived ones',
      result: TokensShape,
      fields: {},
      handle: (call) =>
        tokens.ofUser(requireUser(auth, call).id).map((token) => showToken(token, call.caller.tokenId)),
    }),
    defineCommand({
      type: 'auth/delete_refresh_token',
      changes: 'final',
      permission: 'user',
      summary: 'Revokes one token; its connections end',
      result: object({}),
      fields: { refresh_token_id: Id },
      handle: async (call) => {
        const token = own(call, call.message.refresh_token_id);
        const actor = authenticator.actorOf(call.access);
        await tokens.revoke(token.id);
        await audit.record('token_revoked', actor, { token: token.id, name: token.name });
        return {};
      },
    }),
    defineCommand({
      type: 'auth/delete_all_refresh_tokens',
      changes: 'final',
      permission: 'user',
      summary: 'Revokes all tokens, or all of one kind',
      result: object({}),
      fields: {
        token_type: z.enum(['normal', 'long_lived_access_token']).optional(),
        delete_current_token: z.boolean().optional(),
      },
      handle: async (call) => {
        const { token_type, delete_current_token = true } = call.message;
        const { id } = requireUser(auth, call);
        const actor = authenticator.actorOf(call.access);
        const current = call.caller.tokenId;
        const picked = tokens
          .ofUser(id)
          .filter((token) => token_type === undefined || token.kind === token_type)
          .filter((token) => delete_current_token || token.id !== current);
        await Promise.all(
          picked.map((token) =>
            token.id === current
              ? tokens.revoke(token.id, (send) => clock.after(CLOSE_GRACE_MS, send))
              : tokens.revoke(token.id),
          ),
        );
        await audit.record('token_revoked', actor, { count: picked.length });
        return {};
      },
    }),
    defineCommand({
      type: 'auth/refresh_token_set_expiry',
      changes: 'final',
      permission: 'user',
      summary: 'Lets a login expire 90 days after its last use, or never',
      result: object({}),
      fields: { refresh_token_id: Id, enable_expiry: z.boolean() },
      handle: async (call) => {
        const token = own(call, call.message.refresh_token_id);
        if (token.kind !== 'normal') throw fault('invalid_token_id', 'received_invalid_token');
        await tokens.setLapse(token, call.message.enable_expiry);
        return {};
      },
    }),
    defineCommand({
      type: 'auth/sign_path',
      permission: 'user',
      summary: 'Signs a path, which can then be read without a token for a limited time',
      result: object({ path: z.string().describe('The path with its signature') }),
      fields: { path: z.string(), expires: z.number().int().positive().max(MAX_SIGNATURE).optional() },
      handle: ({ message: { path, expires = 30 }, caller }) => ({
        path: auth.signedPaths.sign(path, expires, caller.tokenId),
      }),
    }),
  ];
}

function factorCommands(auth: Auth): Command[] {
  const { factors, audit, authenticator } = auth;
  const form = (flow_id: string, placeholders: object | null, errors: object) => ({
    type: 'form',
    flow_id,
    handler: MFA_MODULE.id,
    step_id: 'init',
    data_schema: [{ type: 'string', name: 'code', required: true }],
    errors,
    description_placeholders: placeholders,
    last_step: null,
    preview: null,
  });
  return [
    defineCommand({
      type: 'auth/setup_mfa',
      changes: 'final',
      permission: 'user',
      summary:
        'Sets up a second factor: first with `mfa_module_id`, then with `flow_id` and a code of the app',
      result: FlowStepShape,
      fields: {
        mfa_module_id: z.string().optional(),
        flow_id: Id.optional(),
        user_input: z.strictObject({ code: z.string().max(100) }).optional(),
      },
      handle: async (call) => {
        const { mfa_module_id, flow_id, user_input } = call.message;
        const user = requireUser(auth, call);
        if (factors.has(user.id)) throw fault('not_allowed', 'second_factor_exists');
        if (flow_id === undefined) {
          needModule(mfa_module_id);
          if (!auth.credentials.has(user.id)) throw fault('not_allowed', 'second_factor_needs_password');
          const setup = factors.begin(user);
          return form(setup.flowId, { code: setup.secret, url: setup.url, qr_code: '' }, {});
        }
        const codes = await factors.confirm(user.id, flow_id, user_input?.code ?? '');
        if (codes === null) return form(flow_id, null, { base: 'invalid_code' });
        await audit.record('second_factor_changed', authenticator.actorOf(call.access), { enabled: true });
        return { type: 'create_entry', flow_id, handler: MFA_MODULE.id, result: { recovery_codes: codes } };
      },
    }),
    defineCommand({
      type: 'auth/depose_mfa',
      changes: 'final',
      permission: 'user',
      summary: 'Removes the second factor',
      result: z.string(),
      fields: { mfa_module_id: z.string() },
      handle: async (call) => {
        needModule(call.message.mfa_module_id);
        const user = requireUser(auth, call);
        await factors.remove(user.id);
        await audit.record('second_factor_changed', authenticator.actorOf(call.access), { enabled: false });
        return 'done';
      },
    }),
  ];
}

function needModule(id: string | undefined): void {
  if (id !== MFA_MODULE.id)
    throw fault('not_found', 'mfa_module_not_found', { id: JSON.stringify(id ?? null) });
}

function showToken(token: Token, current: string) {
  const time = (point: number | null): string | null => (point === null ? null : isoTime(point));
  return {
    id: token.id,
    client_id: token.client_id,
    client_name: token.name,
    client_icon: token.icon,
    type: token.kind,
    created_at: isoTime(token.created_at),
    is_current: token.id === current,
    last_used_at: time(token.last_used_at),
    last_used_ip: token.last_used_ip,
    auth_provider_type: token.kind === 'normal' ? PROVIDER.type : null,
    expire_at: time(token.expires_at),
  };
}
