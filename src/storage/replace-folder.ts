import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writeFileAtomically } from './atomic-file.ts';

/** Where the new content of a data folder waits for the next start. */
const STAGING = '.restore';
const PLAN = 'plan.json';
const CONTENT = 'content';
const LOCK = 'lock.db';
const DATABASE = /\.db$/;
const JOURNALS = ['-wal', '-shm', '-journal'];

const Plan = z.strictObject({
  /** Names in the data folder that the new content replaces or adds. */
  replace: z.array(z.string()),
  /** Names in the data folder that are only taken away. */
  remove: z.array(z.string()),
  /** The folder, in the data folder, that receives what was there. */
  kept: z.string(),
});

/** The empty folder for the new content of a data folder; what an earlier attempt left is removed. */
export async function beginReplacement(folder: string): Promise<string> {
  const staging = join(folder, STAGING);
  if (isReplacementDue(folder)) throw new Error('The content of the data folder is already being replaced');
  await rm(staging, { recursive: true, force: true });
  await mkdir(staging, { mode: 0o700 });
  return join(staging, CONTENT);
}

/** Removes content that was prepared and is not wanted anymore. */
export async function abandonReplacement(folder: string): Promise<void> {
  if (!isReplacementDue(folder)) await rm(join(folder, STAGING), { recursive: true, force: true });
}

/**
 * Makes the prepared content due: the next process that opens the folder puts it into place. Names for which `isKept`
 * holds stay as they are unless the content has them; everything else moves to the folder `kept`. Returns that path.
 */
export async function decideReplacement(
  folder: string,
  { isKept, kept }: { readonly isKept: (name: string) => boolean; readonly kept: string },
): Promise<string> {
  const replace = await readdir(join(folder, STAGING, CONTENT));
  const isJournal = (name: string): boolean => JOURNALS.some((ending) => name.endsWith(`.db${ending}`));
  const remove = (await readdir(folder)).filter(
    (name) => name !== STAGING && !replace.includes(name) && !isKept(name) && !isJournal(name),
  );
  await syncFolder(join(folder, STAGING, CONTENT));
  await writeFileAtomically(join(folder, STAGING, PLAN), JSON.stringify({ replace, remove, kept }));
  return join(folder, kept);
}

/** Whether new content waits to be put into place. */
export function isReplacementDue(folder: string): boolean {
  return existsSync(join(folder, STAGING, PLAN));
}

/** The database whose lock lets one process at a time put new content into place. */
export function replacementLock(folder: string): string {
  return join(folder, STAGING, LOCK);
}

/** Puts new content into place, with the lock held. After a crash at any moment it can be repeated. */
export function carryOutReplacement(folder: string): void {
  const staging = join(folder, STAGING);
  const content = join(staging, CONTENT);
  const plan = Plan.parse(JSON.parse(readFileSync(join(staging, PLAN), 'utf8')));
  const kept = join(folder, plan.kept);
  mkdirSync(kept, { recursive: true, mode: 0o700 });
  const putAway = (name: string): void => {
    const names = DATABASE.test(name) ? [...JOURNALS.map((ending) => name + ending), name] : [name];
    for (const one of names)
      if (existsSync(join(folder, one))) renameSync(join(folder, one), join(kept, one));
  };
  for (const name of plan.remove) putAway(name);
  for (const name of plan.replace) {
    const waiting = join(content, name);
    // What is not waiting anymore was put into place before a crash.
    if (!existsSync(waiting)) continue;
    putAway(name);
    renameSync(waiting, join(folder, name));
  }
}

/** Forgets the plan once it is carried out. */
export function endReplacement(folder: string): void {
  rmSync(join(folder, STAGING, PLAN), { force: true });
  rmSync(join(folder, STAGING), { recursive: true, force: true });
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
