import { join } from 'node:path';
import { LocalBackups } from '../backup/local-backups.ts';
import { readRunRecord } from '../backup/run-record.ts';
import type { Clock } from '../core/clock.ts';
import { HubError } from '../core/errors.ts';
import { silentLog } from '../core/log.ts';
import { SORT_JOURNAL } from '../storage/changes/change-journal.ts';
import { openDatabase } from '../storage/database.ts';
import { readFileVersion } from '../storage/file-version.ts';

/** How many changes are listed. */
const MAX_LISTED = 20;

/**
 * The error for a data folder that a newer version has changed: how to go back, and what was changed since the backup
 * that was made before the update. Other errors stay as they are.
 */
export async function explainNewer(error: unknown, folder: string, clock: Clock): Promise<unknown> {
  if (!(error instanceof HubError) || error.reason?.key !== 'database_is_newer') return error;
  const point = readRunRecord(folder)?.update;
  if (point?.restore_point == null) return error;
  const backup = await new LocalBackups(join(folder, 'backups')).find(point.restore_point);
  if (backup === undefined) return error;
  const { date, slug } = backup.metadata;
  const changes = await changesSince(folder, Date.parse(date), clock).catch(() => undefined);
  return new Error(
    [
      error.message,
      `To go back to version ${point.from}: bin/hearth backup restore ${slug}`,
      `That backup was made at ${date.slice(0, 16).replace('T', ' ')} UTC, before the update to ${point.to}.`,
      ...(changes ?? ['The changes since then could not be read.']),
    ].join('\n'),
  );
}

async function changesSince(folder: string, since: number, clock: Clock): Promise<string[]> {
  const file = join(folder, 'hearth.db');
  const length = readFileVersion(file)?.made ?? 0;
  // These migrations have all been made.
  const migrations = Array.from({ length }, (_, index) => ({ version: index + 1, name: '', sql: [] }));
  const database = await openDatabase({
    ...{ file, migrations, backupFolder: join(folder, 'backups'), clock, log: silentLog, lockWait: 0 },
  });
  try {
    // What a newer version that was killed had not sorted yet; older ones have no journal.
    await database.write(SORT_JOURNAL).catch(() => {});
    const rows = await database.query(
      `SELECT at, act, (SELECT group_concat(name || ' ' || id, ', ') FROM change_parts
         WHERE change_id = changes.id) AS subjects
       FROM changes WHERE at > ? AND state = 'made' ORDER BY id DESC`,
      [since],
    );
    if (rows.length === 0) return ['Nothing of the configuration was changed since then.'];
    const lines = rows.slice(0, MAX_LISTED).map(({ at, act, subjects }) => {
      const time = new Date(Number(at)).toISOString().slice(0, 16).replace('T', ' ');
      return `  ${time} ${String(act)}: ${printable(String(subjects ?? ''))}`;
    });
    const more = rows.length > MAX_LISTED ? [`  and ${rows.length - MAX_LISTED} more`] : [];
    return [`It would undo ${rows.length} changes since then:`, ...lines, ...more];
  } finally {
    await database.close();
  }
}

/** Names come from users and devices: they must not contain line breaks or terminal codes. */
function printable(text: string): string {
  return text.replace(/\p{C}/gu, ' ').slice(0, 200);
}
