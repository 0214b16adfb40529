import { inspect } from 'node:util';
import { fault, HubError } from '../core/errors.ts';

/** An error as it crosses from the storage worker: `code` is SQLite's, the system's, or one of ours below. */
export interface Failure {
  readonly code: string;
  readonly message: string;
}

/** Thrown in the worker for a file we will not open; the message is ready to be shown. */
export class Refusal extends Error {
  readonly code = 'REFUSED';
}

const REASONS: readonly [codes: RegExp, reason: string][] = [
  [/^(SQLITE_FULL|ENOSPC|EDQUOT|EFBIG)/, 'the disk is full'],
  [/^(SQLITE_READONLY|EROFS|EACCES|EPERM)/, 'no permission, or the disk is read-only'],
  [/^(SQLITE_CORRUPT|SQLITE_NOTADB)/, 'the file is damaged or no database'],
  [/^(SQLITE_BUSY|SQLITE_LOCKED)/, 'another process holds it'],
  [/^(SQLITE_CANTOPEN|ENOENT|ENOTDIR|EISDIR)/, 'it cannot be opened'],
  [/^(SQLITE_IOERR|EIO)/, 'the disk did not take or give the data'],
  [/^WORKER_GONE/, 'its worker has ended'],
  [/^CLOSED/, 'it is closed'],
];

/** The driver's numbers for what it throws without a code, e.g. `ConnectionFailed("… : 14")`. */
const CODE_AT_END = /: (\d+)"\)$/;
const NUMBERED: Readonly<Record<string, string>> = { 8: 'SQLITE_READONLY', 14: 'SQLITE_CANTOPEN' };

/** What of a thrown thing can be sent to another thread. */
export function asFailure(thrown: unknown): Failure {
  if (!(thrown instanceof Error)) return { code: 'UNKNOWN', message: inspect(thrown) };
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined;
  const number = CODE_AT_END.exec(thrown.message)?.[1];
  return { code: code ?? NUMBERED[number ?? ''] ?? 'UNKNOWN', message: thrown.message };
}

/**
 * The error a caller sees. What the machine did (full disk, read-only folder, damage) is a `HubError` with a sentence for people;
 * a statement SQLite does not accept is our own mistake and stays a plain error.
 */
export function failureError(failure: Failure, database: string): Error {
  const cause = Object.assign(new Error(`${failure.message} (${failure.code})`), { code: failure.code });
  if (failure.code === 'REFUSED') return new HubError('unavailable', failure.message, { cause });
  const reason = REASONS.find(([codes]) => codes.test(failure.code))?.[1];
  if (reason === undefined) return new Error(`${database}: ${cause.message}`);
  return fault(
    'unavailable',
    'database_could_not_be_used',
    { database, reason },
    {
      cause,
    },
  );
}

/** Whether a `failureError` says that another process has the database. */
export function isInUse(error: unknown): boolean {
  const cause = error instanceof HubError ? error.cause : undefined;
  return cause instanceof Error && /^SQLITE_BUSY/.test(asFailure(cause).code);
}

/** The codes by which a system says that the disk, not the caller, is in the way of writing a file. */
const DISK = /^(ENOSPC|EDQUOT|EFBIG|EROFS|EACCES|EPERM|EIO)$/;

/** What a caller sees when a file could not be written: a `HubError` that says why where the disk is the reason, else the error itself. */
export function writeError(thrown: unknown, file: string): unknown {
  const { code } = asFailure(thrown);
  const reason = DISK.test(code) ? REASONS.find(([codes]) => codes.test(code))?.[1] : undefined;
  if (reason === undefined) return thrown;
  return fault('unavailable', 'file_could_not_be_written', { file, reason }, { cause: thrown });
}
