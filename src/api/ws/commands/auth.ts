import { type Command, defineCommand } from '../command.ts';

/** Who the caller is. */
export function authCommands(): Command[] {
  return [
    defineCommand({
      type: 'auth/current_user',
      permission: 'user',
      summary: 'The user behind the connection',
      fields: {},
      handle: ({ caller: { user } }) => ({
        id: user.id,
        name: user.name,
        is_owner: user.is_owner,
        is_admin: user.is_admin,
        credentials: [],
        mfa_modules: [],
      }),
    }),
  ];
}
