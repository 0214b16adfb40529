import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { copyFile, open } from 'node:fs/promises';
import { join } from 'node:path';
import { MAX_COPIES } from '../../storage/copy-database.ts';
import { statisticsMigrations } from '../../storage/migrations/statistics.ts';
import { openConnection } from '../../storage/open-connection.ts';
import type { SqliteConnection } from '../../storage/sqlite.ts';
import { forgetStatistics } from './forget-statistics.ts';
import { StatisticsStore } from './statistics-store.ts';

/** The name of a nightly copy; those made before migrations have the version in it. */
const COPY = /^statistics-(\d{4}-.*)\.db$/;
const BEFORE_MIGRATION = /^(?:statistics|history)-v\d+-.*\.db$/;
/** Series that one step copies. */
const SERIES_A_STEP = 10;

/**
 * Copies the database to `statistics-<stamp>.db` in a folder, deletes all but the newest five copies, and returns the
 * path. The copy is complete or does not exist. Other tasks run between its steps: each series is copied as it is at one
 * moment, and the log first, whose rows may be in the blocks of the copy as well.
 */
export async function copyStatistics(
  { connection, pause }: Pick<StatisticsStore, 'connection' | 'pause'>,
  { folder, stamp }: { readonly folder: string; readonly stamp: string },
): Promise<string> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const copy = join(folder, `statistics-${stamp}.db`);
  await replaceWhole(copy, async (unfinished) => {
    connection.run({ sql: 'ATTACH ? AS copy', params: [unfinished] });
    try {
      await copyTables(connection, pause);
    } finally {
      connection.exec('DETACH copy');
    }
  });
  for (const old of statisticsCopies(folder).slice(MAX_COPIES)) rmSync(old, { force: true });
  return copy;
}

/** Deletes the statistics of entities from the nightly copies, and the copies made before migrations. */
export async function forgetInCopies(
  { folder, entityIds }: { readonly folder: string; readonly entityIds: readonly string[] },
  pause: () => Promise<void>,
): Promise<void> {
  for (const copy of statisticsCopies(folder))
    await replaceWhole(copy, async (unfinished) => {
      await copyFile(copy, unfinished);
      const backup = { folder: `${unfinished}.old`, stamp: '' };
      const { connection } = openConnection({
        ...{ file: unfinished, migrations: statisticsMigrations, backup, lockWait: 0 },
      });
      try {
        await forgetStatistics(new StatisticsStore({ connection, pause, onDamage: () => {} }), entityIds);
        connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
        connection.exec('PRAGMA journal_mode = DELETE');
      } finally {
        connection.close();
        rmSync(backup.folder, { recursive: true, force: true });
      }
    });
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder).filter((file) => BEFORE_MIGRATION.test(file)))
    rmSync(join(folder, name), { force: true });
}

/** The nightly copies in a folder, newest first. */
export function statisticsCopies(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((file) => COPY.test(file));
  return names
    .sort()
    .reverse()
    .map((name) => join(folder, name));
}

async function copyTables(connection: SqliteConnection, pause: () => Promise<void>): Promise<void> {
  // A copy that is not finished is deleted: it needs no journal.
  connection.exec('PRAGMA copy.journal_mode = OFF');
  connection.exec('PRAGMA copy.synchronous = OFF');
  connection.exec('PRAGMA copy.auto_vacuum = INCREMENTAL');
  for (const field of ['user_version', 'application_id'])
    connection.exec(`PRAGMA copy.${field} = ${Number(connection.value(`PRAGMA ${field}`))}`);
  const schema = `SELECT sql FROM main.sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY type DESC`;
  const created = [...connection.rows(schema)].map(({ sql }) => String(sql));
  const series = connection.transaction(false, () => {
    for (const sql of created)
      connection.exec(sql.replace(/^CREATE (TABLE|INDEX|UNIQUE INDEX) /, 'CREATE $1 copy.'));
    for (const table of ['compiled', 'series_log'])
      connection.exec(`INSERT INTO copy.${table} SELECT * FROM main.${table}`);
    return [...connection.rows('SELECT id, name FROM main.series')];
  });
  for (let from = 0; from < series.length; from += SERIES_A_STEP) {
    await pause();
    connection.transaction(false, () => {
      for (const { id = null, name = null } of series.slice(from, from + SERIES_A_STEP)) {
        connection.run({
          sql: 'INSERT INTO copy.series SELECT * FROM main.series WHERE id = ?',
          params: [id],
        });
        const blocks = 'INSERT INTO copy.series_blocks SELECT * FROM main.series_blocks WHERE series = ?';
        connection.run({ sql: blocks, params: [id] });
        // Two series have the name of an entity with statistics and roll-ups.
        const changes = `INSERT OR IGNORE INTO copy.statistic_changes
          SELECT * FROM main.statistic_changes WHERE statistic_id = ?`;
        connection.run({ sql: changes, params: [name] });
      }
    });
  }
  await pause();
  connection.transaction(false, () => {
    connection.exec(`INSERT OR IGNORE INTO copy.statistic_changes SELECT * FROM main.statistic_changes
      WHERE statistic_id NOT IN (SELECT name FROM main.series)`);
    // Numbers are not used again, see the migrations.
    connection.exec('DELETE FROM copy.sqlite_sequence');
    connection.exec('INSERT INTO copy.sqlite_sequence SELECT * FROM main.sqlite_sequence');
  });
}

/** Has a file written under another name, and puts it in its place when it is complete and on disk. */
async function replaceWhole(file: string, write: (unfinished: string) => Promise<void>): Promise<void> {
  const unfinished = `${file}.part`;
  const remove = (): void => {
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(unfinished + suffix, { force: true });
  };
  remove();
  try {
    await write(unfinished);
    chmodSync(unfinished, 0o600);
    await sync(unfinished);
    renameSync(unfinished, file);
    await sync(join(file, '..'));
  } catch (error) {
    remove();
    throw error;
  }
}

/** In a thread of its own: syncing hundreds of megabytes takes long. */
async function sync(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
