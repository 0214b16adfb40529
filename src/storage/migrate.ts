import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { Refusal } from './failure.ts';
import type { SqliteConnection } from './sqlite.ts';

/** One step of a database's schema. Versions count up from 1 without gaps; a step that has been released never changes. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: readonly string[];
}

/** Where the copy made before a migration goes, and the time that is part of its name. */
export interface BackupPlace {
  readonly folder: string;
  readonly stamp: string;
}

/** The version a program with these migrations brings its database to. */
export function newestVersion(migrations: readonly Migration[]): number {
  const gap = migrations.find((migration, index) => migration.version !== index + 1);
  if (gap !== undefined) throw new Error(`Migration ${gap.version} (${gap.name}) is out of its place`);
  return migrations.length;
}

/** Throws for a database that a newer program wrote. */
export function refuseNewer(file: string, version: number, newest: number): void {
  if (version <= newest) return;
  throw new Refusal(
    `${file} is at version ${version}, written by a newer Hearth; this one knows versions up to ${newest}. ` +
      'It was left as it is: start the newer Hearth, or restore a copy from the backups folder.',
  );
}

/** Runs the steps a database still lacks, all or none of them; returns the file of the copy that was made before, if there was anything to copy. */
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
  connection.exec('BEGIN IMMEDIATE');
  try {
    for (const { sql, version } of steps) {
      for (const statement of sql) connection.exec(statement);
      connection.exec(`PRAGMA user_version = ${version}`);
    }
    connection.exec('COMMIT');
  } catch (error) {
    if (connection.inTransaction) connection.exec('ROLLBACK');
    throw error;
  }
  if (copy !== undefined) forgetOldCopies(plan.backup.folder, basename(plan.file, '.db'));
  return copy;
}

/** The copies of a database that are kept. */
const COPIES = 5;

/** Takes away the oldest copies of a database; what is not named like one is not touched. */
function forgetOldCopies(folder: string, name: string): void {
  const copies = readdirSync(folder).flatMap((file) => {
    const stamp = file.startsWith(`${name}-v`)
      ? /^\d+-(\d.*)\.db$/.exec(file.slice(name.length + 2))?.[1]
      : undefined;
    return stamp === undefined ? [] : [{ file, stamp }];
  });
  copies.sort((a, b) => (a.stamp < b.stamp ? 1 : -1));
  for (const { file } of copies.slice(COPIES)) rmSync(join(folder, file), { force: true });
}

function backUp(
  connection: SqliteConnection,
  plan: { readonly file: string; readonly from: number; readonly backup: BackupPlace },
): string {
  const { folder, stamp } = plan.backup;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const copy = join(folder, `${basename(plan.file, '.db')}-v${plan.from}-${stamp}.db`);
  const unfinished = `${copy}.part`;
  rmSync(unfinished, { force: true });
  try {
    connection.run({ sql: 'VACUUM INTO ?', params: [unfinished] });
    chmodSync(unfinished, 0o600);
    sync(unfinished);
    renameSync(unfinished, copy);
    sync(folder);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
  return copy;
}

function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
