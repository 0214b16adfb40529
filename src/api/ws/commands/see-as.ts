import { z } from 'zod';
import type { Auth } from '../../../auth/auth.ts';
import { fault } from '../../../core/errors.ts';
import { object } from '../../shapes/plain-shapes.ts';
import { type Command, defineCommand } from '../command.ts';

/** `hearth/see_as`: the home as another user sees it. */
export function seeAsCommands({ authenticator, users, audit }: Auth): Command[] {
  return [
    defineCommand({
      type: 'hearth/see_as',
      permission: 'admin',
      summary:
        'From now on this connection shows what a user sees, and changes nothing; it must be its first command. The view of the owner is only for the owner',
      result: object({ user_id: z.string(), name: z.string() }),
      fields: { user_id: z.string().max(64) },
      handle: async ({ message: { user_id: id }, caller, access, connection }) => {
        const user = users.get(id);
        // Nobody sees more in this way than without it.
        const mayManage = access.mayRead === null && (user?.is_owner !== true || caller.user.is_owner);
        if (!mayManage) throw fault('unauthorized', 'unauthorized');
        const view = user === undefined ? null : authenticator.viewOf(id, caller);
        if (user === undefined || view === null) throw fault('not_found', 'user_cannot_log_in', { id });
        await audit.record('viewed_as', authenticator.actorOf(access), { user: id, name: user.name });
        connection.viewAs(view);
        return { user_id: id, name: user.name };
      },
    }),
  ];
}
