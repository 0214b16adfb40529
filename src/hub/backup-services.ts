import { definePlainService, type PlainService } from '../entities/services/service.ts';

/** What the services do; both resolve once a server has started from the backup. */
interface BackupWork {
  readonly create: () => Promise<unknown>;
  readonly createAutomatic: () => Promise<unknown>;
}

/** `backup.create`, a backup on this machine, and `backup.create_automatic`, one like the automatic ones. */
export function backupServices({ create, createAutomatic }: BackupWork): PlainService[] {
  return [
    definePlainService({
      domain: 'backup',
      name: 'create',
      fields: {},
      admin: true,
      handle: async () => void (await create()),
    }),
    definePlainService({
      domain: 'backup',
      name: 'create_automatic',
      fields: {},
      admin: true,
      handle: async () => void (await createAutomatic()),
    }),
  ];
}
