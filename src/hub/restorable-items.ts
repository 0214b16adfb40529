import type { PutBack } from '../api/changes-control.ts';
import type { BackupItemsParts, PickedItem } from '../api/ws/commands/backup-items.ts';
import { kindOf } from '../changes/collections.ts';
import type { WantedPart } from '../changes/putting.ts';
import { fault } from '../core/errors.ts';
import { type BackupItem, fitted } from './backup-items.ts';
import type { HubContext } from './hub-context.ts';
import { itemsOfBackup } from './opened-backup.ts';

/** The command whose change restores items. */
export const RESTORE_ITEMS = 'hearth/backup/items/restore';
/** How long what was read of a backup is kept for the preview and the restore. */
const KEPT_FOR = 600_000;

/** Restores single items of the backups of a home. */
export function restorableItems(
  hub: Pick<HubContext, 'backups' | 'changes' | 'home' | 'clock'>,
): BackupItemsParts {
  const { backups, changes, clock } = hub;
  let held: { readonly key: string; readonly items: Promise<readonly BackupItem[]> } | undefined;
  const itemsOf = (backupId: string, passphrase: string | undefined): Promise<readonly BackupItem[]> => {
    const key = JSON.stringify([backupId, passphrase]);
    if (held?.key === key) return held.items;
    const opened = { key, items: read(backupId, passphrase) };
    held = opened;
    const release = (): void => {
      if (held === opened) held = undefined;
    };
    opened.items.catch(release);
    clock.after(KEPT_FOR, release);
    return opened.items;
  };
  const read = (backupId: string, passphrase: string | undefined): Promise<readonly BackupItem[]> =>
    backups.parts.file(backupId, ({ path }) => itemsOfBackup({ file: path, passphrase }, clock));
  const partsOf = async (
    backupId: string,
    passphrase: string | undefined,
    picked: readonly PickedItem[],
  ): Promise<WantedPart[]> => fitted(pickedParts(await itemsOf(backupId, passphrase), picked), hub);
  return {
    list: async (backupId, passphrase) => {
      const items = await itemsOf(backupId, passphrase);
      const states = await changes.statesOf(items.map(({ parts: [first] }) => first as WantedPart));
      return items.map(({ name, id, label }, index) => ({
        ...{ kind: kindOf(name) ?? name, name, id, label },
        state: states[index] ?? 'missing',
      }));
    },
    preview: async (backupId, passphrase, picked) =>
      changes.previewPut(await partsOf(backupId, passphrase, picked)),
    restore: async ({ backupId, passphrase, items }, caller) =>
      changes.put(await partsOf(backupId, passphrase, items), caller, RESTORE_ITEMS),
  };
}

/** Puts back what the command line has read from a backup. */
export function puttingBack(hub: Pick<HubContext, 'changes' | 'home'>): PutBack {
  return {
    preview: (parts) => hub.changes.previewPut(fitted(parts, hub)),
    restore: (parts, caller) => hub.changes.put(fitted(parts, hub), caller, RESTORE_ITEMS),
  };
}

/** The parts of chosen items. Throws `not_found` for one that the backup does not have. */
export function pickedParts(items: readonly BackupItem[], picked: readonly PickedItem[]): WantedPart[] {
  const known = new Map(items.map((item) => [`${item.name}/${item.id}`, item]));
  const parts = picked.flatMap(({ name, id }) => {
    const item = known.get(`${name}/${id}`);
    if (item === undefined) throw fault('not_found', 'backup_has_no_item', { name, id });
    return item.parts;
  });
  return [...new Map(parts.map((part) => [`${part.name}/${part.id}`, part])).values()];
}
