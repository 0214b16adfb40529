import type { Connection } from 'home-assistant-js-websocket';
import type { ChangePart } from './changes.ts';

/** Something in a backup that can be restored by itself. */
export interface BackupItem {
  readonly kind: string;
  readonly name: string;
  readonly id: string;
  readonly label: string;
  /** Whether it is missing here, differs, or is as in the backup. */
  readonly state: 'missing' | 'changed' | 'same';
}

/** A backup, and the passphrase that opens it. */
export interface OpenedBackup {
  readonly backupId: string;
  readonly password?: string | undefined;
}

type Picked = Pick<BackupItem, 'name' | 'id'>;

export function listBackupItems(connection: Connection, backup: OpenedBackup): Promise<BackupItem[]> {
  return connection.sendMessagePromise({ type: 'hearth/backup/items', ...wire(backup) });
}

/** What restoring items would change. */
export function previewItems(
  connection: Connection,
  backup: OpenedBackup,
  items: readonly Picked[],
): Promise<ChangePart[]> {
  const message = { ...wire(backup), items: items.map(({ name, id }) => ({ name, id })) };
  return connection.sendMessagePromise({ type: 'hearth/backup/items/preview', ...message });
}

/** Restores items as one change, whose ID is null if all is as in the backup. */
export function restoreItems(
  connection: Connection,
  backup: OpenedBackup,
  items: readonly Picked[],
): Promise<{ readonly id: number | null }> {
  const message = { ...wire(backup), items: items.map(({ name, id }) => ({ name, id })) };
  return connection.sendMessagePromise({ type: 'hearth/backup/items/restore', ...message });
}

function wire({ backupId, password }: OpenedBackup): object {
  return { backup_id: backupId, ...(password === undefined ? {} : { password }) };
}
