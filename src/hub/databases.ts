import { join } from 'node:path';
import { type Database, openDatabase } from '../storage/database.ts';
import { hearthMigrations } from '../storage/migrations/index.ts';
import { StorageThread } from '../storage/storage-thread.ts';
import { openHistory } from './causes.ts';
import type { Ground } from './ground.ts';

/** The databases of the house, which share one worker. */
export interface Databases {
  readonly database: Database;
  readonly history: Database;
  /** Settles when all is on the disk. */
  close(): Promise<void>;
}

/** Opens `hearth.db` and `history.db`; both or none. */
export async function openDatabases(parts: Pick<Ground, 'options' | 'clock'>): Promise<Databases> {
  const { options, clock } = parts;
  const { dataDir } = options.settings;
  const thread = new StorageThread(options.onStorageLost);
  const database = await openDatabase({
    file: join(dataDir, 'hearth.db'),
    migrations: hearthMigrations,
    backupFolder: join(dataDir, 'backups'),
    clock,
    log: options.logFile.log.named('storage'),
    thread,
  });
  try {
    const history = await openHistory(parts, thread);
    const close = async (): Promise<void> => {
      await database.close();
      await history.close();
    };
    return { database, history, close };
  } catch (error) {
    await database.close();
    throw error;
  }
}
