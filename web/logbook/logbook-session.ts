import { failure } from '../parts/failure.ts';
import type { HomeStore } from '../state/home-store.ts';
import { followEntries, type LogbookEntry, readEntries, timeOf } from './logbook-entry.ts';
import { type Extent, LogbookReader } from './logbook-reader.ts';
import { LogbookWindow } from './logbook-window.ts';

/** What of the logbook is shown. */
export interface LogbookQuestion {
  readonly home: HomeStore;
  /** Undefined for everything. */
  readonly entityIds: readonly string[] | undefined;
  readonly isWanted: (entry: LogbookEntry) => boolean;
  /** The end of the period in milliseconds since 1970; undefined for now and what follows. */
  readonly until?: number | undefined;
  readonly extent?: Extent;
}

/** Reads and follows a part of the logbook. Nothing is read while it is busy or after it was stopped. */
export class LogbookSession {
  window: LogbookWindow;
  isBusy = false;
  errorText: string | undefined;
  private readonly question: LogbookQuestion;
  private readonly onChange: () => void;
  private readonly undos: (() => void)[] = [];
  private endFollowing = (): void => {};
  private isStopped = false;

  constructor(question: LogbookQuestion, onChange: () => void) {
    this.question = question;
    this.onChange = onChange;
    this.window = this.freshWindow();
  }

  /** Reads the newest entries, then follows. */
  async start(): Promise<void> {
    const { home, until } = this.question;
    await this.load((window) => window.older());
    if (until !== undefined || this.isStopped) return;
    const { connection } = home;
    connection.addEventListener('ready', this.recover);
    this.undos.push(() => connection.removeEventListener('ready', this.recover));
    this.follow();
  }

  stop(): void {
    this.isStopped = true;
    this.endFollowing();
    for (const undo of this.undos.splice(0)) undo();
  }

  /** Goes back to the newest entries. */
  async restart(): Promise<void> {
    this.endFollowing();
    const window = this.freshWindow();
    await this.load(async () => {
      await window.older();
      this.window = window;
    });
    if (this.question.until === undefined && !this.isStopped) this.follow();
  }

  /** Runs one reading step at a time. */
  async load(step: (window: LogbookWindow) => Promise<void>): Promise<void> {
    if (this.isBusy || this.isStopped) return;
    this.isBusy = true;
    this.errorText = undefined;
    this.onChange();
    try {
      await step(this.window);
    } catch (error) {
      this.errorText = failure(error);
    }
    this.isBusy = false;
    if (!this.isStopped) this.onChange();
  }

  private freshWindow(): LogbookWindow {
    const { home, entityIds, isWanted, until, extent } = this.question;
    const reader = new LogbookReader(
      (span) => readEntries(home.connection, span, entityIds),
      isWanted,
      extent,
    );
    // The clock of this device may be behind that of the server: live entries close the gap.
    return new LogbookWindow(reader, until ?? Date.now());
  }

  /** Reads again what could not be read while there was no connection. */
  private readonly recover = (): void => {
    if (this.errorText === undefined) this.follow();
    else void this.restart();
  };

  private readonly follow = (): void => {
    const { home, entityIds, isWanted } = this.question;
    const [first] = this.window.chunks;
    if (first === undefined || this.window.above.length > 0) return;
    this.endFollowing();
    const newest = first.entries[0];
    const from = newest === undefined ? first.from : timeOf(newest);
    this.endFollowing = followEntries(home.connection, { from, entityIds }, (entries) => {
      if (this.isStopped) return;
      this.window.add(entries.filter(isWanted));
      this.onChange();
    });
  };
}
