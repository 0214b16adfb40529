import { z } from 'zod';
import type { BackupParts } from './backup-interface.ts';
import { type ControlCommands, controlCommand } from './control-socket.ts';

/** The commands of the command line about backups, which need a running server. */
export function backupControl({ begin, state }: Pick<BackupParts, 'begin' | 'state'>): ControlCommands {
  return new Map([
    [
      'backup/begin',
      controlCommand(
        z.strictObject({ name: z.string().min(1).max(200).optional(), history: z.boolean() }),
        ({ name, history }) => begin({ name, withHistory: history }),
      ),
    ],
    ['backup/state', controlCommand(z.strictObject({ slug: z.string() }), ({ slug }) => state(slug))],
  ]);
}
