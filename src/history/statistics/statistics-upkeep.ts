import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import type { SeriesKind } from './series-list.ts';
import type { StatisticsStore } from './statistics-store.ts';

/** How many nightly copies are kept. */
const COPIES = 5;
/** Pages of the file that one step gives back: 4 MB. */
const PAGES_A_STEP = 1000;
/** The name of a nightly copy; those made before migrations have the version in it. */
const COPY = /^statistics-(\d{4}-.*)\.db$/;

/** Deletes five-minute rows before a time, by whole days, and returns the number of blocks. */
export async function dropShortTerm(
  store: StatisticsStore,
  { kind, at }: { readonly kind: SeriesKind; readonly at: number },
): Promise<number> {
  const { connection, blocks, pause } = store;
  let dropped = 0;
  for (const [index, { id }] of store.all(kind).entries()) {
    dropped += connection.transaction(false, () => blocks.dropBefore({ series: id, term: '5minute' }, at));
    if (index % 50 === 49) await pause();
  }
  const freePages = (): number => Number(connection.value('PRAGMA freelist_count'));
  for (let free = freePages(); free > 0; ) {
    for (const _step of connection.rows(`PRAGMA incremental_vacuum(${PAGES_A_STEP})`));
    await pause();
    const left = freePages();
    free = left < free ? left : 0;
  }
  return dropped;
}

/**
 * Copies the database to `statistics-<stamp>.db` in a folder, deletes all but the newest five copies, and returns the
 * path. The copy is complete or does not exist.
 */
export function copyStatistics(
  { connection }: Pick<StatisticsStore, 'connection'>,
  { folder, stamp }: { readonly folder: string; readonly stamp: string },
): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const copy = join(folder, `statistics-${stamp}.db`);
  const unfinished = `${copy}.part`;
  rmSync(unfinished, { force: true });
  try {
    connection.run({ sql: 'VACUUM INTO ?', params: [unfinished] });
    chmodSync(unfinished, 0o600);
    sync(unfinished);
    renameSync(unfinished, copy);
    sync(folder);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
  for (const old of statisticsCopies(folder).slice(COPIES)) rmSync(old, { force: true });
  return copy;
}

/** The nightly copies in a folder, newest first. */
export function statisticsCopies(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((file) => COPY.test(file));
  return names
    .sort()
    .reverse()
    .map((name) => join(folder, name));
}

function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
