import { type ErrorCode, HubError, type Translation } from '../../core/errors.ts';
import type { Message } from '../../core/messages.ts';
import type { PostgresAddress } from '../../core/postgres-address.ts';
import { asFailure, type Failure, failureError } from '../../storage/failure.ts';
import type { WorkerSetup } from '../../storage/protocol.ts';
import type { ServerChange } from '../postgres/server-changes.ts';
import type { SampleColumns } from '../samples/sample-columns.ts';

/** The databases that the history worker opens. */
export interface HistorySetup {
  /** `history.db`. */
  readonly history: WorkerSetup;
  /** `statistics.db`. */
  readonly statistics: WorkerSetup;
  /** The PostgreSQL server that keeps the samples; without it they stay in `history.db`. */
  readonly store?: StoreSetup | undefined;
}

/** How to connect to the PostgreSQL server. */
export interface StoreSetup {
  readonly address: PostgresAddress;
  readonly password: string | undefined;
}

/** From the main thread to the history worker; started in order of arrival and run concurrently. */
export type HistoryRequest =
  | { readonly kind: 'open'; readonly setup: HistorySetup }
  /** Samples; `commit` makes them and earlier ones durable and is answered with `committed`. */
  | { readonly kind: 'append'; readonly columns: SampleColumns; readonly commit: boolean }
  | { readonly kind: 'call'; readonly id: number; readonly task: string; readonly input: unknown }
  | { readonly kind: 'stream'; readonly id: number; readonly task: string; readonly input: unknown }
  /** The reader of a stream has room for one more chunk. */
  | { readonly kind: 'more'; readonly id: number }
  /** The reader of a stream has gone. */
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'close' };

/** From the history worker to the main thread. */
export type HistoryAnswer =
  | { readonly kind: 'opened'; readonly from: number; readonly to: number; readonly copy: string | undefined }
  | { readonly kind: 'refused'; readonly error: TaskError }
  | { readonly kind: 'committed'; readonly error: TaskError | undefined }
  | { readonly kind: 'result'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'chunk'; readonly id: number; readonly chunk: Uint8Array }
  | { readonly kind: 'end'; readonly id: number }
  | { readonly kind: 'failed'; readonly id: number; readonly error: TaskError }
  | { readonly kind: 'notice'; readonly notice: HistoryNotice };

/** What the worker reports on its own. */
export type HistoryNotice =
  /** Samples of an entity cannot be read and are missing from answers. */
  | {
      readonly kind: 'damaged block';
      readonly entityId: string;
      readonly first: number;
      readonly last: number;
    }
  /** An entity changes more than ten times a second. */
  | { readonly kind: 'noisy'; readonly entityId: string; readonly perMinute: number }
  /** The damaged `history.db` was renamed; its readable part is being added to a new one. */
  | { readonly kind: 'set aside'; readonly path: string }
  | { readonly kind: 'recovered'; readonly path: string; readonly samples: number }
  | { readonly kind: 'recovery failed'; readonly path: string; readonly error: TaskError }
  /** The PostgreSQL server cannot be used for now: samples are kept in `history.db`. */
  | { readonly kind: 'store away'; readonly reason: string }
  | { readonly kind: 'store back' }
  /** A change that waits for the server, or a renaming that it refuses. */
  | {
      readonly kind: 'store change';
      readonly outcome: 'queued' | 'refused';
      readonly change: ServerChange;
    }
  /** The damaged `statistics.db` was renamed and replaced by a copy, or by an empty file if there is none. */
  | { readonly kind: 'statistics restored'; readonly path: string; readonly copy: string | undefined }
  /** `history.db` can neither be used nor replaced. */
  | { readonly kind: 'failure'; readonly error: TaskError };

/** An error as it crosses threads: one that the caller caused, or a failure of the machine or the program. */
export type TaskError =
  | {
      readonly kind: 'caller';
      readonly code: ErrorCode;
      readonly message: string;
      readonly reason: Message | undefined;
      readonly translation: Translation | undefined;
    }
  | { readonly kind: 'failure'; readonly failure: Failure };

/** Converts anything thrown in the worker. */
export function asTaskError(thrown: unknown): TaskError {
  if (!(thrown instanceof HubError)) return { kind: 'failure', failure: asFailure(thrown) };
  const { code, message, reason, translation } = thrown;
  return { kind: 'caller', code, message, reason, translation };
}

/** The error that the main thread throws. */
export function taskError(error: TaskError): Error {
  if (error.kind === 'failure') return failureError(error.failure, 'history.db');
  const { code, message, reason, translation } = error;
  return new HubError(code, message, { reason, translation });
}
