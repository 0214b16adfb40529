import { inspect } from 'node:util';
import { fault, HubError } from '../core/errors.ts';

/** An error as sent from the storage worker: `code` is SQLite's, the system's, or one of ours below. */
export interface Failure {
  readonly code: string;
  readonly message: string;
}

/** Thrown in the worker for a file that must not be opened; the message is shown to users. */
export class Refusal extends Error {
  readonly code = 'REFUSED';
}

/** Thrown for a file that is damaged, as opposed to one that is newer or in use. */
export class DamagedFile extends Refusal {}

/** Whether an error means that a database file is damaged. */
export function isDamage(thrown: unknown): boolean {
  return thrown instanceof DamagedFile || /^SQLITE_(CORRUPT|NOTADB)/.test(asFailure(thrown).code);
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

/** SQLite's result code in errors that the driver throws without `code`: `ConnectionFailed("… : 14")`. */
const CODE_AT_END = /: (\d+)"\)$/;
const NUMBERED: Readonly<Record<string, string>> = { 8: 'SQLITE_READONLY', 14: 'SQLITE_CANTOPEN' };

/** Converts anything thrown to a form that can be sent to another thread. */
export function asFailure(thrown: unknown): Failure {
  if (!(thrown instanceof Error)) return { code: 'UNKNOWN', message: inspect(thrown) };
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined;
  const number = CODE_AT_END.exec(thrown.message)?.[1];
  return { code: code ?? NUMBERED[number ?? ''] ?? 'UNKNOWN', message: thrown.message };
}

/**
 * The error a caller sees. Failures of the machine (full disk, read-only folder, damaged file) become a
 * `HubError` with a readable message; a statement that SQLite rejects is a bug of ours and stays a plain
 * error.
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

/** Whether a `failureError` was caused by another process holding the database. */
export function isInUse(error: unknown): boolean {
  const cause = error instanceof HubError ? error.cause : undefined;
  return cause instanceof Error && /^SQLITE_BUSY/.test(asFailure(cause).code);
}

/** Error codes that mean the disk, not the caller, prevented a file from being written. */
const DISK = /^(ENOSPC|EDQUOT|EFBIG|EROFS|EACCES|EPERM|EIO)$/;

/**
 * The error to show when a file could not be written: a `HubError` with the reason if the disk is at fault,
 * otherwise the error itself.
 */
export function writeError(thrown: unknown, file: string): unknown {
  const { code } = asFailure(thrown);
  const reason = DISK.test(code) ? REASONS.find(([codes]) => codes.test(code))?.[1] : undefined;
  if (reason === undefined) return thrown;
  return fault('unavailable', 'file_could_not_be_written', { file, reason }, { cause: thrown });
}
