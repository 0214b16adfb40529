import { z } from 'zod';
import type { Clock } from '../core/clock.ts';
import { hexId } from '../core/context.ts';
import { fault } from '../core/errors.ts';
import type { Collection } from '../storage/documents.ts';
import { Policy } from './policy.ts';
import { Signal } from './signal.ts';

/** The role that goes with a group; who is in none may do nothing. */
export const Group = z.enum(['system-admin', 'system-users', 'system-read-only']);
export type Group = z.infer<typeof Group>;

/** Somebody, or something, that acts in the house. Secrets are kept apart from it. */
export const User = z.object({
  id: z.string(),
  name: z.string(),
  /** The name to log in with; null when this user has no password. */
  username: z.string().nullable(),
  is_owner: z.boolean(),
  is_active: z.boolean(),
  group_ids: z.array(Group),
  /** Refused from outside the house's own network. */
  local_only: z.boolean(),
  system_generated: z.boolean(),
  /** What this user may do in place of what his group may; null for no such limits. */
  policy: Policy.nullable(),
  created_at: z.number(),
});
export type User = z.infer<typeof User>;

/** What can be said of a new user; all but the name has a default. */
export interface NewUser {
  readonly name: string;
  readonly group_ids?: readonly Group[];
  readonly is_owner?: boolean;
  readonly local_only?: boolean;
  readonly policy?: Policy | null;
}

/** What can be changed of a user. */
export interface UserPatch {
  readonly name?: string | undefined;
  readonly username?: string | null | undefined;
  readonly is_active?: boolean | undefined;
  readonly group_ids?: readonly Group[] | undefined;
  readonly local_only?: boolean | undefined;
  readonly policy?: Policy | null | undefined;
}

/** Whether the user may change the house as a whole. */
export function isAdmin(user: User): boolean {
  return user.is_owner || user.group_ids.includes('system-admin');
}

/** A name as it is kept and compared: people do not see its case or the blanks around it. */
export function normalUsername(text: string): string {
  return text.normalize('NFC').trim().toLowerCase();
}

/** The users of the house. Each change resolves when it is durable. */
export class Users {
  /** Fires when a user is gone, or what he may do has changed. */
  readonly rightsChanged = new Signal<User>();
  private readonly users: Collection<User>;
  private readonly clock: Clock;

  constructor(users: Collection<User>, clock: Clock) {
    this.users = users;
    this.clock = clock;
  }

  /** All users, the oldest first. */
  all(): readonly User[] {
    return [...this.users.entries.values()].sort((a, b) => a.created_at - b.created_at);
  }

  /** The user with this id. */
  get(id: string): User | undefined {
    return this.users.entries.get(id);
  }

  /** The user, or `not_found`. */
  need(id: string): User {
    const user = this.get(id);
    if (user === undefined) throw fault('not_found', 'user_not_found');
    return user;
  }

  /** The user who logs in with this name, however it is written. */
  byUsername(username: string): User | undefined {
    const wanted = normalUsername(username);
    return this.all().find((user) => user.username === wanted);
  }

  /** Whom the house belongs to; nobody until it is claimed. */
  owner(): User | undefined {
    return this.all().find((user) => user.is_owner);
  }

  /** Makes a user without a password; settles when durable. Throws `not_allowed` for a second owner. */
  async create(wish: NewUser): Promise<User> {
    const user: User = {
      id: hexId(),
      name: parseName(wish.name),
      username: null,
      is_owner: wish.is_owner ?? false,
      is_active: true,
      group_ids: [...new Set(wish.group_ids ?? [])],
      local_only: wish.local_only ?? false,
      system_generated: false,
      policy: wish.policy ?? null,
      created_at: this.clock.now(),
    };
    refuseLimitedAdmin(user);
    if (user.is_owner && this.owner() !== undefined) throw fault('not_allowed', 'owner_exists');
    await this.users.put(user.id, user);
    return user;
  }

  /**
   * The owner of the house, made without a password where there is none yet, so that scripts and containers can have a token before
   * anybody has claimed the house in a browser.
   */
  async ownerForScripts(): Promise<User> {
    return this.owner() ?? this.create({ name: 'Owner', is_owner: true, group_ids: ['system-admin'] });
  }

  /** Changes a user; settles when durable. Other rights count at once, and are taken back where the disk refuses them. */
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
    const isOther = rights(user) !== rights(old);
    if (isOther) this.rightsChanged.emit(user);
    await durable.catch((error: unknown) => {
      if (isOther) this.rightsChanged.emit(this.get(id) ?? old);
      throw error;
    });
    return user;
  }

  /** Removes a user; his tokens go with him, see `Auth`. */
  async delete(id: string): Promise<void> {
    const user = this.need(id);
    if (user.is_owner) throw fault('not_allowed', 'owner_cannot_be_deleted');
    const durable = this.users.delete(id);
    this.rightsChanged.emit({ ...user, is_active: false });
    await durable.catch((error: unknown) => {
      this.rightsChanged.emit(this.get(id) ?? user);
      throw error;
    });
  }

  /** The name as it is kept; `invalid_info` for one that is none or that another user has. */
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

/** A name people gave to something, without the blanks around it; `invalid_info` for none or a very long one. */
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

function rights(user: User): string {
  return JSON.stringify([user.is_active, user.group_ids, user.local_only, user.policy]);
}
