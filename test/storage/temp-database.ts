import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Log, silentLog } from '../../src/core/log.ts';
import { type Database, type DatabaseOptions, openDatabase } from '../../src/storage/database.ts';
import { hearthMigrations } from '../../src/storage/migrations/index.ts';
import { RunningClock } from '../support/running-clock.ts';

/** A query that keeps the worker busy for a while. */
export const COUNT_SLOWLY =
  'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500000) SELECT max(i) FROM n';

/** Opens `hearth.db` of a folder; it is closed when the test has ended. */
export async function openIn(folder: string, options: Partial<DatabaseOptions> = {}): Promise<Database> {
  const database = await openDatabase({
    file: join(folder, 'hearth.db'),
    backupFolder: join(folder, 'backups'),
    migrations: hearthMigrations,
    clock: new RunningClock(),
    log: silentLog,
    ...options,
  });
  onTestFinished(() => database.close());
  return database;
}

/** A log that collects errors and warnings as text. */
export function keepingLog(): { log: Log; lines: string[] } {
  const lines: string[] = [];
  const log: Log = {
    ...silentLog,
    error: (message) => lines.push(message),
    warn: (message) => lines.push(message),
    named: () => log,
  };
  return { log, lines };
}
