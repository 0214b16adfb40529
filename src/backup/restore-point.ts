import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, isoTime } from '../core/clock.ts';
import { fault, reasonOf } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import { INTERFACE_VERSION } from '../core/version.ts';
import { type Database, openDatabase } from '../storage/database.ts';
import { isInUse } from '../storage/failure.ts';
import { type FileVersion, readFileVersion } from '../storage/file-version.ts';
import { newestVersion } from '../storage/migrate.ts';
import { hearthMigrations } from '../storage/migrations/index.ts';
import { readInProcess, writeInProcess } from './archive/archive-process.ts';
import { LockingKey } from './archive/backup-key.ts';
import { CONFIGURATION_DATABASE } from './archive/home-files.ts';
import { FORMAT } from './archive/metadata.ts';
import { BackupKey } from './backup-keys.ts';
import { holdDatabase } from './hold-database.ts';
import { LocalBackups } from './local-backups.ts';
import { type Contents, readRunRecord, writeRunRecord } from './run-record.ts';
import { requireSpace } from './space.ts';

interface RestorePointParts {
  readonly folder: string;
  /** The version that starts. */
  readonly version: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** For an installation that recorded no run: the counts are unknown. */
const UNKNOWN: Contents = { entities: 0, automations: 0, scripts: 0, scenes: 0, users: 0 };

/**
 * Makes a backup of the settings if another version than the last one starts on a data folder, before that version
 * changes anything. Nothing is done while another process uses the folder. Throws `unavailable` if a migration is due
 * and no backup can be made.
 */
export async function makeRestorePoint(parts: RestorePointParts): Promise<void> {
  const { folder, version, clock, log } = parts;
  const file = join(folder, CONFIGURATION_DATABASE);
  const { made, needed } = versionOf(file);
  const newest = newestVersion(hearthMigrations);
  const last = readRunRecord(folder);
  const isMigrating = made < newest;
  const isOther = last !== null && last.version !== version;
  if (made === 0 || needed > newest || !(isMigrating || isOther)) return;
  let slug: string | null = null;
  try {
    // At its own version the database is opened without being migrated.
    const database = await openDatabase({
      ...{ file, migrations: hearthMigrations.slice(0, made), lockWait: 0 },
      ...{ backupFolder: join(folder, 'backups'), clock, log },
    });
    try {
      slug = await write(parts, database, last?.contents ?? UNKNOWN);
    } finally {
      await database.close();
    }
  } catch (error) {
    if (isInUse(error)) return;
    log.error('The backup before the update failed', { error });
    if (isMigrating)
      throw fault('unavailable', 'no_restore_point', { reason: reasonOf(error) }, { cause: error });
  }
  const from = last?.version ?? '?';
  if (slug !== null) log.info('A backup was made before the update', { from, to: version, backup: slug });
  await writeRunRecord(folder, {
    version,
    contents: last?.contents ?? null,
    update: { from, to: version, at: null, restore_point: slug, missing: [] },
  });
}

async function write(
  { folder, version, clock }: RestorePointParts,
  database: Database,
  contents: Contents,
): Promise<string> {
  const slug = randomBytes(4).toString('hex');
  const local = new LocalBackups(join(folder, 'backups'));
  const part = await local.unfinished(slug, 'part');
  const signal = new AbortController().signal;
  const held = await holdDatabase(database);
  try {
    await requireSpace(folder, local.folder, false);
    const { documents, lastState } = held;
    const date = isoTime(clock.now());
    const metadata = {
      ...{ slug, version: 2, date, type: 'partial', compressed: true },
      name: `Before the update to ${version}`,
      homeassistant: { version: INTERFACE_VERSION, exclude_database: true },
      hearth: {
        ...{ format: FORMAT, version, instance_id: await instanceOf(database), automatic: false },
        inventory: { ...contents, documents, last_state: lastState, history: null },
      },
    };
    const job = { folder, target: part, metadata, keys: await keysOf(database) };
    await writeInProcess(job, { onRead: () => {}, signal });
    await local.keep(part, await readInProcess({ kind: 'verify', file: part }, signal));
    return slug;
  } finally {
    await held.release();
    await rm(part, { force: true });
  }
}

/** 0 for a new folder, and for a file that opening reports. */
function versionOf(file: string): FileVersion {
  const none = { made: 0, needed: 0 };
  try {
    return readFileVersion(file) ?? none;
  } catch {
    return none;
  }
}

async function bodiesOf(database: Database, collection: string): Promise<unknown[]> {
  const rows = await database.query('SELECT body FROM documents WHERE collection = ?', [collection]);
  return rows.map(({ body }) => JSON.parse(String(body)));
}

async function instanceOf(database: Database): Promise<string> {
  const [id] = await bodiesOf(database, 'instance');
  return typeof id === 'string' ? id : '';
}

async function keysOf(database: Database): Promise<LockingKey[]> {
  const keys = (await bodiesOf(database, 'backup_keys')).map((one) => BackupKey.safeParse(one));
  return keys.flatMap(({ data }) => (data?.is_confirmed === true ? [LockingKey.parse(data)] : []));
}
