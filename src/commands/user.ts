import { z } from 'zod';
import { callServer } from './call-server.ts';
import type { FlagValues } from './command.ts';
import { readPassword } from './read-password.ts';
import { table } from './table.ts';

/** `hearth user create`: creates a user and prints the ID. */
export async function createUser(flags: FlagValues): Promise<void> {
  const { name, username, owner, role = 'user' } = flags;
  if (typeof name !== 'string') throw new Error('user create needs --name: what the user is called');
  if (owner === true && flags.role !== undefined) throw new Error('--owner and --role do not go together');
  const login = username === undefined ? {} : { username, password: await readPassword() };
  const request = { name, role: owner === true ? 'owner' : role, ...login };
  process.stdout.write(`${z.string().parse(await callServer('user/create', request, flags))}\n`);
}

const UserRow = z.object({
  id: z.string(),
  name: z.string(),
  username: z.string().nullable(),
  role: z.string(),
  is_active: z.boolean(),
  is_limited: z.boolean(),
});

/** `hearth user list`: lists the users, one per line. */
export async function listUsers(flags: FlagValues): Promise<void> {
  const users = z.array(UserRow).parse(await callServer('user/list', {}, flags));
  const rows = users.map((user) => [
    user.id,
    user.name,
    user.username ?? '-',
    user.is_limited ? `${user.role}, limited` : user.role,
    user.is_active ? '' : 'disabled',
  ]);
  process.stdout.write(table([['ID', 'NAME', 'USERNAME', 'ROLE', ''], ...rows]));
}

/** `hearth user password`: sets a new password, e.g. for a user who has lost theirs. */
export async function setPassword(flags: FlagValues): Promise<void> {
  const user = chosen(flags, 'user password');
  const { username } = flags;
  const request = { user, password: await readPassword(), ...(username === undefined ? {} : { username }) };
  await callServer('user/password', request, flags);
}

/** `hearth user disable`: disables a user and closes the user's connections. */
export async function disableUser(flags: FlagValues): Promise<void> {
  await callServer('user/disable', { user: chosen(flags, 'user disable') }, flags);
}

/** `hearth user enable`: enables a user; earlier tokens stay revoked. */
export async function enableUser(flags: FlagValues): Promise<void> {
  await callServer('user/enable', { user: chosen(flags, 'user enable') }, flags);
}

function chosen({ user }: FlagValues, command: string): string {
  if (typeof user !== 'string')
    throw new Error(`${command} needs the user name, the name or the id of a user`);
  return user;
}
