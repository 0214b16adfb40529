import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** For diagnostics only: no decision depends on it, and the next holder overwrites what a crash leaves. */
const FILE = 'hearth.lock';

/** Records the holder of the folder; call it only with the lock held. `since` is an ISO timestamp. */
export function writeHolder(folder: string, since: string): void {
  const text = JSON.stringify({ pid: process.pid, host: hostname(), since });
  writeFileSync(join(folder, FILE), `${text}\n`, { mode: 0o600 });
}

/** Removes the holder's file. Call it before releasing the lock: afterwards the file may be another's. */
export function removeHolder(folder: string): void {
  rmSync(join(folder, FILE), { force: true });
}

/** Describes the process that holds a folder, as far as known; its PID may be that of another container. */
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
