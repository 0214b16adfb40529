import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { OpenRequest, WorkerSetup } from './protocol.ts';

/** Workers load from the build, also when this file itself runs from `src`, as in tests. */
const WORKER = import.meta.url.endsWith('.ts')
  ? new URL('../../dist/storage/worker.js', import.meta.url)
  : new URL('./worker.js', import.meta.url);

/** Room for the largest rows the driver reads a hundred at a time; in use the heap stays at a few megabytes. */
const LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 4, stackSizeMb: 2 };

/** A worker that loads already; see `prepareStorageThread`. */
let prepared: Worker | undefined;

/** Begins to load a worker beside everything else that is to be loaded; the first `StorageThread` takes it. Until then it keeps no process alive. */
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
 * The worker thread that keeps databases. It starts with the first and ends with the last of them, or dies under all. Each has a line of its own to the thread;
 * what waits for one that was opened earlier goes before what waits for a later one.
 */
export class StorageThread {
  private worker: Worker | undefined;
  private reason = 'the thread ended by itself';
  private ended: Promise<void> | undefined;
  private serving = 0;
  private isDead = false;
  private readonly onDeath: (reason: string) => void;

  /** `onDeath` is called once when the thread has ended though databases were open: what they took is safe, what waits is refused, and nothing more is taken. */
  constructor(onDeath: (reason: string) => void = () => {}) {
    this.onDeath = onDeath;
  }

  /** The line to a database, which the thread opens now. */
  serve(setup: WorkerSetup): MessagePort {
    this.worker ??= this.start();
    this.serving += 1;
    const { port1, port2 } = new MessageChannel();
    this.worker.postMessage({ setup, port: port2 } satisfies OpenRequest, [port2]);
    return port1;
  }

  /** Called for each line that has closed; waits for the end of the thread where it was the last. */
  async left(): Promise<void> {
    this.serving -= 1;
    if (this.serving > 0) return;
    this.worker = undefined;
    await this.ended;
  }

  /** Called for each line that closed though nobody asked for it; tells why, once the thread has ended. */
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
