import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hearthMigrations } from '../../src/storage/migrations/index.ts';
import { openConnection } from '../../src/storage/open-connection.ts';

/** What `DemoHome` saves once the past of the meters is complete. */
const COMPLETE = JSON.stringify({ furnished: false, past: 'complete' });

/**
 * Returns a `hearth.db`, by default an empty one, of a home whose demo gets no thirty days of history when it is
 * started: they take two seconds of processor time, and few tests look at them.
 */
export function databaseWithoutPast(database?: Uint8Array): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-test-'));
  try {
    const file = join(folder, 'hearth.db');
    if (database !== undefined) writeFileSync(file, database, { mode: 0o600 });
    const backup = { folder, stamp: 'demo' };
    const { connection } = openConnection({ file, migrations: hearthMigrations, lockWait: 0, backup });
    connection.exec(
      `INSERT INTO documents (collection, id, body) VALUES ('demo_home', 'home', '${COMPLETE}')`,
    );
    connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    connection.close();
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

let empty: Buffer | undefined;

/** Prepares an empty data folder: a demo that is started in it gets no past. */
export function leaveOutPast(folder: string): void {
  empty ??= databaseWithoutPast();
  writeFileSync(join(folder, 'hearth.db'), empty, { mode: 0o600 });
}
