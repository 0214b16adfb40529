import { createHash, randomUUID } from 'node:crypto';
import { linkSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Undo } from '../core/clock.ts';

/** Who holds, or held, the folder. `started` tells a process from a later one that was given the same number. */
interface Claim {
  readonly pid: number;
  readonly started: string | null;
  readonly nonce: string;
}

/** A claim as found on the disk; null when the file makes no sense, which is what a power cut may leave. */
interface Found {
  readonly claim: Claim | null;
  readonly successor: string;
}

const LOCK = 'hearth.lock';
const THIS_RUN = randomUUID();

/**
 * Makes this process the only one that uses the folder, or throws naming the one that does.
 *
 * A claim is a whole file that appears by a hard link, so it is never seen half written and only one of many can make it.
 * A dead claim is never removed to make room, which is where such locks race: it is followed by one whose name is derived from
 * it, which again only one process can make. The last claim of that chain holds the folder. It moves to the front in one rename;
 * whoever followed the dead claim too late finds, on looking again from the front, that the chain does not lead to him.
 */
export function lockFolder(folder: string): Undo {
  const mine: Claim = { pid: process.pid, started: startOf(process.pid), nonce: randomUUID() };
  const draft = join(folder, `${LOCK}.${mine.nonce}`);
  writeFileSync(draft, JSON.stringify(mine), { flag: 'wx', mode: 0o600 });
  try {
    for (;;) {
      const { holder, end } = walk(folder);
      if (holder !== null) throw new Error(`the data folder ${folder} is in use by process ${holder.pid}`);
      if (!tryLink(draft, join(folder, end))) continue;
      const now = walk(folder);
      if (now.holder?.nonce === mine.nonce) {
        if (end !== LOCK) renameSync(join(folder, end), join(folder, LOCK));
        sweep(folder, draft);
        return () => release(folder, mine);
      }
      rmSync(join(folder, end), { force: true });
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

/** The process that holds the folder, if one does. */
export function folderHolder(folder: string): number | null {
  return walk(folder).holder?.pid ?? null;
}

/** Follows the chain of dead claims to the living one, or to the name the next claim takes. */
function walk(folder: string): { readonly holder: Claim | null; readonly end: string } {
  let end = LOCK;
  for (let found = read(folder, end); found !== null; found = read(folder, end)) {
    if (found.claim !== null && isAlive(found.claim)) return { holder: found.claim, end };
    end = found.successor;
  }
  return { holder: null, end };
}

function read(folder: string, name: string): Found | null {
  try {
    const path = join(folder, name);
    const text = readFileSync(path, 'utf8');
    const identity = createHash('sha256')
      .update(`${statSync(path).ino}:${text}`)
      .digest('hex')
      .slice(0, 32);
    return { claim: parseClaim(text), successor: `${LOCK}.after-${identity}` };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function parseClaim(text: string): Claim | null {
  try {
    const { pid, started, nonce } = JSON.parse(text) as Partial<Claim>;
    if (!Number.isSafeInteger(pid) || pid === undefined || pid <= 0 || typeof nonce !== 'string') return null;
    return { pid, started: typeof started === 'string' ? started : null, nonce };
  } catch {
    return null;
  }
}

function isAlive({ pid, started }: Claim): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const now = startOf(pid);
  return now === null || started === null || now === started;
}

/** When a process began, as a word that no other process shares; null where the system does not tell. */
function startOf(pid: number): string | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name in brackets may hold anything; the 20th field after it is the start, in ticks since the boot.
    const ticks = fields.slice(fields.lastIndexOf(')') + 2).split(' ')[19];
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()} ${ticks}`;
  } catch {
    return pid === process.pid ? THIS_RUN : null;
  }
}

function tryLink(draft: string, path: string): boolean {
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes what dead processes left beside the lock, now that the lock is held. */
function sweep(folder: string, draft: string): void {
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(`${LOCK}.`) || join(folder, name) === draft) continue;
    const claim = read(folder, name)?.claim;
    if (claim === undefined || claim === null || !isAlive(claim)) rmSync(join(folder, name), { force: true });
  }
}

function release(folder: string, mine: Claim): void {
  if (read(folder, LOCK)?.claim?.nonce === mine.nonce) rmSync(join(folder, LOCK), { force: true });
}
