import type { Log } from '../core/log.ts';

/** The versions of a database file before and after it was opened, and the copy made before a migration. */
export interface OpenedVersions {
  readonly from: number;
  readonly to: number;
  readonly copy?: string | undefined;
}

/**
 * Logs that a database file was created (version 0 before) or migrated, or that a newer version of Hearth added to it;
 * nothing if its version did not change.
 */
export function logMigration(log: Log, name: string, { from, to, copy }: OpenedVersions): void {
  if (from === to) return;
  if (from > to) {
    log.info(`${name} is used although a newer version added to it`, { version: from, known: to });
    return;
  }
  const what = from === 0 ? 'created' : `migrated from version ${from} to ${to}`;
  log.info(`${name} ${what}`, copy === undefined ? {} : { copy });
}
