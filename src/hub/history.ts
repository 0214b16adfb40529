import { join } from 'node:path';
import { isoTime } from '../core/clock.ts';
import { RecentOrigins } from '../history/recent-origins.ts';
import { RecordedAttributes } from '../history/recorder/recorded-attributes.ts';
import { Recorder } from '../history/recorder/recorder.ts';
import { HistoryThread } from '../history/thread/history-thread.ts';
import { historyMigrations } from '../storage/migrations/history.ts';
import type { Statement, Value } from '../storage/sqlite.ts';
import type { HubContext, HubHistory } from './hub-context.ts';

const LOCK_WAIT = 5000;
const COMMIT_INTERVAL = 1000;

/** Starts the history worker, which opens `history.db`. */
export async function openHistory({
  options,
  clock,
  bus,
}: Pick<HubContext, 'options' | 'clock' | 'bus'>): Promise<HubHistory> {
  const { path } = options.folder;
  const log = options.logFile.log.named('history');
  const attributes = new RecordedAttributes(
    () => undefined,
    (entity_id, length) => log.warn(`The attributes of ${entity_id} are too long to be recorded`, { length }),
  );
  const recent = new RecentOrigins();
  const recorder = new Recorder({
    ...{ bus, clock, log, attributes },
    isInformative: (context) => recent.isInformative(context),
    commitInterval: COMMIT_INTERVAL,
    isRecorded: () => true,
  });
  const stamp = isoTime(clock.now()).slice(0, 19).replaceAll(':', '-');
  const thread = await HistoryThread.start({
    setup: {
      history: {
        file: join(path, 'history.db'),
        migrations: historyMigrations,
        backup: { folder: join(path, 'backups'), stamp },
        lockWait: LOCK_WAIT,
        releasesSpace: true,
      },
    },
    log,
    beforeQuestion: () => recorder.flush(),
    onCommitted: (error) => recorder.committed(error),
    onNotice: (notice) => log.error('A part of the history is damaged and was left out', { ...notice }),
  });
  recorder.connect((columns, commit) => thread.append(columns, commit));
  return { thread, recorder, recent, database: databaseOf(thread) };
}

function databaseOf(thread: HistoryThread): HubHistory['database'] {
  return {
    write: async (statements: readonly Statement[]) => {
      if (statements.length > 0) await thread.call('database.write', statements);
    },
    change: (statement: Statement) => thread.call('database.write', [statement]),
    query: (sql: string, params: readonly Value[] = []) => thread.call('database.query', { sql, params }),
  };
}
