import { dirname, join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { SystemClock } from '../../core/clock.ts';
import { NoisyEntities } from '../samples/noisy-entities.ts';
import { fromColumns } from '../samples/sample-columns.ts';
import { TextPool } from '../samples/text-pool.ts';
import { HistoryImports } from '../transfer/history-imports.ts';
import { HistoryFiles } from './history-files.ts';
import { lowerPriority } from './lower-priority.ts';
import { OpenStreams } from './open-streams.ts';
import {
  asTaskError,
  type HistoryAnswer,
  type HistoryNotice,
  type HistoryRequest,
  type HistorySetup,
} from './protocol.ts';
import { StatisticsFile } from './statistics-file.ts';
import type { CallTask, StreamTask, TaskContext } from './task.ts';
import { callTasks, streamTasks } from './tasks.ts';

const port = parentPort;
if (port === null) throw new Error('The history worker runs as a worker thread only');
lowerPriority();
const clock = new SystemClock();
const pause = (): Promise<void> => new Promise((resolve) => clock.soon(resolve));
const send = (answer: HistoryAnswer, transfer: readonly ArrayBuffer[] = []): void =>
  port.postMessage(answer, transfer);
const notify = (notice: HistoryNotice): void => send({ kind: 'notice', notice });
const noisy = new NoisyEntities((entityId, perMinute) => notify({ kind: 'noisy', entityId, perMinute }));
const streams = new OpenStreams();
const texts = new TextPool();
const calls: Readonly<Record<string, CallTask>> = callTasks;
const streaming: Readonly<Record<string, StreamTask>> = streamTasks;

/** The open databases. */
interface Files {
  readonly history: HistoryFiles;
  readonly statistics: StatisticsFile;
  readonly imports: HistoryImports;
}

let files: Files | undefined;

/** Calls a task with the current databases; an error that means damage of one of them replaces it. */
async function withFiles<T>(
  { history, statistics: file, imports }: Files,
  use: (context: TaskContext) => Promise<T>,
): Promise<T> {
  try {
    const { connection, samples, local, causes } = history;
    const statistics = file.editor;
    return await use({ connection, samples, local, causes, statistics, imports, pause, notify });
  } catch (thrown) {
    if (!file.examine(thrown)) history.examine(thrown);
    throw thrown;
  }
}

async function open(setup: HistorySetup): Promise<void> {
  const postgres = setup.store === undefined ? undefined : { store: setup.store, clock };
  const history = new HistoryFiles({ setup: setup.history, postgres, pause, notify });
  try {
    // Opened before the other file is migrated: if one is refused, the other must not have changed.
    const statistics = new StatisticsFile({ setup: setup.statistics, pause, notify });
    statistics.open();
    try {
      const versions = history.open();
      const imports = new HistoryImports(join(dirname(setup.history.file), 'history-import.db'), pause);
      files = { history, statistics, imports };
      send({ kind: 'opened', ...versions });
      withFiles(files, ({ samples, statistics: { store } }) => imports.resume({ samples, store })).catch(
        // It is tried again by the next import and at the next start.
        () => {},
      );
    } catch (thrown) {
      await statistics.close();
      throw thrown;
    }
  } catch (thrown) {
    send({ kind: 'refused', error: asTaskError(thrown) });
    port?.close();
  }
}

async function append({ columns, commit }: HistoryRequest & { kind: 'append' }, own: Files): Promise<void> {
  const error = await withFiles(own, async ({ samples }) => {
    const batch = fromColumns({ ...columns, texts: texts.pooled(columns.texts) });
    samples.append(batch);
    noisy.count(batch);
    if (commit) await samples.commit();
  }).then(() => undefined, asTaskError);
  if (commit) send({ kind: 'committed', error });
}

async function call({ id, task, input }: HistoryRequest & { kind: 'call' }, own: Files): Promise<void> {
  try {
    const run = calls[task];
    if (run === undefined) throw new Error(`Not a task of the history worker: ${task}`);
    send({
      kind: 'result',
      id,
      value: await withFiles(own, async (context) => run(context, input as never)),
    });
  } catch (thrown) {
    send({ kind: 'failed', id, error: asTaskError(thrown) });
  }
}

async function stream({ id, task, input }: HistoryRequest & { kind: 'stream' }, own: Files): Promise<void> {
  const reader = streams.add(id);
  try {
    const run = streaming[task];
    if (run === undefined) throw new Error(`Not a stream of the history worker: ${task}`);
    await withFiles(own, async (context) => {
      for await (const chunk of run(context, input as never)) {
        if (reader.isGone) break;
        send({ kind: 'chunk', id, chunk }, [chunk.buffer as ArrayBuffer]);
        await reader.room();
        if (reader.isGone) break;
      }
    });
    send({ kind: 'end', id });
  } catch (thrown) {
    send({ kind: 'failed', id, error: asTaskError(thrown) });
  } finally {
    streams.remove(id);
  }
}

async function close(own: Files | undefined): Promise<void> {
  streams.cancelAll();
  await own?.statistics.close();
  await own?.history.close();
  port?.close();
}

function take(request: HistoryRequest): void {
  if (request.kind === 'open') void open(request.setup);
  else if (request.kind === 'close') void close(files);
  else if (request.kind === 'more') streams.more(request.id);
  else if (request.kind === 'cancel') streams.cancel(request.id);
  else if (files === undefined) throw new Error('The history worker has no database');
  else if (request.kind === 'append') void append(request, files);
  else if (request.kind === 'call') void call(request, files);
  else void stream(request, files);
}

port.on('message', (request: HistoryRequest) => take(request));
