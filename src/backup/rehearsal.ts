import { fork } from 'node:child_process';
import { fault, faultOf } from '../core/errors.ts';
import type { Message } from '../core/messages.ts';
import { readInProcess } from './archive/archive-process.ts';
import { type BackupMetadata, HISTORY_MEMBER, type Inventory, SETTINGS_MEMBER } from './archive/metadata.ts';
import type { Opener } from './archive/read-archive.ts';

/** A backup to start a server from. */
export interface Rehearsal {
  readonly file: string;
  readonly opener: Opener;
  /** The folder to unpack it into, which must not exist. */
  readonly target: string;
  readonly metadata: BackupMetadata;
  readonly signal: AbortSignal;
}

/** What a rehearsed server reports. */
export type RehearsalAnswer =
  | { readonly kind: 'found'; readonly inventory: Inventory }
  | { readonly kind: 'failed'; readonly message: string; readonly reason: Message | undefined };

/** Loaded from the build even when this file runs from `src`, as in tests. */
const PROGRAM = import.meta.url.endsWith('.ts')
  ? new URL('../../dist/commands/rehearsal-program.js', import.meta.url)
  : new URL('../commands/rehearsal-program.js', import.meta.url);

/** Unpacks a backup and starts a server from it that does nothing but read. Returns what it found. */
export async function rehearse({ file, opener, target, metadata, signal }: Rehearsal): Promise<Inventory> {
  const parts = [SETTINGS_MEMBER, HISTORY_MEMBER] as const;
  await readInProcess({ kind: 'unpack', file, opener, target, parts }, signal);
  return startFrom(target, metadata.homeassistant.exclude_database, signal);
}

/**
 * Starts a server from an unpacked data folder in a process of its own, without integrations, automations, ports and
 * connections, and returns what it found. Rejects with `failed` if it cannot start.
 */
export function startFrom(
  folder: string,
  isWithoutHistory: boolean,
  signal: AbortSignal,
): Promise<Inventory> {
  return new Promise((resolve, reject) => {
    const child = fork(PROGRAM, [folder, String(isWithoutHistory)], {
      execArgv: [],
      env: { PATH: process.env.PATH },
      stdio: 'ignore',
      serialization: 'advanced',
      signal,
    });
    child.on('message', (answer: RehearsalAnswer) => {
      if (answer.kind === 'found') resolve(answer.inventory);
      else if (answer.reason !== undefined) reject(faultOf('failed', answer.reason));
      else reject(fault('failed', 'backup_does_not_start', { reason: answer.message }));
    });
    child.on('error', reject);
    child.once('exit', (code) =>
      reject(fault('failed', 'backup_does_not_start', { reason: `exit code ${code}` })),
    );
  });
}
