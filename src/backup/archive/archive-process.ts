import { type ChildProcess, fork } from 'node:child_process';
import { type ErrorCode, fault, faultOf } from '../../core/errors.ts';
import type { Message } from '../../core/messages.ts';
import { writeError } from '../../storage/failure.ts';
import type { BackupMetadata } from './metadata.ts';
import type { Opener, Part } from './read-archive.ts';
import type { ArchiveJob, WrittenArchive } from './write-archive.ts';

/** What the process is asked to do: to write an archive, or to verify one and unpack it. */
export type ArchiveRequest =
  | { readonly kind: 'write'; readonly job: ArchiveJob }
  | { readonly kind: 'verify'; readonly file: string }
  | UnpackRequest;

/** To unpack parts of an archive into a folder that does not exist yet. */
export interface UnpackRequest {
  readonly kind: 'unpack';
  readonly file: string;
  readonly opener: Opener;
  readonly target: string;
  readonly parts: readonly Part[];
}

export type ArchiveAnswer =
  | { readonly kind: 'read' }
  | ({ readonly kind: 'written' } & WrittenArchive)
  | { readonly kind: 'done'; readonly metadata: BackupMetadata }
  | {
      readonly kind: 'failed';
      readonly isKnown: boolean;
      readonly code: string;
      readonly message: string;
      readonly reason: Message | undefined;
    };

/** Loaded from the build even when this file runs from `src`, as in tests. */
const PROGRAM = import.meta.url.endsWith('.ts')
  ? new URL('../../../dist/backup/archive/archive-program.js', import.meta.url)
  : new URL('./archive-program.js', import.meta.url);

/**
 * Writes an archive in a process of lower priority. A process, since closing a database file in this one would release
 * its lock. `onRead` is called once the databases have been read. Rejects if the process fails or `signal` aborts it.
 */
export async function writeInProcess(
  job: ArchiveJob,
  { onRead, signal }: { readonly onRead: () => void; readonly signal: AbortSignal },
): Promise<WrittenArchive> {
  const answer = await run({ kind: 'write', job }, signal, onRead);
  if (answer.kind !== 'written') throw new Error(`An archive process answered with ${answer.kind}`);
  // The bytes arrive as a plain array of numbers.
  return { ...answer, archiveKey: answer.archiveKey === null ? null : Buffer.from(answer.archiveKey) };
}

/** Verifies an archive, and unpacks it, in a process of lower priority. */
export async function readInProcess(
  request: Exclude<ArchiveRequest, { kind: 'write' }>,
  signal: AbortSignal,
): Promise<BackupMetadata> {
  const answer = await run(request, signal);
  if (answer.kind !== 'done') throw new Error(`An archive process answered with ${answer.kind}`);
  return answer.metadata;
}

function run(request: ArchiveRequest, signal: AbortSignal, onRead = (): void => {}): Promise<ArchiveAnswer> {
  return new Promise((resolve, reject) => {
    const child: ChildProcess = fork(PROGRAM, {
      execArgv: [],
      stdio: 'ignore',
      serialization: 'advanced',
      signal,
    });
    child.on('message', (answer: ArchiveAnswer) => {
      if (answer.kind === 'read') onRead();
      else if (answer.kind === 'failed') reject(errorOf(answer));
      else resolve(answer);
    });
    child.on('error', reject);
    child.once('exit', (code) => reject(new Error(`An archive process ended with ${code}`)));
    // If sending fails, the process has exited, which rejects.
    child.send(request, () => {});
  });
}

function errorOf({ isKnown, code, message, reason }: ArchiveAnswer & { kind: 'failed' }): Error {
  if (isKnown && reason !== undefined) return faultOf(code as ErrorCode, reason);
  const error = writeError(Object.assign(new Error(message), { code }), 'backup');
  return error instanceof Error ? error : fault('failed', 'backup_is_damaged');
}
