import type { Access } from '../core/access.ts';
import type { Clock, Undo } from '../core/clock.ts';
import type { LogbookRequest } from '../core/logbook-query.ts';

/**
 * A period whose entries are to be read: from one time (inclusive) to another (exclusive), in milliseconds
 * since 1970.
 */
export interface LogbookGap {
  readonly from: number;
  readonly to: number;
}

/** Entries as they happen; they are held until released. */
export interface LiveLogbook {
  /** The period to read before `release`, since its entries do not come live; it is handed out once. */
  takeGap(): LogbookGap | null;
  hold(): void;
  release(): void;
}

/** The logbook, as the interface uses it; it shows a caller only what they may see. */
export interface Logbook {
  /** Entries as JSON text separated by commas, in chunks; leaving the loop stops the work. */
  entries(request: LogbookRequest, access: Access): AsyncGenerator<Uint8Array>;
  /** Service calls of a period in the same form, for administrators. */
  actionCalls(period: Pick<LogbookRequest, 'after' | 'before'>, access: Access): AsyncGenerator<Uint8Array>;
  /** Whether there can be entries: entities that change continuously have none. */
  canHaveEntries(request: LogbookRequest, access: Access): boolean;
  /** Calls `send` with the JSON texts of entries as they happen. */
  follow(
    request: LogbookRequest,
    access: Access,
    send: (entries: readonly string[]) => void,
  ): { readonly live: LiveLogbook; readonly undo: Undo };
}

/** What the API needs for the logbook. */
export interface LogbookParts {
  readonly logbook: Logbook;
  readonly clock: Clock;
  /** The time zone of the home. */
  readonly timeZone: () => string;
}
