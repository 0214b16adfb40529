import { type Clock, isoTime, type Undo } from '../core/clock.ts';
import type { Part } from '../core/lifecycle.ts';
import type { Log } from '../core/log.ts';
import { daysLater, localTimeOf, pointOf, weekdayOf } from '../core/time-zone.ts';
import type { Collection } from '../storage/documents.ts';
import type { AllBackups } from './all-backups.ts';
import { type BackupConfig, DEFAULT_CONFIG, WEEKDAYS } from './backup-config.ts';
import type { Backups, BegunBackup } from './backups.ts';

/** The usual time of day, in seconds after midnight: 04:45, after the history was tidied. */
const USUAL_TIME = 4 * 3600 + 45 * 60;
const DAYS_AHEAD = 8;
const ID = 'config';

interface AutomaticParts {
  readonly backups: Backups;
  readonly all: AllBackups;
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
  private readonly listeners = new Set<() => void>();
  private running = 0;

  constructor(parts: AutomaticParts) {
    this.parts = parts;
  }

  get config(): BackupConfig {
    return this.parts.store.entries.get(ID) ?? DEFAULT_CONFIG;
  }

  /** Whether one is being made. */
  get isRunning(): boolean {
    return this.running > 0;
  }

  /** Whether one was ever tried or its schedule chosen. */
  get isInUse(): boolean {
    return this.parts.store.entries.has(ID);
  }

  /** Calls back when the configuration or the time of the last backup has changed. */
  onChange(listener: () => void): Undo {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
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
    this.cancel();
    await this.note(changes);
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
  begin(): BegunBackup {
    const { all, clock } = this.parts;
    const { name, include_database: withHistory, agent_ids: agentIds } = this.config.create_backup;
    const attempted = isoTime(clock.now());
    this.running += 1;
    const begun = this.started(() => all.begin({ name, withHistory, isAutomatic: true, agentIds }));
    const made = begun.made.then(
      async (backup) => {
        await this.note({
          last_attempted_automatic_backup: attempted,
          last_completed_automatic_backup: isoTime(clock.now()),
          last_completed_automatic_backup_size: backup.bytes,
        });
        const [problem = null] = backup.failed.values();
        this.announce(problem);
        await all.tidy();
        return backup;
      },
      async (error) => {
        await this.note({ last_attempted_automatic_backup: attempted });
        this.announce(error);
        throw error;
      },
    );
    const done = (): void => {
      this.running -= 1;
    };
    made.then(done, done);
    return { slug: begun.slug, made };
  }

  private started(begin: () => BegunBackup): BegunBackup {
    try {
      return begin();
    } catch (error) {
      this.running -= 1;
      throw error;
    }
  }

  private async note(changes: Partial<BackupConfig>): Promise<void> {
    await this.parts.store.put(ID, { ...this.config, ...changes });
    for (const listener of this.listeners) listener();
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
        this.announce(error);
      }
    });
  }
}

function secondsOf(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  return (hours * 60 + minutes) * 60 + seconds;
}
