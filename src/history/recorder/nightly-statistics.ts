import { type Clock, isoTime, type Undo } from '../../core/clock.ts';
import type { Part } from '../../core/lifecycle.ts';
import type { Log } from '../../core/log.ts';
import { nextAt } from './retention.ts';

/** What is done every night: times are in milliseconds since 1970. */
export interface Tidying {
  readonly shortTermBefore: number;
  readonly rollupsBefore: number;
  readonly changesBefore: number;
  readonly copies: { readonly folder: string; readonly stamp: string };
}

/** The dependencies of `NightlyStatistics`. */
export interface NightlyStatisticsParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly timeZone: () => string;
  /** The folder of the copies. */
  readonly folder: string;
  /** Days for which five-minute rows are kept. */
  readonly shortTermDays: number;
  /** Carries the work out and returns the path of the copy. */
  readonly tidy: (tidying: Tidying) => Promise<string>;
}

const DAY = 86_400_000;
/** After the history of the day was deleted, so that the disk is not busy with both. */
const TIDY_AT = { hour: 4, minute: 30 };
/** For how long changes of statistics can be undone. */
const UNDO_DAYS = 366;

/** Every night: deletes old five-minute rows and records of changes, and copies `statistics.db`. */
export class NightlyStatistics implements Part {
  readonly name = 'nightly statistics';
  private readonly parts: NightlyStatisticsParts;
  private cancel: Undo = () => {};

  constructor(parts: NightlyStatisticsParts) {
    this.parts = parts;
  }

  start(): void {
    this.schedule();
  }

  stop(): void {
    this.cancel();
  }

  private schedule(): void {
    const { clock, timeZone, log } = this.parts;
    this.cancel = clock.after(nextAt(clock.now(), timeZone(), TIDY_AT) - clock.now(), () => {
      this.schedule();
      this.tidy().catch((error) => log.error('The statistics could not be copied', { error }));
    });
  }

  private async tidy(): Promise<void> {
    const { clock, folder, shortTermDays, tidy } = this.parts;
    const now = clock.now();
    const shortTermBefore = now - shortTermDays * DAY;
    await tidy({
      shortTermBefore,
      rollupsBefore: shortTermBefore,
      changesBefore: now - UNDO_DAYS * DAY,
      copies: { folder, stamp: isoTime(now).slice(0, 19).replaceAll(':', '-') },
    });
  }
}
