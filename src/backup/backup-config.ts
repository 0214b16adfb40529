import { z } from 'zod';

/** The location of backups on this machine. */
export const LOCAL_AGENT = 'backup.local';

export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

const Retention = z.strictObject({
  copies: z.number().int().min(1).nullable().default(null),
  days: z.number().int().min(1).nullable().default(null),
});

/** When and how backups are made by themselves; the fields are those of Home Assistant's `backup/config/info`. */
export const BackupConfig = z.strictObject({
  automatic_backups_configured: z.boolean(),
  agents: z.record(
    z.string(),
    z.strictObject({ protected: z.boolean(), retention: Retention.nullable().default(null) }),
  ),
  create_backup: z.strictObject({
    agent_ids: z.array(z.string()).max(20),
    include_database: z.boolean(),
    name: z.string().max(200).nullable(),
  }),
  retention: Retention,
  schedule: z.strictObject({
    recurrence: z.enum(['never', 'daily', 'custom_days']),
    days: z.array(z.enum(WEEKDAYS)).max(7),
    time: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/)
      .nullable(),
  }),
  last_attempted_automatic_backup: z.string().nullable(),
  last_completed_automatic_backup: z.string().nullable(),
  last_completed_automatic_backup_size: z.number().nullable(),
});
export type BackupConfig = z.infer<typeof BackupConfig>;

/** Nightly, the last seven, without the history: a home is protected before anybody thinks of it, in kilobytes. */
export const DEFAULT_CONFIG: BackupConfig = {
  automatic_backups_configured: true,
  agents: {},
  create_backup: { agent_ids: [LOCAL_AGENT], include_database: false, name: null },
  retention: { copies: 7, days: null },
  schedule: { recurrence: 'daily', days: [], time: null },
  last_attempted_automatic_backup: null,
  last_completed_automatic_backup: null,
  last_completed_automatic_backup_size: null,
};
