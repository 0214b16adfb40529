import type { BackupParts } from '../api/backup-interface.ts';
import type { AutomaticBackups } from '../backup/automatic-backups.ts';
import type { Part } from '../core/lifecycle.ts';
import type { PlainService } from '../entities/services/service.ts';
import type { Uploads } from '../storage/uploads.ts';

/** Backups of this home. */
export interface HubBackups {
  readonly automatic: AutomaticBackups;
  readonly parts: BackupParts;
  /** Large files that arrive in parts. */
  readonly uploads: Uploads;
  /** What the home shows of its backups. */
  readonly entities: Part;
  readonly services: readonly PlainService[];
  /** Makes a backup on this machine; resolves once a server has started from it. */
  readonly create: (request: { readonly name?: string; readonly withHistory: boolean }) => Promise<unknown>;
}
