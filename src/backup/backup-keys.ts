import { z } from 'zod';
import { type Clock, isoTime } from '../core/clock.ts';
import { fault } from '../core/errors.ts';
import type { Collection } from '../storage/documents.ts';
import { LockingKey, lockingKeyOf, newPassphrase, opens } from './archive/backup-key.ts';

/** A key for backups; the passphrase is nowhere on this machine. */
export const BackupKey = LockingKey.extend({
  created_at: z.string(),
  /** Whether somebody has entered the passphrase after it was shown. */
  is_confirmed: z.boolean(),
});
export type BackupKey = z.infer<typeof BackupKey>;

const MIN_LENGTH = 12;
const MAX_KEYS = 10;

/** The keys that encrypt backups. One is used once its passphrase was entered again: then somebody has kept it. */
export class BackupKeys {
  private readonly store: Collection<BackupKey>;
  private readonly clock: Clock;

  constructor(store: Collection<BackupKey>, clock: Clock) {
    this.store = store;
    this.clock = clock;
  }

  /** All keys, oldest first. */
  list(): BackupKey[] {
    return [...this.store.entries.values()].sort((a, b) => (a.created_at < b.created_at ? -1 : 1));
  }

  /** The keys that new backups are locked with. */
  confirmed(): BackupKey[] {
    return this.list().filter(({ is_confirmed: isConfirmed }) => isConfirmed);
  }

  /** Adds a key of a passphrase, or of a new one. Only this answer contains it. */
  async create(chosen?: string): Promise<{ readonly passphrase: string; readonly key: BackupKey }> {
    if (chosen !== undefined && chosen.length < MIN_LENGTH)
      throw fault('invalid_info', 'backup_passphrase_too_short', { count: MIN_LENGTH });
    if (this.store.entries.size >= MAX_KEYS)
      throw fault('not_allowed', 'too_many_backup_keys', { max: MAX_KEYS });
    const passphrase = chosen ?? newPassphrase();
    const locking = await lockingKeyOf(passphrase);
    const key = { ...locking, created_at: isoTime(this.clock.now()), is_confirmed: false };
    await this.store.put(key.fingerprint, key);
    return { passphrase, key };
  }

  /** Takes a key into use. Throws `invalid_info` for another passphrase. */
  async confirm(fingerprint: string, passphrase: string): Promise<BackupKey> {
    const key = this.found(fingerprint);
    if (!(await opens(passphrase, key)))
      throw fault('invalid_info', 'wrong_backup_key', { fingerprints: fingerprint });
    const confirmed = { ...key, is_confirmed: true };
    await this.store.put(fingerprint, confirmed);
    return confirmed;
  }

  /** Removes a key: backups that exist can still be opened with it. */
  async remove(fingerprint: string): Promise<void> {
    this.found(fingerprint);
    await this.store.delete(fingerprint);
  }

  private found(fingerprint: string): BackupKey {
    const key = this.store.entries.get(fingerprint);
    if (key === undefined)
      throw fault('not_found', 'no_backup_key', { fingerprint: fingerprint.slice(0, 100) });
    return key;
  }
}
