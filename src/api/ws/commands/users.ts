import { z } from 'zod';
import { changeOwnPassword, resetPassword } from '../../../auth/administration.ts';
import type { Auth } from '../../../auth/auth.ts';
import { PROVIDER } from '../../../auth/login-flow.ts';
import { Policy } from '../../../auth/policy-schema.ts';
import { Group, type User } from '../../../auth/users.ts';
import { fault } from '../../../core/errors.ts';
import { Nothing, object } from '../../shapes/plain-shapes.ts';
import { ProfileShape, UserShape } from '../../shapes/user-shapes.ts';
import { type Call, type Command, defineCommand } from '../command.ts';
import { requireUser } from './auth.ts';

const UserId = z.string().max(64);
const Groups = z.array(Group).max(3);
const PROVIDER_PATH = `config/auth_provider/${PROVIDER.type}`;

/** Users and passwords: for administrators, and one's own password for everyone. */
export function userCommands(auth: Auth): Command[] {
  return [...accountCommands(auth), ...passwordCommands(auth)];
}

function accountCommands(auth: Auth): Command[] {
  const { users, audit, authenticator } = auth;
  const show = (user: User) => ({
    id: user.id,
    username: user.username,
    name: user.name,
    is_owner: user.is_owner,
    is_active: user.is_active,
    local_only: user.local_only,
    system_generated: user.system_generated,
    group_ids: user.group_ids,
    credentials: auth.credentials.has(user.id) ? [{ type: PROVIDER.type }] : [],
    policy: user.policy,
  });
  return [
    defineCommand({
      type: 'config/auth/list',
      permission: 'admin',
      summary: 'All users',
      result: z.array(UserShape),
      fields: {},
      handle: () => users.all().map(show),
    }),
    defineCommand({
      type: 'config/auth/create',
      changes: 'undoable',
      permission: 'admin',
      summary: 'Creates a user, who cannot log in yet',
      result: object({ user: UserShape }),
      fields: {
        name: z.string(),
        group_ids: Groups.optional(),
        local_only: z.boolean().optional(),
        policy: Policy.nullable().optional(),
      },
      handle: async (call) => {
        const { name, group_ids = [], local_only = false, policy = null } = call.message;
        const user = await users.create({ name, group_ids, local_only, policy });
        await audit.record('user_made', authenticator.actorOf(call.access), {
          user: user.id,
          name,
          group_ids,
        });
        return { user: show(user) };
      },
    }),
    defineCommand({
      type: 'config/auth/update',
      changes: 'undoable',
      permission: 'admin',
      summary: 'Changes a user; changed permissions end the connections of this user',
      result: object({ user: UserShape }),
      fields: {
        user_id: UserId,
        name: z.string().optional(),
        is_active: z.boolean().optional(),
        group_ids: Groups.optional(),
        local_only: z.boolean().optional(),
        policy: Policy.nullable().optional(),
      },
      handle: async (call) => {
        const { user_id, name, is_active, group_ids, local_only, policy } = call.message;
        refuseForeignOwner(auth, call, user_id);
        const actor = authenticator.actorOf(call.access);
        const user = await users.update(user_id, { name, is_active, group_ids, local_only, policy });
        const isRight = [is_active, group_ids, local_only, policy].some((value) => value !== undefined);
        await audit.record(isRight ? 'rights_changed' : 'user_changed', actor, {
          user: user.id,
          name: user.name,
          is_active: user.is_active,
          group_ids: user.group_ids,
          local_only: user.local_only,
          limited: user.policy !== null,
        });
        return { user: show(user) };
      },
    }),
    defineCommand({
      type: 'config/auth/delete',
      changes: 'final',
      permission: 'admin',
      summary: 'Removes a user with all tokens',
      result: Nothing,
      fields: { user_id: UserId },
      handle: async (call) => {
        const { user_id } = call.message;
        if (user_id === call.caller.user.id) throw fault('no_delete_self', 'cannot_delete_own_account');
        const { name } = users.need(user_id);
        await users.delete(user_id);
        await audit.record('user_deleted', authenticator.actorOf(call.access), { user: user_id, name });
        return null;
      },
    }),
    defineCommand({
      type: 'hearth/profile/get',
      permission: 'user',
      summary: 'The account of the caller: names, role and whether it is limited',
      result: ProfileShape,
      fields: {},
      handle: (call) => {
        const { id, name, username, is_owner, group_ids, local_only, policy } = requireUser(auth, call);
        return { id, name, username, is_owner, group_ids, local_only, is_limited: policy !== null };
      },
    }),
    defineCommand({
      type: 'hearth/profile/update',
      changes: 'undoable',
      permission: 'user',
      summary: 'Changes the display name of the caller',
      result: Nothing,
      fields: { name: z.string() },
      handle: async (call) => {
        const user = requireUser(auth, call);
        await users.update(user.id, { name: call.message.name });
        return null;
      },
    }),
  ];
}

function passwordCommands(auth: Auth): Command[] {
  const { users, credentials, audit, authenticator } = auth;
  const username = z.string();
  const password = z.string();
  return [
    defineCommand({
      type: `${PROVIDER_PATH}/create`,
      changes: 'final',
      permission: 'admin',
      summary: 'Sets a username and a password for a user',
      result: Nothing,
      fields: { user_id: UserId, username, password },
      handle: async (call) => {
        refuseForeignOwner(auth, call, call.message.user_id);
        await credentials.create(call.message.user_id, call.message.username, call.message.password);
        await audit.record('password_changed', authenticator.actorOf(call.access), {
          user: call.message.user_id,
        });
        return null;
      },
    }),
    defineCommand({
      type: `${PROVIDER_PATH}/delete`,
      changes: 'final',
      permission: 'admin',
      summary: 'Removes a username and its password',
      result: Nothing,
      fields: { username },
      handle: async (call) => {
        const user = users.byUsername(call.message.username);
        if (user === undefined) throw fault('not_found', 'username_not_found');
        if (user.is_owner) throw fault('not_allowed', 'owner_must_be_able_to_log_in');
        await credentials.remove(user.id);
        await audit.record('password_changed', authenticator.actorOf(call.access), {
          user: user.id,
          removed: true,
        });
        return null;
      },
    }),
    defineCommand({
      type: `${PROVIDER_PATH}/change_password`,
      changes: 'final',
      permission: 'user',
      summary: 'Changes the caller’s password; all other logins of the caller end',
      result: Nothing,
      fields: { current_password: password, new_password: password },
      handle: async (call) => {
        const { id } = requireUser(auth, call);
        const { current_password, new_password } = call.message;
        await changeOwnPassword(auth, {
          tokenId: call.caller.tokenId,
          current: current_password,
          requested: new_password,
        });
        await audit.record('password_changed', authenticator.actorOf(call.access), { user: id });
        return null;
      },
    }),
    defineCommand({
      type: `${PROVIDER_PATH}/admin_change_password`,
      changes: 'final',
      permission: 'admin',
      summary: 'Changes a user’s password; the logins of this user end',
      result: Nothing,
      fields: { user_id: UserId, password },
      handle: async (call) => {
        const { user_id } = call.message;
        refuseForeignOwner(auth, call, user_id);
        const actor = authenticator.actorOf(call.access);
        await resetPassword(auth, {
          userId: user_id,
          password: call.message.password,
          save: call.caller.tokenId,
        });
        await audit.record('password_changed', actor, { user: user_id });
        return null;
      },
    }),
    defineCommand({
      type: `${PROVIDER_PATH}/admin_change_username`,
      changes: 'final',
      permission: 'admin',
      summary: 'Changes a username',
      result: Nothing,
      fields: { user_id: UserId, username },
      handle: async (call) => {
        refuseForeignOwner(auth, call, call.message.user_id);
        await credentials.rename(call.message.user_id, call.message.username);
        await audit.record('user_changed', authenticator.actorOf(call.access), {
          user: call.message.user_id,
        });
        return null;
      },
    }),
  ];
}

/** Keeps administrators from taking over the owner's account. Throws `not_found` for an unknown user. */
function refuseForeignOwner(auth: Auth, call: Call<unknown>, userId: string): void {
  if (auth.users.need(userId).is_owner && !call.caller.user.is_owner)
    throw fault('unauthorized', 'only_owner_may_change_owner');
}
