import { z } from 'zod';
import { createUser, listUsers, setActive, setPassword } from '../auth/administration.ts';
import type { Audit } from '../auth/audit.ts';
import type { Auth } from '../auth/auth.ts';
import { type ControlCommands, controlCommand } from './control-socket.ts';

/** The commands that manage users, and that read the audit log. */
export function userControl(auth: Auth, audit: Audit): ControlCommands {
  return new Map([
    ['user/create', controlCommand(Request, (request) => createUser(auth, request))],
    ['user/list', controlCommand(z.strictObject({}), () => listUsers(auth))],
    ['user/password', controlCommand(NewPassword, (request) => setPassword(auth, request))],
    ['user/disable', controlCommand(Chosen, ({ user }) => setActive(auth, user, false))],
    ['user/enable', controlCommand(Chosen, ({ user }) => setActive(auth, user, true))],
    ['audit/list', controlCommand(Page, (page) => audit.list(page))],
  ]);
}

const Request = z.strictObject({
  name: z.string(),
  role: z.enum(['owner', 'administrator', 'user', 'read-only']),
  username: z.string().optional(),
  password: z.string().optional(),
});
const NewPassword = z.strictObject({
  user: z.string(),
  password: z.string(),
  username: z.string().optional(),
});
const Chosen = z.strictObject({ user: z.string() });
const Page = z.strictObject({
  before: z.number().int().positive().optional(),
  limit: z.number().int().min(1).max(1000).optional(),
  action: z.string().optional(),
  user_id: z.string().optional(),
});
