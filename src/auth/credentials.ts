import { z } from 'zod';
import type { Clock } from '../core/clock.ts';
import { fault } from '../core/errors.ts';
import type { Collection } from '../storage/documents.ts';
import { isBcrypt, seenByBcrypt } from './imported-password.ts';
import { checkNewPassword, PasswordHasher } from './passwords.ts';
import type { User, Users } from './users.ts';

/** The password of a user, by user ID. */
export const Password = z.object({
  /** argon2id, or bcrypt until the first login after an import. */
  hash: z.string(),
  changed_at: z.number(),
  /** Whether the hash is that of `seenByBcrypt`. */
  is_cut: z.boolean().optional(),
});
export type Password = z.infer<typeof Password>;

/** The dependencies of `Credentials`. */
export interface CredentialsParts {
  readonly users: Users;
  readonly passwords: Collection<Password>;
  readonly clock: Clock;
  /** The default is as strong as the server requires. */
  readonly hasher?: PasswordHasher;
}

/** Usernames and passwords. Changes resolve when they are durable. */
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

  /** The user with this username and password; null, after the same time, if there is none. */
  async check(username: string, password: string): Promise<User | null> {
    const { users } = this.parts;
    const user = users.byUsername(username);
    const isGood = await this.verify(user?.id, password);
    return isGood && user !== undefined ? (users.get(user.id) ?? null) : null;
  }

  /** Gives a user a username and a password. */
  async create(userId: string, username: string, password: string): Promise<void> {
    checkNewPassword(password);
    this.checkFree(userId, username);
    const hash = await this.hasher.hash(password);
    this.checkFree(userId, username);
    // Written in one event loop tick, so that they share a commit.
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

  /** Replaces a password for a caller who knows it. Throws `invalid_current_password` otherwise. */
  async change(userId: string, current: string, requested: string): Promise<void> {
    checkNewPassword(requested);
    if (!(await this.verify(userId, current)))
      throw fault('invalid_current_password', 'current_password_is_wrong');
    await this.set(userId, requested);
  }

  /** Changes the username of a user who has a password. */
  async rename(userId: string, username: string): Promise<void> {
    this.needPassword(userId);
    await this.parts.users.update(userId, { username });
  }

  /** Removes username and password: the user can no longer log in. */
  async remove(userId: string): Promise<void> {
    await Promise.all([this.parts.users.update(userId, { username: null }), this.forget(userId)]);
  }

  /** Deletes the password of a deleted user. */
  async forget(userId: string): Promise<void> {
    if (this.has(userId)) await this.parts.passwords.delete(userId);
  }

  /** Whether a password is the user's. As long as there are imported hashes, all checks take the time of both. */
  private async verify(userId: string | undefined, password: string): Promise<boolean> {
    const { passwords } = this.parts;
    const held = userId === undefined ? undefined : passwords.entries.get(userId);
    const isImported = held !== undefined && isBcrypt(held.hash);
    const hasImported = [...passwords.entries.values()].some(({ hash }) => isBcrypt(hash));
    const isGoodThere =
      hasImported && (await this.hasher.verifyBcrypt(isImported ? held.hash : undefined, password));
    const entered = held?.is_cut === true ? seenByBcrypt(password) : password;
    const isGoodHere = await this.hasher.verify(isImported ? undefined : held?.hash, entered);
    if (isImported && isGoodThere && userId !== undefined) await this.replaceBcrypt(userId, held, password);
    return isImported ? isGoodThere : isGoodHere;
  }

  /** A password that was good need not be hashed now: the next login tries again. */
  private async replaceBcrypt(userId: string, held: Password, password: string): Promise<void> {
    const hash = await this.hasher.hash(seenByBcrypt(password)).catch(() => undefined);
    const { passwords } = this.parts;
    if (hash === undefined || passwords.entries.get(userId) !== held) return;
    await passwords.put(userId, { hash, changed_at: held.changed_at, is_cut: true }).catch(() => {});
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
