import { inspect } from 'node:util';
import { fault, faultOf, HubError } from '../core/errors.ts';
import { englishText, type Message, type MessageKey, message } from '../core/messages.ts';

/** An error as sent from the storage worker: `code` is SQLite's, the system's, or one of ours below. */
export interface Failure {
  readonly code: string;
  readonly message: string;
  /** For `REFUSED`, the message shown to users. */
  readonly reason?: Message | undefined;
}

/** Thrown in the worker for a file that must not be opened; the message is shown to users. */
export class Refusal extends Error {
  readonly code = 'REFUSED';
  readonly reason: Message;

  constructor(reason: Message) {
    super(englishText(reason));
    this.reason = reason;
  }
}

/** Thrown for a file that is damaged, as opposed to one that is newer or in use. */
export class DamagedFile extends Refusal {}

/** Whether an error means that a database file is damaged. */
export function isDamage(thrown: unknown): boolean {
  return thrown instanceof DamagedFile || /^SQLITE_(CORRUPT|NOTADB)/.test(asFailure(thrown).code);
}

const REASONS: readonly [codes: RegExp, reason: MessageKey][] = [
  [/^(SQLITE_FULL|ENOSPC|EDQUOT|EFBIG)/, 'storage_disk_full'],
  [/^(SQLITE_READONLY|EROFS|EACCES|EPERM)/, 'storage_not_writable'],
  [/^(SQLITE_CORRUPT|SQLITE_NOTADB)/, 'storage_damaged'],
  [/^(SQLITE_BUSY|SQLITE_LOCKED)/, 'storage_in_use'],
  [/^(SQLITE_CANTOPEN|ENOENT|ENOTDIR|EISDIR)/, 'storage_cannot_open'],
  [/^(SQLITE_IOERR|EIO)/, 'storage_disk_failed'],
  [/^WORKER_GONE/, 'storage_worker_ended'],
  [/^CLOSED/, 'storage_closed'],
];

/** SQLite's result code in errors that the driver throws without `code`: `ConnectionFailed("… : 14")`. */
const CODE_AT_END = /: (\d+)"\)$/;
const NUMBERED: Readonly<Record<string, string>> = { 8: 'SQLITE_READONLY', 14: 'SQLITE_CANTOPEN' };

/** Converts anything thrown to a form that can be sent to another thread. */
export function asFailure(thrown: unknown): Failure {
  if (!(thrown instanceof Error)) return { code: 'UNKNOWN', message: inspect(thrown) };
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined;
  const number = CODE_AT_END.exec(thrown.message)?.[1];
  const failure = { code: code ?? NUMBERED[number ?? ''] ?? 'UNKNOWN', message: thrown.message };
  return thrown instanceof Refusal ? { ...failure, reason: thrown.reason } : failure;
}

/**
 * The error a caller sees. Failures of the machine (full disk, read-only folder, damaged file) become a
 * `HubError` with a readable message; a statement that SQLite rejects is a bug of ours and stays a plain
 * error.
 */
export function failureError(failure: Failure, database: string): Error {
  const cause = Object.assign(new Error(`${failure.message} (${failure.code})`), { code: failure.code });
  if (failure.reason !== undefined) return faultOf('unavailable', failure.reason, { cause });
  const reason = REASONS.find(([codes]) => codes.test(failure.code))?.[1];
  if (reason === undefined) return new Error(`${database}: ${cause.message}`);
  return fault('unavailable', 'database_could_not_be_used', { database, reason: message(reason) }, { cause });
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
  return fault(
    'unavailable',
    'file_could_not_be_written',
    { file, reason: message(reason) },
    { cause: thrown },
  );
}
