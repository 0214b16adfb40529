import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, isoTime } from '../core/clock.ts';
import { abandonReplacement, beginReplacement, decideReplacement } from '../storage/replace-folder.ts';
import { addKeys } from '../storage/secret-box.ts';
import { readInProcess } from './archive/archive-process.ts';
import { HISTORY_DATABASES } from './archive/home-files.ts';
import { type BackupMetadata, HISTORY_MEMBER, type Inventory, SETTINGS_MEMBER } from './archive/metadata.ts';
import type { Opener } from './archive/read-archive.ts';
import { noteRestore, type RestoredBy } from './last-restore.ts';
import { startFrom } from './rehearsal.ts';

/** A backup to restore into a data folder. */
export interface RestoreRequest {
  readonly folder: string;
  readonly file: string;
  readonly opener: Opener;
  /** Whether the history of the backup replaces the present one; without one the present one stays. */
  readonly withHistory: boolean;
  readonly clock: Clock;
  /** Who requested it; nobody for the command line. */
  readonly by?: RestoredBy | undefined;
  readonly signal: AbortSignal;
  /** Told when the backup is unpacked, and when a server is started from it. */
  readonly onStage?: (stage: 'unpack' | 'rehearsal') => void;
}

/** A restore that the next start carries out. */
export interface PreparedRestore {
  readonly metadata: BackupMetadata;
  readonly inventory: Inventory;
  /** The folder that will hold what is replaced. */
  readonly kept: string;
}

/** What a restore leaves in place where the backup does not have it. */
const KEPT = new Set([
  'backups',
  'logs',
  'official-frontend',
  'tls',
  'backup-targets.json',
  'last-run.json',
  '.uploads',
  ...HISTORY_DATABASES,
]);
/** What starting a server for the comparison adds. */
const OF_THE_REHEARSAL = ['backups', 'logs', 'hearth.lock', 'control.sock'];

/**
 * Prepares a restore: unpacks the backup beside the data folder's content and starts a server from it. Only if that
 * works, the next process that opens the folder puts it into place; until then nothing is changed.
 */
export async function prepareRestore(request: RestoreRequest): Promise<PreparedRestore> {
  const { folder, file, opener, withHistory, clock, signal, by, onStage = () => {} } = request;
  const target = await beginReplacement(folder);
  try {
    const parts = withHistory ? ([SETTINGS_MEMBER, HISTORY_MEMBER] as const) : ([SETTINGS_MEMBER] as const);
    onStage('unpack');
    const metadata = await readInProcess({ kind: 'unpack', file, opener, target, parts }, signal);
    const hasHistory = withHistory && !metadata.homeassistant.exclude_database;
    addKeys(target, folder);
    onStage('rehearsal');
    const inventory = await startFrom(target, !hasHistory, signal);
    const unwanted = hasHistory ? OF_THE_REHEARSAL : [...OF_THE_REHEARSAL, ...HISTORY_DATABASES];
    for (const name of unwanted) await rm(join(target, name), { recursive: true, force: true });
    const at = isoTime(clock.now());
    const putAway = join('backups', `before-restore-${at.slice(0, 19).replaceAll(':', '-')}`);
    const { slug, name, date } = metadata;
    await noteRestore(target, { slug, name, date, at, kept: putAway, by });
    const kept = await decideReplacement(folder, { isKept: (one) => KEPT.has(one), kept: putAway });
    return { metadata, inventory, kept };
  } catch (error) {
    await abandonReplacement(folder);
    throw error;
  }
}
