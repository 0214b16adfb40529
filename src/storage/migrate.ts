import { readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { message } from '../core/messages.ts';
import { copyDatabase, MAX_COPIES } from './copy-database.ts';
import { Refusal } from './failure.ts';
import { type FileVersion, fileVersion, MIGRATED_BY_HEARTH } from './file-version.ts';
import type { SqliteConnection } from './sqlite.ts';

/** One schema migration. Versions count up from 1 without gaps; a released migration never changes. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: readonly string[];
  /**
   * Whether the previous version of Hearth can use the file afterwards: there are more tables, indices or columns with a
   * default, nothing is gone, and what the previous version writes is correct for this one.
   */
  readonly adds?: boolean;
}

/** The folder for the copy made before a migration, and the timestamp in its name. */
export interface BackupPlace {
  readonly folder: string;
  readonly stamp: string;
}

/** The schema version after all of these migrations. */
export function newestVersion(migrations: readonly Migration[]): number {
  const gap = migrations.find((migration, index) => migration.version !== index + 1);
  if (gap !== undefined) throw new Error(`Migration ${gap.version} (${gap.name}) is out of its place`);
  return migrations.length;
}

/** Throws for a database that a newer program has changed in a way that this one does not know. */
export function refuseNewer(file: string, { needed }: FileVersion, newest: number): void {
  if (needed <= newest) return;
  throw new Refusal(message('database_is_newer', { file, version: needed, newest }));
}

/** The version of an open database. */
export function versionOf(connection: Pick<SqliteConnection, 'value'>): FileVersion {
  const [version, application] = ['user_version', 'application_id'].map((name) =>
    Number(connection.value(`PRAGMA ${name}`)),
  );
  return fileVersion(version ?? 0, application ?? 0);
}

/** Runs the missing migrations, all or none. Returns the path of the copy made before, if any. */
export function migrate(
  connection: SqliteConnection,
  migrations: readonly Migration[],
  plan: {
    readonly file: string;
    readonly from: FileVersion;
    readonly isNew: boolean;
    readonly backup: BackupPlace;
  },
): string | undefined {
  const steps = migrations.filter(({ version }) => version > plan.from.made);
  if (steps.length === 0) return undefined;
  const copy = plan.isNew ? undefined : backUp(connection, plan);
  connection.transaction(true, () => {
    for (const { sql, version, adds = false } of steps) {
      for (const statement of sql) connection.exec(statement);
      if (!adds) connection.exec(`PRAGMA user_version = ${version}`);
      connection.exec(`PRAGMA application_id = ${MIGRATED_BY_HEARTH + version}`);
    }
  });
  if (copy !== undefined) forgetOldCopies(plan.backup.folder, basename(plan.file, '.db'));
  return copy;
}

/**
 * Deletes the copies of a database that were made before migrations, but for the newest; files with other names are not
 * touched. Returns the names of those that are gone.
 */
export function forgetOldCopies(folder: string, name: string, kept = MAX_COPIES): string[] {
  const copies = readdirSync(folder).flatMap((file) => {
    const stamp = file.startsWith(`${name}-v`)
      ? /^\d+-(\d.*)\.db$/.exec(file.slice(name.length + 2))?.[1]
      : undefined;
    return stamp === undefined ? [] : [{ file, stamp }];
  });
  copies.sort((a, b) => (a.stamp < b.stamp ? 1 : -1));
  const old = copies.slice(kept).map(({ file }) => file);
  for (const file of old) rmSync(join(folder, file), { force: true });
  return old;
}

function backUp(
  connection: SqliteConnection,
  { file, from, backup }: { readonly file: string; readonly from: FileVersion; readonly backup: BackupPlace },
): string {
  const name = `${basename(file, '.db')}-v${from.made}-${backup.stamp}.db`;
  return copyDatabase(connection, { folder: backup.folder, name });
}
