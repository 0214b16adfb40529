import { z } from 'zod';
import type { Clock } from '../core/clock.ts';
import { fault } from '../core/errors.ts';
import type { Collection } from '../storage/documents.ts';
import { checkNewPassword, PasswordHasher } from './passwords.ts';
import type { User, Users } from './users.ts';

/** The password of a user, by the user's id. */
export const Password = z.object({ hash: z.string(), changed_at: z.number() });
export type Password = z.infer<typeof Password>;

/** What `Credentials` is made of. */
export interface CredentialsParts {
  readonly users: Users;
  readonly passwords: Collection<Password>;
  readonly clock: Clock;
  /** One of the strength the server needs, unless given. */
  readonly hasher?: PasswordHasher;
}

/** User names and passwords. Each change resolves when it is durable. */
export class Credentials {
  private readonly parts: CredentialsParts;
  private readonly hasher: PasswordHasher;

  constructor(parts: CredentialsParts) {
    this.parts = parts;
    this.hasher = parts.hasher ?? new PasswordHasher(parts.clock);
  }

  /** Whether the user has a password. */
  has(userId: string): boolean {
    return this.parts.passwords.entries.has(userId);
  }

  /** The user with this name and password; null, after the same time, when there is none. */
  async check(username: string, password: string): Promise<User | null> {
    const { users, passwords } = this.parts;
    const user = users.byUsername(username);
    const hashed = user === undefined ? undefined : passwords.entries.get(user.id)?.hash;
    const isGood = await this.hasher.verify(hashed, password);
    return isGood && user !== undefined ? (users.get(user.id) ?? null) : null;
  }

  /** Gives a user a name to log in with and a password. */
  async create(userId: string, username: string, password: string): Promise<void> {
    checkNewPassword(password);
    this.checkFree(userId, username);
    const hash = await this.hasher.hash(password);
    this.checkFree(userId, username);
    // Both are written in one turn, so they share a commit.
    await Promise.all([
      this.parts.users.update(userId, { username }),
      this.parts.passwords.put(userId, { hash, changed_at: this.parts.clock.now() }),
    ]);
  }

  /** Replaces a password. */
  async set(userId: string, password: string): Promise<void> {
    checkNewPassword(password);
    this.needPassword(userId);
    const hash = await this.hasher.hash(password);
    this.needPassword(userId);
    await this.parts.passwords.put(userId, { hash, changed_at: this.parts.clock.now() });
  }

  /** Replaces a password for somebody who knows it; `invalid_current_password` for somebody else. */
  async change(userId: string, current: string, wished: string): Promise<void> {
    checkNewPassword(wished);
    const isGood = await this.hasher.verify(this.parts.passwords.entries.get(userId)?.hash, current);
    if (!isGood) throw fault('invalid_current_password', 'current_password_is_wrong');
    await this.set(userId, wished);
  }

  /** Gives a user who has a password another name to log in with. */
  async rename(userId: string, username: string): Promise<void> {
    this.needPassword(userId);
    await this.parts.users.update(userId, { username });
  }

  /** Takes name and password away: the user can no longer log in. */
  async remove(userId: string): Promise<void> {
    await Promise.all([this.parts.users.update(userId, { username: null }), this.forget(userId)]);
  }

  /** Removes what is kept of a user who is gone. */
  async forget(userId: string): Promise<void> {
    if (this.has(userId)) await this.parts.passwords.delete(userId);
  }

  private checkFree(userId: string, username: string): void {
    const user = this.parts.users.need(userId);
    if (user.username !== null || this.has(userId))
      throw fault('invalid_info', 'user_has_password_already', { user: JSON.stringify(user.name) });
    this.parts.users.checkUsername(username, userId);
  }

  private needPassword(userId: string): void {
    const user = this.parts.users.need(userId);
    if (!this.has(userId))
      throw fault('not_found', 'user_has_no_password_yet', { user: JSON.stringify(user.name) });
  }
}
