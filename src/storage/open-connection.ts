import { closeSync, openSync, statSync } from 'node:fs';
import { message } from '../core/messages.ts';
import { DamagedFile } from './failure.ts';
import { readFileVersion } from './file-version.ts';
import { migrate, newestVersion, refuseNewer, versionOf } from './migrate.ts';
import type { WorkerSetup } from './protocol.ts';
import { SqliteConnection } from './sqlite.ts';

/** Checking 32 MB takes some tens of milliseconds; a long history would take minutes. */
const CHECKED_BYTES = 32 * 1024 * 1024;

/** A database of a worker, the versions its schema had and has, and the copy made before a migration. */
export interface OpenedConnection {
  readonly connection: SqliteConnection;
  readonly from: number;
  readonly to: number;
  readonly copy: string | undefined;
}

/**
 * Opens a database, creating or migrating it, and locks it. Throws, and leaves the file as it is, if it is newer than
 * the program, damaged, not a database, in use, or not writable.
 */
export function openConnection(setup: WorkerSetup): OpenedConnection {
  const { file, migrations, backup, lockWait } = setup;
  const to = newestVersion(migrations);
  const found = readFileVersion(file);
  if (found !== undefined) refuseNewer(file, found, to);
  // Makes the file private before SQLite writes to it, and fails here if it is not writable.
  closeSync(openSync(file, 'a', 0o600));
  const connection = new SqliteConnection(file, lockWait);
  try {
    const from = versionOf(connection);
    refuseNewer(file, from, to);
    if (found !== undefined && statSync(file).size <= CHECKED_BYTES) refuseDamaged(connection, file);
    if (setup.releasesSpace === true) releaseSpaceInSteps(connection);
    connection.makeDurable();
    const copy = migrate(connection, migrations, { file, from, isNew: found === undefined, backup });
    return { connection, from: from.made, to, copy };
  } catch (error) {
    connection.close();
    throw error;
  }
}

function refuseDamaged(connection: SqliteConnection, file: string): void {
  const found = connection.value('PRAGMA quick_check(1)');
  if (found !== 'ok') {
    throw new DamagedFile(message('database_is_damaged', { file, found: String(found) }));
  }
}

/** Lets `PRAGMA incremental_vacuum` give the space of deleted rows back; an older file is rewritten once. */
function releaseSpaceInSteps(connection: SqliteConnection): void {
  if (connection.value('PRAGMA auto_vacuum') !== 0) return;
  connection.exec('PRAGMA auto_vacuum = INCREMENTAL');
  connection.exec('VACUUM');
}
