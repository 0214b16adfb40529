import { z } from 'zod';
import { createToken, listTokens, revokeToken } from '../auth/administration.ts';
import type { Auth } from '../auth/auth.ts';
import { type ControlCommands, controlCommand } from './control-socket.ts';

/** The commands that manage tokens, through the running server or on the data folder directly. */
export function tokenControl(auth: Auth): ControlCommands {
  return new Map([
    ['token/create', controlCommand(Request, (request) => createToken(auth, request))],
    ['token/list', controlCommand(Selection, ({ user }) => listTokens(auth, user))],
    [
      'token/revoke',
      controlCommand(Chosen, async ({ token }) => {
        await revokeToken(auth, token);
      }),
    ],
  ]);
}

const Request = z.strictObject({
  name: z.string(),
  user: z.string().optional(),
  days: z.number().positive().max(36_500).optional(),
});
const Selection = z.strictObject({ user: z.string().optional() });
const Chosen = z.strictObject({ token: z.string() });
