import { type MessagePort, parentPort, receiveMessageOnPort } from 'node:worker_threads';
import { asFailure } from './failure.ts';
import { openConnection } from './open-connection.ts';
import {
  type Answer,
  type OpenRequest,
  type Outcome,
  parseOpenRequest,
  parseRequest,
  type Request,
  SHARED_WEIGHT,
  type Unit,
  weightOf,
  weightOfValues,
} from './protocol.ts';
import type { Row, SqliteConnection } from './sqlite.ts';

const ROWS_PER_ANSWER = 500;
const UNITS_PER_COMMIT = 256;

function commit(connection: SqliteConnection, units: readonly Unit[]): Outcome[] {
  const isSynced = units.some(({ unsynced }) => unsynced !== true);
  return connection.transaction(isSynced, () =>
    units.map(({ id, statements }) => ({
      id,
      changes: statements.reduce((sum, statement) => sum + connection.run(statement), 0),
    })),
  );
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
      if (rows.length < ROWS_PER_ANSWER && weight < SHARED_WEIGHT) continue;
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
    const { connection, ...versions } = openConnection(setup);
    const one = new Served(port, connection);
    served.push(one);
    port.postMessage({ kind: 'opened', ...versions } satisfies Answer);
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
  while (units.length < UNITS_PER_COMMIT && weight < SHARED_WEIGHT) {
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
