import type { Connection } from 'home-assistant-js-websocket';
import type { Rule } from './account.ts';

/** The permissions of a user by rules, and their expiry. */
export interface UserPolicy {
  readonly rules: readonly Rule[];
  readonly expires_at?: string | null;
}

/** A user as administrators see it. */
export interface User {
  readonly id: string;
  readonly username: string | null;
  readonly name: string;
  readonly is_owner: boolean;
  readonly is_active: boolean;
  readonly local_only: boolean;
  readonly system_generated: boolean;
  readonly group_ids: readonly string[];
  readonly policy: UserPolicy | null;
}

export const listUsers = (connection: Connection): Promise<readonly User[]> =>
  connection.sendMessagePromise({ type: 'config/auth/list' });

export const createUser = (
  connection: Connection,
  request: { readonly name: string; readonly group_ids: readonly string[] },
): Promise<{ readonly user: User }> =>
  connection.sendMessagePromise({ type: 'config/auth/create', ...request });

/** Changes a user; changed permissions end the user's connections. */
export const updateUser = (connection: Connection, id: string, changes: object): Promise<unknown> =>
  connection.sendMessagePromise({ type: 'config/auth/update', user_id: id, ...changes });

export const deleteUser = (connection: Connection, id: string): Promise<unknown> =>
  connection.sendMessagePromise({ type: 'config/auth/delete', user_id: id });

const PROVIDER = 'config/auth_provider/homeassistant';

/** Sets or replaces a user's login name and password. */
export async function giveLogin(
  connection: Connection,
  user: User,
  { username, password }: { readonly username: string; readonly password: string },
): Promise<void> {
  const user_id = user.id;
  if (user.username === null) {
    await connection.sendMessagePromise({ type: `${PROVIDER}/create`, user_id, username, password });
    return;
  }
  if (username !== user.username)
    await connection.sendMessagePromise({ type: `${PROVIDER}/admin_change_username`, user_id, username });
  if (password !== '')
    await connection.sendMessagePromise({ type: `${PROVIDER}/admin_change_password`, user_id, password });
}

/** An entry of the audit log. */
export interface AuditEntry {
  readonly id: number;
  readonly time: string;
  readonly action: string;
  readonly user_id: string | null;
  readonly peer: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
}
