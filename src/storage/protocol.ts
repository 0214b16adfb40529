import { MessagePort } from 'node:worker_threads';
import type { Failure } from './failure.ts';
import type { BackupPlace, Migration } from './migrate.ts';
import type { Row, Statement, Value } from './sqlite.ts';

/** The settings with which the storage worker opens a database. */
export interface WorkerSetup {
  readonly file: string;
  readonly migrations: readonly Migration[];
  readonly backup: BackupPlace;
  /** How long to wait for another process to release the file, in milliseconds. */
  readonly lockWait: number;
  /** Whether deleted rows can give their disk space back in small steps. */
  readonly releasesSpace?: boolean;
}

/** From the main thread to the worker: a database to open, and the port for its requests. */
export interface OpenRequest {
  readonly setup: WorkerSetup;
  readonly port: MessagePort;
}

/** Statements that run as a unit. */
export interface Unit {
  readonly id: number;
  readonly statements: readonly Statement[];
  /** Whether the commit need not be synced: the data must survive this process, but not a power cut. */
  readonly unsynced?: boolean;
}

/** From the main thread to the worker, on the port of one database; answered in order. */
export type Request =
  | { readonly kind: 'write'; readonly units: readonly Unit[] }
  | { readonly kind: 'query'; readonly id: number; readonly sql: string; readonly params: readonly Value[] }
  | { readonly kind: 'close' };

/** The result of one unit: how many rows it changed, once as durable as requested, or its failure. */
export type Outcome =
  | { readonly id: number; readonly changes: number }
  | { readonly id: number; readonly failure: Failure };

/** From the worker to the main thread. The rows of a query arrive in several answers, the last one marked. */
export type Answer =
  | { readonly kind: 'opened'; readonly from: number; readonly to: number; readonly copy: string | undefined }
  | { readonly kind: 'refused'; readonly failure: Failure }
  | { readonly kind: 'written'; readonly outcomes: readonly Outcome[] }
  | { readonly kind: 'rows'; readonly id: number; readonly rows: readonly Row[]; readonly last: boolean }
  | { readonly kind: 'failed'; readonly id: number; readonly failure: Failure };

/** The approximate size in bytes above which writes share no message or commit: the heap is small. */
export const SHARED_WEIGHT = 1_000_000;

/** The approximate size of the statements' parameters in bytes. */
export function weightOf(statements: readonly Statement[]): number {
  let weight = 0;
  for (const statement of statements) {
    if ('rows' in statement) for (const row of statement.rows) weight += weightOfValues(row);
    else weight += weightOfValues(statement.params ?? []);
  }
  return weight;
}

/** Like `weightOf`, for the values of one row. */
export function weightOfValues(values: readonly Value[]): number {
  let weight = 0;
  for (const value of values) {
    if (typeof value === 'string') weight += value.length;
    else weight += value instanceof Uint8Array ? value.byteLength : 8;
  }
  return weight;
}

type Fields = Readonly<Record<string, unknown>>;
type Check = (fields: Fields) => boolean;

const isList = (value: unknown): boolean => Array.isArray(value);
const isNumber = (value: unknown): boolean => typeof value === 'number';
const isFailure = (value: unknown): boolean =>
  isFields(value) && typeof value.code === 'string' && typeof value.message === 'string';

const REQUESTS: Readonly<Record<Request['kind'], Check>> = {
  write: ({ units }) => isList(units),
  query: ({ id, sql, params }) => isNumber(id) && typeof sql === 'string' && isList(params),
  close: () => true,
};

const ANSWERS: Readonly<Record<Answer['kind'], Check>> = {
  opened: ({ from, to }) => isNumber(from) && isNumber(to),
  refused: ({ failure }) => isFailure(failure),
  written: ({ outcomes }) => isList(outcomes),
  rows: ({ id, rows, last }) => isNumber(id) && isList(rows) && typeof last === 'boolean',
  failed: ({ id, failure }) => isNumber(id) && isFailure(failure),
};

/** Validates a message to the worker itself. */
export function parseOpenRequest(message: unknown): OpenRequest {
  if (isOpenRequest(message)) return message;
  throw new Error('Not a database to open');
}

/** Validates a message in the worker. Both sides are one build, so only the shape is checked. */
export function parseRequest(message: unknown): Request {
  return parseKind(REQUESTS, message) as Request;
}

/** Validates a message in the main thread. */
export function parseAnswer(message: unknown): Answer {
  return parseKind(ANSWERS, message) as Answer;
}

function parseKind(kinds: Readonly<Record<string, Check>>, message: unknown): unknown {
  const kind = isFields(message) ? message.kind : undefined;
  if (isFields(message) && typeof kind === 'string' && Object.hasOwn(kinds, kind) && kinds[kind]?.(message)) {
    return message;
  }
  throw new Error(
    `Not a message of the storage protocol: ${typeof kind === 'string' ? kind : typeof message}`,
  );
}

function isOpenRequest(value: unknown): value is OpenRequest {
  return isFields(value) && isFields(value.setup) && value.port instanceof MessagePort;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}
