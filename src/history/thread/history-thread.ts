import { Worker } from 'node:worker_threads';
import type { Log } from '../../core/log.ts';
import { logMigration } from '../../storage/log-migration.ts';
import type { SampleColumns } from '../samples/sample-columns.ts';
import {
  type HistoryAnswer,
  type HistoryNotice,
  type HistoryRequest,
  type HistorySetup,
  taskError,
} from './protocol.ts';
import type { CallTasks, StreamTasks } from './tasks.ts';

/** Workers are loaded from the build even when this file runs from `src`, as in tests. */
const WORKER = import.meta.url.endsWith('.ts')
  ? new URL('../../../dist/history/thread/history-worker.js', import.meta.url)
  : new URL('./history-worker.js', import.meta.url);

const LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 8, stackSizeMb: 2 };

type Input<Task extends (context: never, input: never) => unknown> = Parameters<Task>[1];

interface Waiting {
  readonly done: (value: never) => void;
  readonly fail: (error: Error) => void;
}

/** The chunks of a stream that were received and not read yet. */
interface Receiving {
  readonly chunks: Uint8Array[];
  outcome: 'open' | 'ended' | Error;
  wake: () => void;
}

/** The dependencies of `HistoryThread`. */
export interface HistoryThreadParts {
  readonly setup: HistorySetup;
  readonly log: Log;
  /** Called before each question, to send what was recorded and not sent yet. */
  readonly beforeQuestion: () => void;
  readonly onCommitted: (error: Error | undefined) => void;
  readonly onNotice: (notice: HistoryNotice) => void;
  /** Called if the thread ends by itself: what was committed is safe, but nothing is recorded anymore. */
  readonly onLost: (reason: string) => void;
}

/** The worker thread that owns the history: samples, statistics and the logbook. */
export class HistoryThread {
  private readonly parts: HistoryThreadParts;
  private readonly worker: Worker;
  private readonly ended: Promise<void>;
  private readonly waiting = new Map<number, Waiting>();
  private readonly receiving = new Map<number, Receiving>();
  private lastId = 0;
  /** Why it takes no more requests; undefined while it does. */
  private end: Error | undefined;

  private constructor(parts: HistoryThreadParts, opened: (error?: Error) => void) {
    this.parts = parts;
    this.worker = new Worker(WORKER, { name: 'history', execArgv: [], resourceLimits: LIMITS });
    let reason = 'the thread ended by itself';
    this.worker.on('message', (answer: HistoryAnswer) => {
      if (answer.kind === 'opened') {
        logMigration(parts.log, 'history.db', answer);
        opened();
      } else if (answer.kind === 'refused') {
        // The thread ends because of it, and nothing is lost.
        this.end = taskError(answer.error);
      } else this.take(answer);
    });
    this.worker.on('error', (error) => {
      reason = String(error);
    });
    this.ended = new Promise((resolve) => {
      this.worker.once('exit', () => {
        const error = taskError({ kind: 'failure', failure: { code: 'WORKER_GONE', message: reason } });
        const isLost = this.end === undefined;
        this.end ??= error;
        opened(this.end);
        this.failAll(error);
        if (isLost) this.parts.onLost(reason);
        resolve();
      });
    });
    this.send({ kind: 'open', setup: parts.setup });
  }

  /** Starts the thread and opens the databases. Rejects with a `HubError` as `openDatabase` does. */
  static async start(parts: HistoryThreadParts): Promise<HistoryThread> {
    let opened: (error?: Error) => void = () => {};
    const ready = new Promise<void>((resolve, reject) => {
      opened = (error) => (error === undefined ? resolve() : reject(error));
    });
    const thread = new HistoryThread(parts, opened);
    await ready;
    return thread;
  }

  /** Sends samples. With `commit` they and all before become durable, which `onCommitted` reports. */
  append(columns: SampleColumns, commit: boolean): void {
    if (this.end === undefined) this.send({ kind: 'append', columns, commit });
  }

  /** Runs a task and returns its result. Throws what the task throws. */
  call<Name extends keyof CallTasks>(
    task: Name,
    input: Input<CallTasks[Name]>,
  ): Promise<Awaited<ReturnType<CallTasks[Name]>>> {
    return new Promise((done, fail) => {
      const id = this.ask(fail);
      if (id === undefined) return;
      this.waiting.set(id, { done, fail });
      this.send({ kind: 'call', id, task, input });
    });
  }

  /** Runs a task and yields its chunks as they are produced; leaving the loop stops the task. */
  async *stream<Name extends keyof StreamTasks>(
    task: Name,
    input: Input<StreamTasks[Name]>,
  ): AsyncGenerator<Uint8Array> {
    const id = this.ask((error) => {
      throw error;
    });
    if (id === undefined) return;
    const own: Receiving = { chunks: [], outcome: 'open', wake: () => {} };
    this.receiving.set(id, own);
    this.send({ kind: 'stream', id, task, input });
    try {
      for (;;) {
        const chunk = own.chunks.shift();
        if (chunk !== undefined) {
          yield chunk;
          this.send({ kind: 'more', id });
        } else if (own.outcome === 'ended') return;
        else if (own.outcome !== 'open') throw own.outcome;
        else
          await new Promise<void>((resolve) => {
            own.wake = resolve;
          });
      }
    } finally {
      if (own.outcome === 'open') this.send({ kind: 'cancel', id });
      this.receiving.delete(id);
    }
  }

  /** Makes everything durable and ends the thread. */
  async close(): Promise<void> {
    if (this.end === undefined) {
      this.parts.beforeQuestion();
      this.send({ kind: 'close' });
      this.end = taskError({ kind: 'failure', failure: { code: 'CLOSED', message: 'closed' } });
    }
    await this.ended;
  }

  private ask(fail: (error: Error) => void): number | undefined {
    if (this.end !== undefined) {
      fail(this.end);
      return undefined;
    }
    this.parts.beforeQuestion();
    this.lastId += 1;
    return this.lastId;
  }

  private send(request: HistoryRequest): void {
    this.worker.postMessage(request);
  }

  private take(answer: Exclude<HistoryAnswer, { kind: 'opened' | 'refused' }>): void {
    if (answer.kind === 'committed')
      this.parts.onCommitted(answer.error === undefined ? undefined : taskError(answer.error));
    else if (answer.kind === 'notice') this.parts.onNotice(answer.notice);
    else if (answer.kind === 'result') this.settle(answer.id)?.done(answer.value as never);
    else if (answer.kind === 'failed') this.fail(answer.id, taskError(answer.error));
    else {
      const own = this.receiving.get(answer.id);
      if (own === undefined) return;
      if (answer.kind === 'chunk') own.chunks.push(answer.chunk);
      else own.outcome = 'ended';
      own.wake();
    }
  }

  private settle(id: number): Waiting | undefined {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    return waiting;
  }

  private fail(id: number, error: Error): void {
    this.settle(id)?.fail(error);
    const own = this.receiving.get(id);
    if (own === undefined) return;
    own.outcome = error;
    own.wake();
  }

  private failAll(error: Error): void {
    for (const id of [...this.waiting.keys(), ...this.receiving.keys()]) this.fail(id, error);
  }
}
