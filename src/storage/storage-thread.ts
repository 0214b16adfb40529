import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { OpenRequest, WorkerSetup } from './protocol.ts';

/** Workers are loaded from the build even when this file runs from `src`, as in tests. */
const WORKER = import.meta.url.endsWith('.ts')
  ? new URL('../../dist/storage/worker.js', import.meta.url)
  : new URL('./worker.js', import.meta.url);

/** Enough for the largest rows, read a hundred at a time; normally the heap has a few megabytes. */
const LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 4, stackSizeMb: 2 };

/** A preloaded worker; see `prepareStorageThread`. */
let prepared: Worker | undefined;

/** Preloads the worker of the first `StorageThread`; it does not keep the process alive until then. */
export function prepareStorageThread(): void {
  const worker = newWorker();
  prepared = worker;
  worker.unref();
  worker.once('error', () => {
    prepared = undefined;
  });
}

function newWorker(): Worker {
  return new Worker(WORKER, { name: 'storage', execArgv: [], resourceLimits: LIMITS });
}

/**
 * The worker thread for databases. It starts with the first database and ends with the last, or dies under
 * all of them. Each database has its own port; requests of databases opened earlier take precedence.
 */
export class StorageThread {
  private worker: Worker | undefined;
  private reason = 'the thread ended by itself';
  private ended: Promise<void> | undefined;
  private serving = 0;
  private isDead = false;
  private readonly onDeath: (reason: string) => void;

  /**
   * `onDeath` is called once if the thread ends while databases are open: acknowledged writes are safe,
   * pending ones are rejected, and no more are accepted.
   */
  constructor(onDeath: (reason: string) => void = () => {}) {
    this.onDeath = onDeath;
  }

  /** Opens a database in the thread and returns its port. */
  serve(setup: WorkerSetup): MessagePort {
    this.worker ??= this.start();
    this.serving += 1;
    const { port1, port2 } = new MessageChannel();
    this.worker.postMessage({ setup, port: port2 } satisfies OpenRequest, [port2]);
    return port1;
  }

  /** Called for each closed port; after the last one, waits for the thread to end. */
  async left(): Promise<void> {
    this.serving -= 1;
    if (this.serving > 0) return;
    this.worker = undefined;
    await this.ended;
  }

  /** Called for each port that closed unexpectedly; resolves with the reason once the thread has ended. */
  async died(): Promise<string> {
    await this.ended;
    if (!this.isDead) this.onDeath(this.reason);
    this.isDead = true;
    return this.reason;
  }

  private start(): Worker {
    const worker = prepared ?? newWorker();
    prepared = undefined;
    worker.ref();
    worker.on('error', (error) => {
      this.reason = String(error);
    });
    this.ended = new Promise((ended) => {
      worker.once('exit', () => ended());
    });
    return worker;
  }
}
