import { join } from 'node:path';
import { AllBackups } from '../backup/all-backups.ts';
import { AutomaticBackups } from '../backup/automatic-backups.ts';
import { BackupConfig, LOCAL_AGENT } from '../backup/backup-config.ts';
import { BackupEvents } from '../backup/backup-events.ts';
import { BackupKey, BackupKeys } from '../backup/backup-keys.ts';
import { BackupRecord, Backups, problemOf } from '../backup/backups.ts';
import { LocalBackups } from '../backup/local-backups.ts';
import { RemoteBackups } from '../backup/targets/remote-backups.ts';
import { TargetList } from '../backup/targets/target-list.ts';
import { messageText } from '../core/messages.ts';
import type { Documents } from '../storage/documents.ts';
import { Uploads } from '../storage/uploads.ts';
import { BackupEntities } from './backup-entities.ts';
import { backupParts } from './backup-interface.ts';
import { backupServices } from './backup-services.ts';
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
  const records = documents.collection('backup_records', BackupRecord);
  const backups = new Backups({
    ...{ local, events, instanceId, version, clock, log },
    folder: folder.path,
    records,
    hold: (withHistory) => holdHome(hub, withHistory),
  });
  const keys = new BackupKeys(documents.collection('backup_keys', BackupKey), clock);
  const targets = new TargetList(join(folder.path, 'backup-targets.json'), {
    ...{ clock, log },
    secrets: folder.secrets,
  });
  const remote = new RemoteBackups({ targets, clock, log });
  const store = documents.collection('backup_config', BackupConfig);
  const all = new AllBackups({
    ...{ backups, local, remote, keys, records, events, instanceId, clock },
    config: () => automatic.config,
  });
  const automatic: AutomaticBackups = new AutomaticBackups({
    ...{ backups, all, clock, log, store },
    timeZone: () => home.home.facts.time_zone,
    isOn: settings.backup.automatic,
  });
  const create = (request: { readonly name?: string; readonly withHistory: boolean }) =>
    all.begin({ ...request, isAutomatic: false, agentIds: [LOCAL_AGENT] }).made;
  const services = backupServices({
    create: () => create({ withHistory: true }),
    createAutomatic: () => automatic.begin().made,
  });
  const entities = new BackupEntities({ entities: home.entities, automatic, events, clock });
  const parts = backupParts(hub, { backups, all, remote, automatic, keys, events, uploads });
  return { automatic, uploads, parts, entities, services, create };
}

/** Notifies people of automatic backups that failed. */
export function announceBackups({ automatic }: HubBackups, { notifications }: HelperServices): void {
  automatic.announceTo((error) => {
    if (error === null) return notifications.dismiss(NOTIFICATION);
    notifications.create(messageText(NOTIFICATION, { reason: problemOf(error) }), { id: NOTIFICATION });
  });
}
