import { readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { message } from '../core/messages.ts';
import { copyDatabase, MAX_COPIES } from './copy-database.ts';
import { Refusal } from './failure.ts';
import type { SqliteConnection } from './sqlite.ts';

/** One schema migration. Versions count up from 1 without gaps; a released migration never changes. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: readonly string[];
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

/** Throws for a database written by a newer program. */
export function refuseNewer(file: string, version: number, newest: number): void {
  if (version <= newest) return;
  throw new Refusal(message('database_is_newer', { file, version, newest }));
}

/** Runs the missing migrations, all or none. Returns the path of the copy made before, if any. */
export function migrate(
  connection: SqliteConnection,
  migrations: readonly Migration[],
  plan: {
    readonly file: string;
    readonly from: number;
    readonly isNew: boolean;
    readonly backup: BackupPlace;
  },
): string | undefined {
  const steps = migrations.filter(({ version }) => version > plan.from);
  if (steps.length === 0) return undefined;
  const copy = plan.isNew ? undefined : backUp(connection, plan);
  connection.transaction(true, () => {
    for (const { sql, version } of steps) {
      for (const statement of sql) connection.exec(statement);
      connection.exec(`PRAGMA user_version = ${version}`);
    }
  });
  if (copy !== undefined) forgetOldCopies(plan.backup.folder, basename(plan.file, '.db'));
  return copy;
}

/** Deletes the oldest copies of a database; files with other names are not touched. */
function forgetOldCopies(folder: string, name: string): void {
  const copies = readdirSync(folder).flatMap((file) => {
    const stamp = file.startsWith(`${name}-v`)
      ? /^\d+-(\d.*)\.db$/.exec(file.slice(name.length + 2))?.[1]
      : undefined;
    return stamp === undefined ? [] : [{ file, stamp }];
  });
  copies.sort((a, b) => (a.stamp < b.stamp ? 1 : -1));
  for (const { file } of copies.slice(MAX_COPIES)) rmSync(join(folder, file), { force: true });
}

function backUp(
  connection: SqliteConnection,
  { file, from, backup }: { readonly file: string; readonly from: number; readonly backup: BackupPlace },
): string {
  const name = `${basename(file, '.db')}-v${from}-${backup.stamp}.db`;
  return copyDatabase(connection, { folder: backup.folder, name });
}
