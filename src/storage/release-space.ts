import type { SqliteConnection } from './sqlite.ts';

/** Pages of the file that one step gives back: 1 MB, a few milliseconds. */
const PAGES_A_STEP = 250;

/**
 * Gives the pages of deleted rows back to the disk in small steps, except some that the next rows will use. The
 * database must have been opened with `releasesSpace`.
 */
export async function releaseSpace(
  connection: SqliteConnection,
  { pause, keptPages = 0 }: { readonly pause: () => Promise<void>; readonly keptPages?: number },
): Promise<void> {
  const freePages = (): number => Number(connection.value('PRAGMA freelist_count'));
  for (let free = freePages(); free > keptPages; ) {
    const step = Math.min(PAGES_A_STEP, free - keptPages);
    for (const _page of connection.rows(`PRAGMA incremental_vacuum(${step})`));
    await pause();
    const left = freePages();
    // A file that cannot shrink has no auto_vacuum.
    free = left < free ? left : 0;
  }
}
