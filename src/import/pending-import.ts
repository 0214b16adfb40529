import { existsSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type Clock, isoTime } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import { writeFileAtomically } from '../storage/atomic-file.ts';
import type { DataFolder } from '../storage/data-folder.ts';
import type { ReportEntry } from './report.ts';
import { ImportError, openSourceFolder } from './source-folder.ts';

/** The folder in the data folder that holds an unpacked installation until the next start. */
export const IMPORT_FOLDER = '.import';
/** The report of the last import, in the data folder. */
export const IMPORT_REPORT = 'import-report.json';
const PLAN = 'plan.json';

const PendingImport = z.strictObject({
  /** The unpacked configuration folder. */
  folder: z.string(),
  excluded: z.array(z.string()),
  with_history: z.boolean(),
  merges_names: z.boolean(),
});
/** An import that the next start carries out. */
export type PendingImport = z.infer<typeof PendingImport>;

/** How the last import ended. */
export interface ImportOutcome {
  /** In ISO 8601. */
  readonly at: string;
  readonly written: number;
  readonly unchanged: number;
  readonly kept: readonly string[];
  readonly entries: readonly ReportEntry[];
  /** Why nothing was imported; null if it was. */
  readonly problem: string | null;
}

/** Has the next start import what was unpacked. */
export async function decideImport(dataFolder: string, pending: PendingImport): Promise<void> {
  await mkdir(join(dataFolder, IMPORT_FOLDER), { recursive: true, mode: 0o700 });
  await writeFileAtomically(join(dataFolder, IMPORT_FOLDER, PLAN), JSON.stringify(pending));
}

/** Deletes what was unpacked, unless the next start imports it. */
export async function abandonImport(dataFolder: string): Promise<void> {
  if (!existsSync(join(dataFolder, IMPORT_FOLDER, PLAN)))
    await rm(join(dataFolder, IMPORT_FOLDER), { recursive: true, force: true });
}

/**
 * Carries out an import that was decided, before anything of the server runs. After a crash the next start repeats it.
 * Returns whether files of the data folder may have changed.
 */
export async function finishImport(
  data: DataFolder,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): Promise<boolean> {
  const { path } = data;
  const file = join(path, IMPORT_FOLDER, PLAN);
  if (!existsSync(file)) {
    await abandonImport(path);
    return false;
  }
  const at = isoTime(clock.now());
  const nothing = { at, written: 0, unchanged: 0, kept: [], entries: [] };
  let outcome: ImportOutcome;
  try {
    const pending = PendingImport.parse(JSON.parse(await readFile(file, 'utf8')));
    const { readHome } = await import('./read-home.ts');
    const { writeHome } = await import('./write-home.ts');
    const source = await openSourceFolder(pending.folder);
    const home = await readHome(source, {
      now: clock.now(),
      excluded: new Set(pending.excluded),
      withHistory: pending.with_history,
    });
    const result = await writeHome(home, source, data, { mergesNames: pending.merges_names });
    outcome = { at, ...result, entries: home.report.entries, problem: null };
    log.info('A home was imported', { written: result.written, kept: result.kept.length });
  } catch (error) {
    const isKnown = error instanceof ImportError;
    log.error('The import failed, and nothing was imported', { error });
    outcome = { ...nothing, problem: isKnown ? error.message : 'an unexpected error, which the log names' };
  }
  await writeFileAtomically(join(path, IMPORT_REPORT), `${JSON.stringify(outcome, null, 1)}\n`);
  await rm(file, { force: true });
  await rm(join(path, IMPORT_FOLDER), { recursive: true, force: true });
  return true;
}

/** How the last import in the app ended; null if there was none. */
export async function lastImport(dataFolder: string): Promise<ImportOutcome | null> {
  try {
    const found: unknown = JSON.parse(await readFile(join(dataFolder, IMPORT_REPORT), 'utf8'));
    // The command line writes only the list of entries.
    return Array.isArray(found) || found === null ? null : (found as ImportOutcome);
  } catch {
    return null;
  }
}
