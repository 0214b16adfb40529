import { z } from 'zod';
import { LockedKey } from './backup-key.ts';

/** The version of the format that this program writes. */
export const FORMAT = 1;

/** What a home contains: counted before a backup, and again by a server that was started from it. */
export const Inventory = z.strictObject({
  entities: z.number(),
  automations: z.number(),
  scripts: z.number(),
  scenes: z.number(),
  users: z.number(),
  /** The number of stored documents: registries, helpers, dashboards, users. */
  documents: z.number(),
  /** The time of the newest saved state, in milliseconds since 1970; null if there is none. */
  last_state: z.number().nullable(),
  /** Of the history: null in backups without it. */
  history: z.strictObject({ entities: z.number(), samples: z.number(), statistics: z.number() }).nullable(),
});
export type Inventory = z.infer<typeof Inventory>;

/** The file `backup.json` at the beginning of an archive. Its outer fields are those of Home Assistant. */
export const BackupMetadata = z.object({
  slug: z.string().regex(/^[0-9a-f]{8}$/),
  version: z.number(),
  name: z.string().max(500),
  date: z.iso.datetime({ offset: true }),
  type: z.string(),
  protected: z.boolean(),
  compressed: z.boolean(),
  homeassistant: z.object({ version: z.string(), exclude_database: z.boolean() }),
  hearth: z.object({
    format: z.number().int().min(1),
    version: z.string(),
    instance_id: z.string(),
    automatic: z.boolean(),
    inventory: Inventory,
    /** Files of the data folder that are not in the backup, such as links out of it. */
    left_out: z.array(z.string()),
    keys: z.array(LockedKey),
  }),
});
export type BackupMetadata = z.infer<typeof BackupMetadata>;

export const METADATA_FILE = 'backup.json';
export const CHECKSUM_FILE = 'SHA256';
/** Far more than a description with ten keys. */
export const MAX_METADATA_BYTES = 256 * 1024;
/** The parts of a backup: the name of each is that of its file without the ending `.enc` of encrypted ones. */
export const SETTINGS_MEMBER = 'settings.tar.gz';
export const HISTORY_MEMBER = 'history.tar';
export const ENCRYPTED = '.enc';
