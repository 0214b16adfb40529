import type { BackupParts } from '../api/backup-interface.ts';
import type { AutomaticBackups } from '../backup/automatic-backups.ts';
import type { Uploads } from '../storage/uploads.ts';

/** Backups of this home. */
export interface HubBackups {
  readonly automatic: AutomaticBackups;
  readonly parts: BackupParts;
  /** Large files that arrive in parts. */
  readonly uploads: Uploads;
}
