import { parentPort } from 'node:worker_threads';
import { SystemClock } from '../../core/clock.ts';
import { openConnection } from '../../storage/open-connection.ts';
import { CauseLog } from '../cause-log/cause-log.ts';
import { fromColumns } from '../samples/sample-columns.ts';
import { SqliteSampleStore } from '../samples/sqlite-sample-store.ts';
import { OpenStreams } from './open-streams.ts';
import { asTaskError, type HistoryAnswer, type HistoryRequest, type HistorySetup } from './protocol.ts';
import type { CallTask, StreamTask, TaskContext } from './task.ts';
import { callTasks, streamTasks } from './tasks.ts';

const port = parentPort;
if (port === null) throw new Error('The history worker runs as a worker thread only');
const clock = new SystemClock();
const pause = (): Promise<void> => new Promise((resolve) => clock.soon(resolve));
const send = (answer: HistoryAnswer, transfer: readonly ArrayBuffer[] = []): void =>
  port.postMessage(answer, transfer);
const streams = new OpenStreams();
const calls: Readonly<Record<string, CallTask>> = callTasks;
const streaming: Readonly<Record<string, StreamTask>> = streamTasks;

let context: TaskContext | undefined;

function open({ history }: HistorySetup): void {
  try {
    const { connection, ...versions } = openConnection(history);
    const samples = new SqliteSampleStore({
      connection,
      pause,
      onDamage: (lost) => send({ kind: 'notice', notice: { kind: 'damage', ...lost } }),
    });
    const causes = new CauseLog(connection, pause);
    context = { connection, samples, causes, pause, notify: (notice) => send({ kind: 'notice', notice }) };
    send({ kind: 'opened', ...versions });
  } catch (thrown) {
    send({ kind: 'refused', error: asTaskError(thrown) });
    port?.close();
  }
}

async function append(
  { columns, commit }: HistoryRequest & { kind: 'append' },
  own: TaskContext,
): Promise<void> {
  own.samples.append(fromColumns(columns));
  if (!commit) return;
  const error = await own.samples.commit().then(() => undefined, asTaskError);
  send({ kind: 'committed', error });
}

async function call({ id, task, input }: HistoryRequest & { kind: 'call' }, own: TaskContext): Promise<void> {
  try {
    const run = calls[task];
    if (run === undefined) throw new Error(`Not a task of the history worker: ${task}`);
    send({ kind: 'result', id, value: await run(own, input as never) });
  } catch (thrown) {
    send({ kind: 'failed', id, error: asTaskError(thrown) });
  }
}

async function stream(
  { id, task, input }: HistoryRequest & { kind: 'stream' },
  own: TaskContext,
): Promise<void> {
  const reader = streams.add(id);
  try {
    const run = streaming[task];
    if (run === undefined) throw new Error(`Not a stream of the history worker: ${task}`);
    for await (const chunk of run(own, input as never)) {
      if (reader.isGone) break;
      send({ kind: 'chunk', id, chunk }, [chunk.buffer as ArrayBuffer]);
      await reader.room();
      if (reader.isGone) break;
    }
    send({ kind: 'end', id });
  } catch (thrown) {
    send({ kind: 'failed', id, error: asTaskError(thrown) });
  } finally {
    streams.remove(id);
  }
}

async function close(own: TaskContext | undefined): Promise<void> {
  streams.cancelAll();
  try {
    await own?.samples.close();
    // Everything is durable already: a failed checkpoint only slows down the next start.
    own?.connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch {}
  own?.connection.close();
  port?.close();
}

function take(request: HistoryRequest): void {
  if (request.kind === 'open') open(request.setup);
  else if (request.kind === 'close') void close(context);
  else if (request.kind === 'more') streams.more(request.id);
  else if (request.kind === 'cancel') streams.cancel(request.id);
  else if (context === undefined) throw new Error('The history worker has no database');
  else if (request.kind === 'append') void append(request, context);
  else if (request.kind === 'call') void call(request, context);
  else void stream(request, context);
}

port.on('message', (request: HistoryRequest) => take(request));
