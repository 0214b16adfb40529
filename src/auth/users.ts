import { z } from 'zod';
import type { Clock } from '../core/clock.ts';
import { hexId } from '../core/context.ts';
import { fault } from '../core/errors.ts';
import type { Collection } from '../storage/documents.ts';
import { Policy } from './policy-schema.ts';
import { Signal } from './signal.ts';

/** The role of a group; users in no group have no permissions. */
export const Group = z.enum(['system-admin', 'system-users', 'system-read-only']);
export type Group = z.infer<typeof Group>;

/** A user: a person or a program. Secrets are stored separately. */
export const User = z.object({
  id: z.string(),
  name: z.string(),
  /** The name to log in with; null for users without a password. */
  username: z.string().nullable(),
  is_owner: z.boolean(),
  is_active: z.boolean(),
  group_ids: z.array(Group),
  /** Whether the user is only accepted from the local network. */
  local_only: z.boolean(),
  system_generated: z.boolean(),
  /** Permissions that replace those of the groups; null for none. */
  policy: Policy.nullable(),
  created_at: z.number(),
});
export type User = z.infer<typeof User>;

/** The properties of a new user; all but the name have defaults. */
export interface NewUser {
  readonly name: string;
  readonly group_ids?: readonly Group[];
  readonly is_owner?: boolean;
  readonly local_only?: boolean;
  readonly policy?: Policy | null;
}

/** The properties that can be changed. */
export interface UserPatch {
  readonly name?: string | undefined;
  readonly username?: string | null | undefined;
  readonly is_active?: boolean | undefined;
  readonly group_ids?: readonly Group[] | undefined;
  readonly local_only?: boolean | undefined;
  readonly policy?: Policy | null | undefined;
}

/** Whether the user is an administrator. */
export function isAdmin(user: User): boolean {
  return user.is_owner || user.group_ids.includes('system-admin');
}

/** A username as stored and compared: case and surrounding whitespace do not matter. */
export function normalUsername(text: string): string {
  return text.normalize('NFC').trim().toLowerCase();
}

/** The users of the home. Changes resolve when they are durable. */
export class Users {
  /** Emits users that were deleted or whose permissions have changed. */
  readonly permissionsChanged = new Signal<User>();
  private readonly users: Collection<User>;
  private readonly clock: Clock;

  constructor(users: Collection<User>, clock: Clock) {
    this.users = users;
    this.clock = clock;
  }

  /** All users, oldest first. */
  all(): readonly User[] {
    return [...this.users.entries.values()].sort((a, b) => a.created_at - b.created_at);
  }

  get(id: string): User | undefined {
    return this.users.entries.get(id);
  }

  /** The user with this ID. Throws `not_found`. */
  need(id: string): User {
    const user = this.get(id);
    if (user === undefined) throw fault('not_found', 'user_not_found');
    return user;
  }

  /** The user with this username, however it is written. */
  byUsername(username: string): User | undefined {
    const wanted = normalUsername(username);
    return this.all().find((user) => user.username === wanted);
  }

  /** The owner; undefined until the home is claimed. */
  owner(): User | undefined {
    return this.all().find((user) => user.is_owner);
  }

  /** Creates a user without a password. Throws `not_allowed` for a second owner. */
  async create(request: NewUser): Promise<User> {
    const user: User = {
      id: hexId(),
      name: parseName(request.name),
      username: null,
      is_owner: request.is_owner ?? false,
      is_active: true,
      group_ids: [...new Set(request.group_ids ?? [])],
      local_only: request.local_only ?? false,
      system_generated: false,
      policy: request.policy ?? null,
      created_at: this.clock.now(),
    };
    refuseLimitedAdmin(user);
    if (user.is_owner && this.owner() !== undefined) throw fault('not_allowed', 'owner_exists');
    await this.users.put(user.id, user);
    return user;
  }

  /**
   * The owner, created without a password if missing, so that scripts and containers can have a token before
   * the home has been claimed in a browser.
   */
  async ownerForScripts(): Promise<User> {
    return this.owner() ?? this.create({ name: 'Owner', is_owner: true, group_ids: ['system-admin'] });
  }

  /** Changes a user. Changed permissions apply immediately and are reverted if the disk rejects them. */
  async update(id: string, patch: UserPatch): Promise<User> {
    const old = this.need(id);
    const user: User = {
      ...old,
      name: patch.name === undefined ? old.name : parseName(patch.name),
      username: patch.username === undefined ? old.username : this.checkUsername(patch.username, id),
      is_active: patch.is_active ?? old.is_active,
      group_ids: patch.group_ids === undefined ? old.group_ids : [...new Set(patch.group_ids)],
      local_only: patch.local_only ?? old.local_only,
      policy: patch.policy === undefined ? old.policy : patch.policy,
    };
    if (user.is_owner && !user.is_active) throw fault('not_allowed', 'owner_cannot_be_disabled');
    refuseLimitedAdmin(user);
    const durable = this.users.put(id, user);
    const isOther = permissionsKey(user) !== permissionsKey(old);
    if (isOther) this.permissionsChanged.emit(user);
    await durable.catch((error: unknown) => {
      if (isOther) this.permissionsChanged.emit(this.get(id) ?? old);
      throw error;
    });
    return user;
  }

  /** Deletes a user; the tokens follow, see `Auth`. */
  async delete(id: string): Promise<void> {
    const user = this.need(id);
    if (user.is_owner) throw fault('not_allowed', 'owner_cannot_be_deleted');
    const durable = this.users.delete(id);
    this.permissionsChanged.emit({ ...user, is_active: false });
    await durable.catch((error: unknown) => {
      this.permissionsChanged.emit(this.get(id) ?? user);
      throw error;
    });
  }

  /** Applies the permissions of a user who was put back or taken away. */
  restored(now: User | undefined, was: User | undefined): void {
    if (now === undefined && was !== undefined) this.permissionsChanged.emit({ ...was, is_active: false });
    else if (now !== undefined && (was === undefined || permissionsKey(now) !== permissionsKey(was)))
      this.permissionsChanged.emit(now);
  }

  /** The username as stored. Throws `invalid_info` for an invalid name or one that is taken. */
  checkUsername<Text extends string | null>(text: Text, userId: string): string | Extract<Text, null> {
    if (text === null) return null as Extract<Text, null>;
    const username = normalUsername(text);
    if (username === '' || username.length > 64 || /\p{C}/u.test(username))
      throw fault('invalid_info', 'invalid_user_name');
    const other = this.byUsername(username);
    if (other !== undefined && other.id !== userId)
      throw fault('invalid_info', 'user_name_is_taken', { username: JSON.stringify(username) });
    return username;
  }
}

/** A name without surrounding whitespace. Throws `invalid_info` for an empty or very long one. */
export function parseName(text: string): string {
  const name = text.normalize('NFC').trim();
  if (name === '' || name.length > 100 || /\p{Cc}/u.test(name))
    throw fault('invalid_info', 'name_has_1_to_100_characters_and');
  return name;
}

function refuseLimitedAdmin(user: User): void {
  if (user.policy !== null && isAdmin(user))
    throw fault('invalid_info', 'administrator_cannot_be_limited_take_them_out');
}

/** Whether a user may do more before a change than after it. */
export function hadMore(before: User | undefined, after: User | undefined): boolean {
  if (before === undefined) return false;
  if (after === undefined) return true;
  const isPolicyLoosened = before.policy !== null && after.policy === null;
  const isPolicySame = JSON.stringify(before.policy) === JSON.stringify(after.policy);
  return (
    (before.is_active && !after.is_active) ||
    (!before.local_only && after.local_only) ||
    rankOf(before) > rankOf(after) ||
    (!isPolicySame && !isPolicyLoosened)
  );
}

const RANKS: Readonly<Record<Group, number>> = {
  'system-read-only': 1,
  'system-users': 2,
  'system-admin': 3,
};

function rankOf({ group_ids: groups }: User): number {
  return Math.max(0, ...groups.map((group) => RANKS[group]));
}

function permissionsKey(user: User): string {
  return JSON.stringify([user.is_active, user.group_ids, user.local_only, user.policy]);
}
