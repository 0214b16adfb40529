import { statfs } from 'node:fs/promises';
import { z } from 'zod';
import { sizeText } from '../../core/byte-size.ts';
import type { Clock, Undo } from '../../core/clock.ts';
import { domainOf } from '../../core/entity-id.ts';
import type { Part } from '../../core/lifecycle.ts';
import type { Log } from '../../core/log.ts';
import { localTimeOf, pointOf } from '../../core/time-zone.ts';

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
  dropBefore(at: number, entityIds?: readonly string[]): Promise<number>;
  dropCausesBefore(at: number): Promise<number>;
  /** The size of `history.db` in bytes; before, what can be sent to a server is sent and deleted from it. */
  size(): Promise<number>;
  /** The time of the oldest sample in `history.db`. */
  oldestLocal(): Promise<number | undefined>;
  /** Drops the samples and causes in `history.db` before a time; a server keeps what it has. */
  dropLocalBefore(at: number): Promise<number>;
}

/** When history was last deleted or could have been, and how many nights deleting by age waits. */
export const PurgeNight = z.object({ at: z.number(), waits: z.number() });
export type PurgeNight = z.infer<typeof PurgeNight>;

/** Keeps the last night beyond a restart. */
export interface PurgeNights {
  read(): PurgeNight | undefined;
  write(night: PurgeNight): void;
}

/** What decides for how long the changes of an entity are kept. */
export interface RetentionRules {
  readonly periods: RetentionPeriods;
  /** The days that an administrator chose for an entity. */
  readonly chosenDays: (entityId: string) => number | undefined;
  /** The labels of an entity. */
  readonly labelsOf: (entityId: string) => readonly string[];
}

/** The dependencies of `Retention`. */
export interface RetentionParts extends RetentionRules {
  readonly clock: Clock;
  readonly log: Log;
  readonly timeZone: () => string;
  readonly history: StoredHistory;
  readonly nights: PurgeNights;
  /** Whether history is deleted every night. */
  readonly isAutomatic: boolean;
  /** In bytes; null for the default. */
  readonly maxSize: number | null;
  readonly folder: string;
  /** Days for which five-minute statistics are kept; those of hours are kept forever. */
  readonly shortTermDays: number;
  /** Deletes five-minute statistics before a time, and copies all statistics to the backups. */
  readonly tidyStatistics: (shortTermBefore: number) => Promise<unknown>;
  /** Notifies users that the oldest changes will be deleted; null withdraws the notification. */
  readonly announce: (sizes: { readonly size: string; readonly max: string } | null) => void;
}

const DAY = 86_400_000;
/** When history is deleted, as in Home Assistant: 04:12 local time. */
const HOUR = 4;
const MINUTE = 12;
/**
 * How much too early a timer may fire, in milliseconds; history must not be deleted twice a night because of
 * that.
 */
const EARLY = 1000;
const MAX_DEFAULT_SIZE = 2e9;
/** The share of the maximum at which a deletion is announced, and down to which it deletes. */
const ANNOUNCED_SHARE = 0.9;
/**
 * How far the clock may be from the expected time of the night, in milliseconds, before it counts as changed.
 */
const CLOCK_CHANGE = 3_600_000;
/** How long there may be no night, because the server was off, before the clock counts as changed. */
const LONGEST_OFF = 3 * DAY;
/** Nights without deleting by age after the clock was changed: time to correct a wrong one. */
const NIGHTS_TO_WAIT = 7;
/** The share of the recorded time that one step deletes. */
const STEP_SHARE = 1 / 24;
/** The newest history, in milliseconds, that is kept even if it exceeds the maximum size. */
const SHORTEST_KEPT = 60_000;
/** How often the size is checked, in milliseconds: a server that is away for a day must not fill the disk. */
const SIZE_INTERVAL = 600_000;

/**
 * Deletes changes past their retention period every night, and the oldest ones whenever the history takes too
 * much space.
 */
export class Retention implements Part {
  readonly name = 'retention';
  private readonly parts: RetentionParts;
  private cancel: Undo = () => {};
  private cancelCheck: Undo = () => {};
  private limiting: Promise<void> = Promise.resolve();
  private nightsToWait = 0;
  /** Whether it is announced that the oldest changes will be deleted. */
  private isAnnounced = false;

  constructor(parts: RetentionParts) {
    this.parts = parts;
  }

  start(): void {
    this.resume();
    this.schedule();
    this.check();
  }

  stop(): void {
    this.cancel();
    this.cancelCheck();
  }

  /** Deletes what is older than its period; `days` replaces all periods. Returns the number of changes. */
  async purge(days?: number): Promise<number> {
    const { clock, history } = this.parts;
    const now = clock.now();
    const byDays = new Map<number, string[]>();
    for (const entityId of await history.entityIds()) {
      const period = days ?? retentionDays(this.parts, entityId);
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

  /**
   * Announces that the history has nearly reached its maximum size, and deletes the oldest changes beyond it. What was
   * not announced before waits for the next check.
   */
  limitSize(): Promise<void> {
    const result = this.limiting.then(() => this.limit(true));
    this.limiting = result.catch(() => {});
    return result;
  }

  private async limit(isNight: boolean): Promise<void> {
    const { history, clock, log, announce } = this.parts;
    const max = this.parts.maxSize ?? (await this.defaultMaxSize());
    let size = await history.size();
    const texts = { size: sizeText(size), max: sizeText(max) };
    const isNearlyFull = size > max * ANNOUNCED_SHARE;
    const wasAnnounced = this.isAnnounced;
    if (isNight || isNearlyFull !== wasAnnounced) announce(isNearlyFull ? texts : null);
    if (isNearlyFull && !wasAnnounced)
      log.warn(
        'The history has nearly reached its maximum size: beyond it the oldest changes are deleted',
        texts,
      );
    this.isAnnounced = isNearlyFull;
    if (size <= max || !wasAnnounced) return;
    const now = clock.now();
    let at = (await history.oldestLocal()) ?? now;
    let step = (now - at) * STEP_SHARE;
    // The clock is behind what was recorded: deleting waits until it is right again.
    if (step <= 0) return;
    let dropped = 0;
    while (size > max * ANNOUNCED_SHARE && now - at > SHORTEST_KEPT) {
      // The state in force of an entity that is gone may be far older than everything else.
      step = Math.min(step, (now - at) / 2);
      at += step;
      dropped += await history.dropLocalBefore(at);
      size = await history.size();
    }
    log.warn('The history reached its maximum size: the oldest changes were deleted', { ...texts, dropped });
  }

  private check(): void {
    const { clock, log } = this.parts;
    this.limiting = this.limiting
      .then(() => this.limit(false))
      .catch((error) => log.error('The size of the history could not be limited', { error }))
      .then(() => {});
    this.cancelCheck = clock.after(SIZE_INTERVAL, () => this.check());
  }

  /** A clock that was changed while the server was off, or that is still waited for. */
  private resume(): void {
    const { clock, nights } = this.parts;
    const last = nights.read();
    if (last === undefined) return;
    this.nightsToWait = last.waits;
    const passed = clock.now() - last.at;
    // One more, because the first night after the start already ends one of them.
    if (passed > LONGEST_OFF || passed < -CLOCK_CHANGE) this.wait(passed, NIGHTS_TO_WAIT + 1);
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
   * If the system clock jumps ahead by a year, everything seems old enough to be deleted. Deletion by age is therefore
   * suspended for some nights after a jump.
   */
  private noteClock(difference: number): void {
    const { clock, nights } = this.parts;
    if (Math.abs(difference) > CLOCK_CHANGE) this.wait(difference, NIGHTS_TO_WAIT);
    else this.nightsToWait = Math.max(0, this.nightsToWait - 1);
    nights.write({ at: clock.now(), waits: this.nightsToWait });
  }

  private wait(difference: number, nights: number): void {
    this.parts.log.warn(
      'The clock was changed, or the server was off for days: old history is not deleted for some nights',
      { hours: Math.round(difference / 3_600_000), nights: NIGHTS_TO_WAIT },
    );
    this.nightsToWait = nights;
    this.parts.nights.write({ at: this.parts.clock.now(), waits: nights });
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

/** For how many days the changes of an entity are kept: what an administrator chose can only shorten it. */
export function retentionDays(rules: RetentionRules, entityId: string): number {
  const configured = configuredDays(rules, entityId);
  return Math.min(configured, rules.chosenDays(entityId) ?? configured);
}

function configuredDays({ periods, labelsOf }: RetentionRules, entityId: string): number {
  const { days, domains, entities, labels } = periods;
  const own = entities[entityId];
  if (own !== undefined) return own;
  const ofLabels = labelsOf(entityId).flatMap((label) => labels[label] ?? []);
  if (ofLabels.length > 0) return Math.min(...ofLabels);
  return domains[domainOf(entityId)] ?? days;
}

/** The next time at which history is deleted. */
function nextPurge(now: number, timeZone: string): number {
  const local = localTimeOf(now, timeZone);
  const at = pointOf({ ...local, hour: HOUR, minute: MINUTE, second: 0 }, timeZone);
  return at > now + EARLY
    ? at
    : pointOf({ ...local, day: local.day + 1, hour: HOUR, minute: MINUTE, second: 0 }, timeZone);
}
