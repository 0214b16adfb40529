import { statfs } from 'node:fs/promises';
import { sizeText } from '../../core/byte-size.ts';
import type { Clock, Undo } from '../../core/clock.ts';
import { domainOf } from '../../core/entity-id.ts';
import type { Part } from '../../core/lifecycle.ts';
import type { Log } from '../../core/log.ts';
import { localTimeOf, pointOf } from '../../core/time-zone.ts';
import type { EntityUsage } from '../samples/sample-store.ts';

/** For how long changes are kept, in days. */
export interface RetentionPeriods {
  readonly days: number;
  readonly domains: Readonly<Record<string, number>>;
  readonly entities: Readonly<Record<string, number>>;
  readonly labels: Readonly<Record<string, number>>;
}

/** The stored history, as far as deleting from it needs. */
export interface StoredHistory {
  entityIds(): Promise<readonly string[]>;
  usage(): Promise<readonly EntityUsage[]>;
  dropBefore(at: number, entityIds?: readonly string[]): Promise<number>;
  dropCausesBefore(at: number): Promise<number>;
  /** The size of the files in bytes. */
  size(): Promise<number>;
}

/** The dependencies of `Retention`. */
export interface RetentionParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly timeZone: () => string;
  readonly history: StoredHistory;
  readonly periods: RetentionPeriods;
  /** The labels of an entity. */
  readonly labelsOf: (entityId: string) => readonly string[];
  /** Whether history is deleted every night. */
  readonly isAutomatic: boolean;
  /** In bytes; null for the default. */
  readonly maxSize: number | null;
  readonly folder: string;
  /** Days for which five-minute statistics are kept; those of hours are kept forever. */
  readonly shortTermDays: number;
  /** Deletes five-minute statistics before a time, and copies all statistics to the backups. */
  readonly tidyStatistics: (shortTermBefore: number) => Promise<unknown>;
  /** Tells the household that the oldest changes will be deleted, or with null that they will not. */
  readonly announce: (sizes: { readonly size: string; readonly max: string } | null) => void;
}

const DAY = 86_400_000;
/** When history is deleted, as in Home Assistant: 04:12 local time. */
const HOUR = 4;
const MINUTE = 12;
/** Timers may end that much early, in milliseconds; the night must not come twice then. */
const EARLY = 1000;
const MAX_DEFAULT_SIZE = 2e9;
/** The share of the maximum at which deleting is announced, and to which deleting returns. */
const ANNOUNCED_SHARE = 0.9;
/** How far the clock may be from where the night was expected, in milliseconds, before it counts as changed. */
const CLOCK_CHANGE = 3_600_000;
/** Nights without deleting by age after the clock was changed: time to correct a wrong one. */
const NIGHTS_TO_WAIT = 7;
/** What one step deletes of the time that is kept. */
const STEP_SHARE = 1 / 24;

/** Deletes old history every night: what is kept long enough, and the oldest of what takes too much space. */
export class Retention implements Part {
  readonly name = 'retention';
  private readonly parts: RetentionParts;
  private cancel: Undo = () => {};
  private nightsToWait = 0;

  constructor(parts: RetentionParts) {
    this.parts = parts;
  }

  start(): void {
    this.schedule();
  }

  stop(): void {
    this.cancel();
  }

  /** Deletes what is older than its period; `days` replaces all periods. Returns the number of changes. */
  async purge(days?: number): Promise<number> {
    const { clock, history } = this.parts;
    const now = clock.now();
    const byDays = new Map<number, string[]>();
    for (const entityId of await history.entityIds()) {
      const period = days ?? this.daysOf(entityId);
      const ids = byDays.get(period) ?? [];
      ids.push(entityId);
      byDays.set(period, ids);
    }
    let dropped = 0;
    for (const [period, ids] of byDays) dropped += await history.dropBefore(now - period * DAY, ids);
    const longest = Math.max(days ?? this.parts.periods.days, ...byDays.keys());
    await history.dropCausesBefore(now - longest * DAY);
    return dropped;
  }

  /** Announces that the history takes nearly its maximum, and deletes the oldest changes beyond it. */
  async limitSize(): Promise<void> {
    const { history, clock, log, announce } = this.parts;
    const max = this.parts.maxSize ?? (await this.defaultMaxSize());
    let size = await history.size();
    const texts = { size: sizeText(size), max: sizeText(max) };
    announce(size > max * ANNOUNCED_SHARE ? texts : null);
    if (size <= max) return;
    const [oldest] = (await history.usage()).map(({ first }) => first).sort((a, b) => a - b);
    const step = (clock.now() - (oldest ?? clock.now())) * STEP_SHARE;
    // The clock is behind what was recorded: deleting waits until it is right again.
    if (step <= 0) return;
    let dropped = 0;
    for (let at = (oldest ?? 0) + step; size > max * ANNOUNCED_SHARE && at < clock.now(); at += step) {
      dropped += await history.dropBefore(at);
      size = await history.size();
    }
    log.warn('The history reached its maximum size: the oldest changes were deleted', { ...texts, dropped });
  }

  private daysOf(entityId: string): number {
    const { days, domains, entities, labels } = this.parts.periods;
    const own = entities[entityId];
    if (own !== undefined) return own;
    const ofLabels = this.parts.labelsOf(entityId).flatMap((label) => labels[label] ?? []);
    if (ofLabels.length > 0) return Math.min(...ofLabels);
    return domains[domainOf(entityId)] ?? days;
  }

  private schedule(): void {
    const { clock, timeZone, log } = this.parts;
    const expected = nextPurge(clock.now(), timeZone());
    this.cancel = clock.after(expected - clock.now(), () => {
      this.noteClock(clock.now() - expected);
      this.schedule();
      this.everyNight().catch((error) => log.error('Old history could not be deleted', { error }));
    });
  }

  /**
   * A clock that is wrong by a year would make everything old enough to be deleted: after a change, deleting by age
   * waits some nights.
   */
  private noteClock(difference: number): void {
    if (Math.abs(difference) > CLOCK_CHANGE) {
      this.parts.log.warn('The clock was changed: old history is not deleted for some nights', {
        hours: Math.round(difference / 3_600_000),
        nights: NIGHTS_TO_WAIT,
      });
      this.nightsToWait = NIGHTS_TO_WAIT;
    } else this.nightsToWait = Math.max(0, this.nightsToWait - 1);
  }

  private async everyNight(): Promise<void> {
    const { clock, isAutomatic, shortTermDays, tidyStatistics } = this.parts;
    if (isAutomatic && this.nightsToWait === 0) await this.purge();
    await this.limitSize();
    await tidyStatistics(this.nightsToWait === 0 ? clock.now() - shortTermDays * DAY : 0);
  }

  private async defaultMaxSize(): Promise<number> {
    const { blocks, bsize } = await statfs(this.parts.folder);
    return Math.min(MAX_DEFAULT_SIZE, (blocks * bsize) / 10);
  }
}

/** The next time at which history is deleted. */
function nextPurge(now: number, timeZone: string): number {
  const local = localTimeOf(now, timeZone);
  const at = pointOf({ ...local, hour: HOUR, minute: MINUTE, second: 0 }, timeZone);
  return at > now + EARLY
    ? at
    : pointOf({ ...local, day: local.day + 1, hour: HOUR, minute: MINUTE, second: 0 }, timeZone);
}
