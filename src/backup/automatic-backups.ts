import { type Clock, isoTime, type Undo } from '../core/clock.ts';
import type { Part } from '../core/lifecycle.ts';
import type { Log } from '../core/log.ts';
import { daysLater, localTimeOf, pointOf, weekdayOf } from '../core/time-zone.ts';
import type { Collection } from '../storage/documents.ts';
import { type BackupConfig, DEFAULT_CONFIG, WEEKDAYS } from './backup-config.ts';
import type { BackupKeys } from './backup-keys.ts';
import type { Backups, MadeBackup } from './backups.ts';

/** The usual time of day, in seconds after midnight: 04:45, after the history was tidied. */
const USUAL_TIME = 4 * 3600 + 45 * 60;
const DAYS_AHEAD = 8;
const ID = 'config';

interface AutomaticParts {
  readonly backups: Backups;
  readonly keys: BackupKeys;
  readonly store: Collection<BackupConfig>;
  readonly timeZone: () => string;
  /** Whether they are made by themselves at all. */
  readonly isOn: boolean;
  readonly clock: Clock;
  readonly log: Log;
}

/** Makes backups at the time that was chosen, and deletes old ones. */
export class AutomaticBackups implements Part {
  readonly name = 'automatic backups';
  private readonly parts: AutomaticParts;
  private cancel: Undo = () => {};
  private announce: (error: unknown) => void = () => {};

  constructor(parts: AutomaticParts) {
    this.parts = parts;
  }

  get config(): BackupConfig {
    return this.parts.store.entries.get(ID) ?? DEFAULT_CONFIG;
  }

  /** Sets who tells people that the newest automatic backup failed, or with null that one has succeeded. */
  announceTo(announce: (error: unknown) => void): void {
    this.announce = announce;
  }

  start(): void {
    this.schedule();
  }

  stop(): void {
    this.cancel();
    this.parts.backups.stop();
  }

  /** Changes parts of the configuration; each replaces the former. */
  async change(changes: Partial<BackupConfig>): Promise<void> {
    await this.parts.store.put(ID, { ...this.config, ...changes });
    this.cancel();
    this.schedule();
  }

  /** When the next one is made, in milliseconds since 1970; null if none is. */
  next(): number | null {
    const { clock, timeZone, isOn } = this.parts;
    const { recurrence, days, time } = this.config.schedule;
    if (!isOn || recurrence === 'never') return null;
    const now = clock.now();
    const today = localTimeOf(now, timeZone());
    const seconds = time === null ? USUAL_TIME : secondsOf(time);
    for (let ahead = 0; ahead < DAYS_AHEAD; ahead++) {
      const local = daysLater(today, ahead, seconds);
      const day = WEEKDAYS[weekdayOf(local)];
      const isDay = recurrence === 'daily' || (day !== undefined && days.includes(day));
      const at = pointOf(local, timeZone());
      if (isDay && at > now) return at;
    }
    return null;
  }

  /** Begins a backup as configured. */
  begin(): { readonly slug: string; readonly made: Promise<MadeBackup> } {
    const { backups, keys, clock } = this.parts;
    const { name, include_database: withHistory } = this.config.create_backup;
    const attempted = isoTime(clock.now());
    const begun = backups.begin({ name, withHistory, isAutomatic: true, keys: keys.forLocal() });
    const made = begun.made.then(
      async (backup) => {
        await this.note({
          last_attempted_automatic_backup: attempted,
          last_completed_automatic_backup: isoTime(clock.now()),
          last_completed_automatic_backup_size: backup.bytes,
        });
        this.announce(null);
        await backups.tidy(this.config.retention);
        return backup;
      },
      async (error) => {
        await this.note({ last_attempted_automatic_backup: attempted });
        this.announce(error);
        throw error;
      },
    );
    return { slug: begun.slug, made };
  }

  private async note(changes: Partial<BackupConfig>): Promise<void> {
    await this.parts.store.put(ID, { ...this.config, ...changes });
  }

  private schedule(): void {
    const { clock, log } = this.parts;
    const at = this.next();
    if (at === null) return;
    this.cancel = clock.after(at - clock.now(), () => {
      this.schedule();
      try {
        // A failure is logged and announced already.
        this.begin().made.catch(() => {});
      } catch (error) {
        log.warn('The automatic backup was skipped', { error });
      }
    });
  }
}

function secondsOf(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  return (hours * 60 + minutes) * 60 + seconds;
}
