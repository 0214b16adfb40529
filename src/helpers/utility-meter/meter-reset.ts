import type { Clock, Undo } from '../../core/clock.ts';
import { CronSchedule } from './cron-schedule.ts';
import type { MeterSensor, PlannedReset } from './meter-sensor.ts';

/** When a meter is reset, and what follows. */
export interface MeterResetSettings {
  /** The cron pattern of the times; undefined for never. */
  readonly pattern: string | undefined;
  readonly timeZone: () => string;
  readonly sensors: readonly MeterSensor[];
  /** Called after a reset, and after the next one has moved. */
  readonly onReset: () => void;
}

/** Timers end at least this often, since clocks may be set. */
const LONGEST_WAIT = 3_600_000;

/** Resets the sensors of a meter at the start of each of its cycles. */
export class MeterReset {
  /** The next reset; undefined for a meter that is never reset. */
  next: PlannedReset | undefined;
  private readonly settings: MeterResetSettings;
  private readonly clock: Clock;
  private readonly schedule: CronSchedule | undefined;
  private cancel: Undo = () => {};

  /** Throws for a pattern that is not valid. */
  constructor(settings: MeterResetSettings, clock: Clock) {
    this.settings = settings;
    this.clock = clock;
    const { pattern, timeZone } = settings;
    this.schedule = pattern === undefined ? undefined : new CronSchedule(pattern, timeZone);
  }

  stop(): void {
    this.cancel();
  }

  isDue(): boolean {
    return this.next !== undefined && this.next.at <= this.clock.now();
  }

  /** Plans the next reset, and the time to look at the clock again. */
  plan(now: number): void {
    this.cancel();
    const { schedule } = this;
    const { pattern } = this.settings;
    if (schedule === undefined || pattern === undefined) return;
    const at = schedule.next(now);
    this.next = { at, pattern };
    this.cancel = this.clock.after(Math.min(at - now, LONGEST_WAIT), () => this.runDue());
  }

  /** Resets the sensors if it is time, and plans the next reset. Both at one time, so that no reset is between them. */
  runDue(): void {
    const due = this.next;
    if (due === undefined) return;
    const now = this.clock.now();
    const isDue = due.at <= now;
    if (isDue) this.resetAll(due.at, now);
    this.plan(now);
    if (isDue || this.next?.at !== due.at) this.settings.onReset();
  }

  /** Resets the sensors for all periods from one that ended at a time until now; returns the end of the last one. */
  resetAll(first: number, now: number): number {
    const last = Math.max(first, this.schedule?.last(now) ?? first);
    for (const { count } of this.settings.sensors) {
      count.reset(first);
      if (last > first) count.reset(last);
    }
    return last;
  }

  /** The reset before another one. */
  lastBefore(reset: number): number {
    return this.schedule?.last(reset - 1) ?? reset;
  }
}
