import { z } from 'zod';
import type { Caller } from '../../../core/access.ts';
import { fault } from '../../../core/errors.ts';
import { PartShape } from '../../changes-interface.ts';
import { object } from '../../shapes/plain-shapes.ts';
import { type Command, defineCommand } from '../command.ts';

/** A chosen item of a backup. */
export interface PickedItem {
  readonly name: string;
  readonly id: string;
}

/** What restores single items of backups. */
export interface BackupItemsParts {
  list(backupId: string, passphrase: string | undefined): Promise<readonly z.infer<typeof ItemShape>[]>;
  preview(
    backupId: string,
    passphrase: string | undefined,
    items: readonly PickedItem[],
  ): Promise<readonly z.infer<typeof PartShape>[]>;
  /** Returns the ID of the change; undefined if all is as it was. */
  restore(
    picked: {
      readonly backupId: string;
      readonly passphrase: string | undefined;
      readonly items: readonly PickedItem[];
    },
    caller: Caller,
  ): Promise<number | undefined>;
}

const ItemShape = object({
  kind: z.string().describe('What users call it: area, automation, helper …'),
  name: z.string().describe('Its collection or domain'),
  id: z.string(),
  label: z.string(),
  state: z.enum(['missing', 'changed', 'same']).describe('What it is here now'),
}).meta({ id: 'BackupItem' });

const backup = {
  backup_id: z.string().min(1).max(100),
  password: z.string().min(1).max(1000).nullable().optional(),
};
const items = z
  .array(z.strictObject({ name: z.string().max(100), id: z.string().max(1000) }))
  .min(1)
  .max(10_000);

/** `hearth/backup/items*`: single items of a backup, restored as a change that can be undone. */
export function backupItemCommands(parts: BackupItemsParts): Command[] {
  return [
    defineCommand({
      type: 'hearth/backup/items',
      permission: 'admin',
      summary: 'What of a backup can be restored by itself, and whether it is here now; for the owner',
      result: z.array(ItemShape),
      fields: backup,
      handle: ({ message, caller }) => {
        requireOwner(caller);
        return parts.list(message.backup_id, message.password ?? undefined);
      },
    }),
    defineCommand({
      type: 'hearth/backup/items/preview',
      permission: 'admin',
      summary: 'What restoring items of a backup would change; for the owner',
      result: z.array(PartShape),
      fields: { ...backup, items },
      handle: ({ message, caller }) => {
        requireOwner(caller);
        return parts.preview(message.backup_id, message.password ?? undefined, message.items);
      },
    }),
    defineCommand({
      // Recorded like an undo, by what writes it.
      type: 'hearth/backup/items/restore',
      permission: 'admin',
      summary: 'Restores items of a backup as one change, which can be undone; for the owner',
      result: object({ id: z.number().nullable().describe('The change; null if all is as it was') }),
      fields: { ...backup, items },
      handle: async ({ message, caller }) => {
        requireOwner(caller);
        const { backup_id: backupId, password, items: picked } = message;
        const what = { backupId, passphrase: password ?? undefined, items: picked };
        return { id: (await parts.restore(what, caller)) ?? null };
      },
    }),
  ];
}

function requireOwner({ user }: Caller): void {
  if (!user.is_owner) throw fault('unauthorized', 'backup_for_owner');
}
