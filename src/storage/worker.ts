import { closeSync, openSync, statSync } from 'node:fs';
import { type MessagePort, parentPort, receiveMessageOnPort } from 'node:worker_threads';
import { message } from '../core/messages.ts';
import { asFailure, Refusal } from './failure.ts';
import { readFileVersion } from './file-version.ts';
import { migrate, newestVersion, refuseNewer } from './migrate.ts';
import {
  type Answer,
  type OpenRequest,
  type Outcome,
  parseOpenRequest,
  parseRequest,
  type Request,
  SHARED_WEIGHT,
  type Unit,
  type WorkerSetup,
  weightOf,
  weightOfValues,
} from './protocol.ts';
import { type Row, SqliteConnection } from './sqlite.ts';

const ROWS_AN_ANSWER = 500;
const UNITS_A_COMMIT = 256;
/** Checking 32 MB takes some tens of milliseconds; a long history would take minutes. */
const CHECKED_BYTES = 32 * 1024 * 1024;

function open(setup: WorkerSetup): { connection: SqliteConnection; answer: Answer } {
  const { file, migrations, backup, lockWait } = setup;
  const to = newestVersion(migrations);
  const found = readFileVersion(file);
  refuseNewer(file, found ?? 0, to);
  // Makes the file private before SQLite writes to it, and fails here if it is not writable.
  closeSync(openSync(file, 'a', 0o600));
  const connection = new SqliteConnection(file, lockWait);
  try {
    const from = Number(connection.value('PRAGMA user_version'));
    refuseNewer(file, from, to);
    if (found !== undefined && statSync(file).size <= CHECKED_BYTES) refuseDamaged(connection, file);
    connection.makeDurable();
    const copy = migrate(connection, migrations, { file, from, isNew: found === undefined, backup });
    return { connection, answer: { kind: 'opened', from, to, copy } };
  } catch (error) {
    connection.close();
    throw error;
  }
}

function refuseDamaged(connection: SqliteConnection, file: string): void {
  const found = connection.value('PRAGMA quick_check(1)');
  if (found !== 'ok') {
    throw new Refusal(message('database_is_damaged', { file, found: String(found) }));
  }
}

function commit(connection: SqliteConnection, units: readonly Unit[]): Outcome[] {
  connection.syncCommits(units.some(({ unsynced }) => unsynced !== true));
  connection.exec('BEGIN IMMEDIATE');
  try {
    const outcomes = units.map(({ id, statements }) => ({
      id,
      changes: statements.reduce((sum, statement) => sum + connection.run(statement), 0),
    }));
    connection.exec('COMMIT');
    return outcomes;
  } catch (error) {
    // SQLite rolls back by itself when the disk is full.
    if (connection.inTransaction) connection.exec('ROLLBACK');
    throw error;
  }
}

/** Commits units together; if that fails, one by one, so that only the faulty unit fails. */
function write(connection: SqliteConnection, units: readonly Unit[]): Outcome[] {
  try {
    return commit(connection, units);
  } catch (error) {
    const [only] = units;
    if (units.length > 1) return units.flatMap((unit) => write(connection, [unit]));
    return only === undefined ? [] : [{ id: only.id, failure: asFailure(error) }];
  }
}

function query(
  connection: SqliteConnection,
  request: Request & { kind: 'query' },
  send: (answer: Answer) => void,
): void {
  const { id, sql, params } = request;
  try {
    let rows: Row[] = [];
    let weight = 0;
    for (const row of connection.rows(sql, params)) {
      rows.push(row);
      weight += weightOfValues(Object.values(row));
      if (rows.length < ROWS_AN_ANSWER && weight < SHARED_WEIGHT) continue;
      send({ kind: 'rows', id, rows, last: false });
      rows = [];
      weight = 0;
    }
    send({ kind: 'rows', id, rows, last: true });
  } catch (error) {
    send({ kind: 'failed', id, failure: asFailure(error) });
  }
}

/** An open database and its port to the main thread. */
class Served {
  private readonly port: MessagePort;
  private readonly connection: SqliteConnection;

  constructor(port: MessagePort, connection: SqliteConnection) {
    this.port = port;
    this.connection = connection;
  }

  /** Carries out a request; a write is merged with those queued behind it. */
  carryOut(request: Request): void {
    if (request.kind === 'write') {
      const { units, next } = gather(this.port, request.units);
      this.send({ kind: 'written', outcomes: write(this.connection, units) });
      if (next !== undefined) this.carryOut(next);
    } else if (request.kind === 'query') query(this.connection, request, (answer) => this.send(answer));
    else this.finish();
  }

  /** Carries out the queued requests. */
  catchUp(): void {
    for (;;) {
      const waiting = receiveMessageOnPort(this.port);
      if (waiting === undefined) return;
      this.carryOut(parseRequest(waiting.message));
    }
  }

  private send(answer: Answer): void {
    this.port.postMessage(answer);
  }

  /** Everything is durable already: a failed checkpoint only slows down the next start. */
  private finish(): void {
    try {
      this.connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch {}
    this.connection.close();
    served.splice(served.indexOf(this), 1);
    this.port.close();
    endWhenIdle();
  }
}

/** The open databases, in order of precedence. */
const served: Served[] = [];

function serve({ setup, port }: OpenRequest): void {
  try {
    const { connection, answer } = open(setup);
    const one = new Served(port, connection);
    served.push(one);
    port.postMessage(answer);
    port.on('message', (message) => {
      // A history commit takes as long as one of the configuration, which a user waits for.
      for (const earlier of served.slice(0, served.indexOf(one))) earlier.catchUp();
      one.carryOut(parseRequest(message));
    });
  } catch (error) {
    port.postMessage({ kind: 'refused', failure: asFailure(error) } satisfies Answer);
    port.close();
    endWhenIdle();
  }
}

function endWhenIdle(): void {
  if (served.length === 0) parentPort?.close();
}

/** Lets writes that arrived meanwhile share a commit: on a slow disk one sync then serves them all. */
function gather(port: MessagePort, first: readonly Unit[]): { units: Unit[]; next: Request | undefined } {
  const units = [...first];
  let weight = 0;
  for (const { statements } of first) weight += weightOf(statements);
  while (units.length < UNITS_A_COMMIT && weight < SHARED_WEIGHT) {
    const waiting = receiveMessageOnPort(port);
    if (waiting === undefined) break;
    const next = parseRequest(waiting.message);
    if (next.kind !== 'write') return { units, next };
    units.push(...next.units);
    for (const { statements } of next.units) weight += weightOf(statements);
  }
  return { units, next: undefined };
}

if (parentPort === null) throw new Error('The storage worker runs as a worker thread only');
parentPort.on('message', (message) => serve(parseOpenRequest(message)));
