import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** For people: nothing is decided by this file, and what a crash leaves of it is overwritten by the next holder. */
const FILE = 'hearth.lock';

/** Writes down who holds the folder; only the process that holds its lock may call this. `since` is an ISO time. */
export function writeHolder(folder: string, since: string): void {
  const text = JSON.stringify({ pid: process.pid, host: hostname(), since });
  writeFileSync(join(folder, FILE), `${text}\n`, { mode: 0o600 });
}

/** Removes what `writeHolder` wrote; to be called before the lock is released, since the file may be the next holder's afterwards. */
export function removeHolder(folder: string): void {
  rmSync(join(folder, FILE), { force: true });
}

/** Names the process that holds a folder in use, as far as it is known. A process number counts in the holder's container only. */
export function describeHolder(folder: string): string {
  try {
    const { pid, host, since } = JSON.parse(readFileSync(join(folder, FILE), 'utf8')) as Record<
      string,
      unknown
    >;
    if (typeof pid !== 'number' || typeof host !== 'string' || typeof since !== 'string') return UNKNOWN;
    return `process ${pid} on host ${JSON.stringify(host)} since ${since}`;
  } catch {
    return UNKNOWN;
  }
}

const UNKNOWN = 'another process';
