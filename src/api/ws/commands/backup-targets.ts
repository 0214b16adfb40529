import { z } from 'zod';
import type { BackupParts } from '../../backup-interface.ts';
import { AnyObject, Nothing, object } from '../../shapes/plain-shapes.ts';
import { type Command, defineCommand } from '../command.ts';
import { requireOwner } from './backups.ts';

const TARGET_ID = z.string().max(64);

/** The locations for backups outside of the data folder. */
export function backupTargetCommands({ targets, audit }: Pick<BackupParts, 'targets' | 'audit'>): Command[] {
  return [
    defineCommand({
      type: 'hearth/backup/targets',
      permission: 'admin',
      summary: 'The locations for backups outside of the data folder, without their passwords',
      result: z.array(AnyObject),
      fields: {},
      handle: () => targets.list(),
    }),
    defineCommand({
      type: 'hearth/backup/targets/save',
      permission: 'admin',
      summary:
        'Adds a location for the owner, or changes one: a folder, WebDAV or S3. It must answer; a password that is not given stays if the address does',
      result: object({ target_id: TARGET_ID }),
      fields: { target_id: TARGET_ID.optional(), settings: AnyObject },
      handle: async ({ message: { target_id: id, settings }, access, caller }) => {
        requireOwner(caller);
        const saved = await targets.save(id, settings);
        await audit('backup_target_saved', access, { id: saved });
        return { target_id: saved };
      },
    }),
    defineCommand({
      type: 'hearth/backup/targets/delete',
      permission: 'admin',
      summary: 'Forgets a location for the owner; the backups there stay',
      result: Nothing,
      fields: { target_id: TARGET_ID },
      handle: async ({ message: { target_id: id }, access, caller }) => {
        requireOwner(caller);
        await targets.remove(id);
        await audit('backup_target_deleted', access, { id });
        return null;
      },
    }),
  ];
}
