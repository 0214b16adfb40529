import type { SqliteConnection } from '../../storage/sqlite.ts';
import type { CauseLog } from '../cause-log/cause-log.ts';
import type { SampleStore } from '../samples/sample-store.ts';
import type { StatisticsEditor } from '../statistics/edit-statistics.ts';
import type { HistoryImports } from '../transfer/history-imports.ts';
import type { HistoryNotice } from './protocol.ts';

/** What the tasks of the history worker share. */
export interface TaskContext {
  /** `history.db`. */
  readonly connection: SqliteConnection;
  readonly samples: SampleStore;
  /** The samples in `history.db`: all of them, or those that PostgreSQL does not have yet. */
  readonly local: SampleStore;
  readonly causes: CauseLog;
  /** `statistics.db`. */
  readonly statistics: StatisticsEditor;
  readonly imports: HistoryImports;
  /** Resolves in a later tick of the thread: long tasks call it every few milliseconds of work. */
  readonly pause: () => Promise<void>;
  /** Reports something to the main thread. */
  readonly notify: (notice: HistoryNotice) => void;
}

/** A task with one result, which is cloned to the main thread. */
export type CallTask = (context: TaskContext, input: never) => unknown;

/** A task whose result is sent in chunks while it is produced; it is stopped when its reader has gone. */
export type StreamTask = (context: TaskContext, input: never) => AsyncIterable<Uint8Array>;
