import { join } from 'node:path';
import { AutomaticBackups } from '../backup/automatic-backups.ts';
import { BackupConfig } from '../backup/backup-config.ts';
import { BackupEvents } from '../backup/backup-events.ts';
import { BackupKey, BackupKeys } from '../backup/backup-keys.ts';
import { BackupRecord, Backups, problemOf } from '../backup/backups.ts';
import { LocalBackups } from '../backup/local-backups.ts';
import { messageText } from '../core/messages.ts';
import type { Documents } from '../storage/documents.ts';
import { Uploads } from '../storage/uploads.ts';
import { backupParts } from './backup-interface.ts';
import type { HubBackups } from './hub-backups.ts';
import type { HelperServices, HubContext } from './hub-context.ts';
import { holdHome } from './inventory.ts';

const NOTIFICATION = 'automatic_backup_failed';

/** Opens the backups of a home. */
export function openBackups(
  hub: Pick<
    HubContext,
    | 'auth'
    | 'clock'
    | 'configItems'
    | 'database'
    | 'history'
    | 'home'
    | 'instanceId'
    | 'lastStates'
    | 'options'
  >,
  documents: Documents,
): HubBackups {
  const { options, clock, home, instanceId } = hub;
  const { folder, logFile, settings, version } = options;
  const log = logFile.log.named('backup');
  const local = new LocalBackups(join(folder.path, 'backups'));
  local.tidy();
  const uploads = new Uploads(folder.path, clock);
  uploads.tidy();
  const events = new BackupEvents();
  const backups = new Backups({
    ...{ local, events, instanceId, version, clock, log },
    folder: folder.path,
    records: documents.collection('backup_records', BackupRecord),
    hold: (withHistory) => holdHome(hub, withHistory),
  });
  const keys = new BackupKeys(documents.collection('backup_keys', BackupKey), clock);
  const automatic = new AutomaticBackups({
    ...{ backups, keys, clock, log },
    store: documents.collection('backup_config', BackupConfig),
    timeZone: () => home.home.facts.time_zone,
    isOn: settings.backup.automatic,
  });
  return { automatic, uploads, parts: backupParts(hub, { backups, automatic, keys, events, uploads }) };
}

/** Notifies people of automatic backups that failed. */
export function announceBackups({ automatic }: HubBackups, { notifications }: HelperServices): void {
  automatic.announceTo((error) => {
    if (error === null) return notifications.dismiss(NOTIFICATION);
    notifications.create(messageText(NOTIFICATION, { reason: problemOf(error) }), { id: NOTIFICATION });
  });
}
