import { openConnection } from '../../storage/open-connection.ts';
import type { WorkerSetup } from '../../storage/protocol.ts';
import { SqliteConnection } from '../../storage/sqlite.ts';
import { removeDatabase, withFirstPageOf } from './set-aside.ts';

/** A database that was set aside, opened; `close` also removes a copy that was made of it. */
export interface DamagedDatabase {
  readonly connection: SqliteConnection;
  close(): void;
}

/**
 * Opens a database that was set aside. If `isUsable` finds nothing in it, its first page may be damaged: then it opens
 * a copy with the first page of a new database.
 */
export function openDamaged(
  path: string,
  setup: WorkerSetup,
  isUsable: (connection: SqliteConnection) => boolean,
): DamagedDatabase {
  const asItIs = tryOpen(path);
  if (asItIs !== undefined && isUsable(asItIs)) return { connection: asItIs, close: () => asItIs.close() };
  asItIs?.close();
  const template = `${path}.template`;
  const { connection: made } = openConnection({ ...setup, file: template });
  made.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  made.close();
  const repaired = withFirstPageOf(template, path);
  removeDatabase(template);
  const connection = new SqliteConnection(repaired, 0);
  const close = (): void => {
    connection.close();
    removeDatabase(repaired);
  };
  return { connection, close };
}

function tryOpen(path: string): SqliteConnection | undefined {
  try {
    return new SqliteConnection(path, 0);
  } catch {
    return undefined;
  }
}
