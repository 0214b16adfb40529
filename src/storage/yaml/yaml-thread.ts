import { Worker } from 'node:worker_threads';
import { type Clock, SystemClock, type Undo } from '../../core/clock.ts';
import { fault, type HubError } from '../../core/errors.ts';
import { type Message, message } from '../../core/messages.ts';
import type { YamlResult, YamlTask } from './yaml-tasks.ts';

/** Workers are loaded from the build even when this file runs from `src`, as in tests. */
const WORKER = import.meta.url.endsWith('.ts')
  ? new URL('../../../dist/storage/yaml/yaml-worker.js', import.meta.url)
  : new URL('./yaml-worker.js', import.meta.url);

/**
 * Parsing a million characters of dense automations takes 90 MB and a second on a desktop computer. Text from
 * the API is never longer; longer files in the data folder get proportionally more memory and time.
 */
const CHARACTERS = 1_000_000;
const MEGABYTES = 112;
const MAX_MEGABYTES = 512;
const MILLISECONDS = 15_000;
/** The size of the young generation; only objects that survive it count against `MEGABYTES`. */
const YOUNG_MEGABYTES = 8;

interface Pending {
  readonly task: YamlTask;
  readonly resolve: (result: YamlResult) => void;
  readonly reject: (error: Error) => void;
}

/**
 * A thread for texts whose parsing would block the event loop, one at a time. It starts with the first queued
 * text and ends after the last, since large texts are rare and an idle thread takes memory.
 */
export class YamlThread {
  private readonly clock: Clock;
  private readonly pending: Pending[] = [];
  private worker: Worker | undefined;
  private megabytes = 0;
  private endWait: Undo = () => {};

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** Runs a task. Throws `invalid_format` if the text exceeds the memory or time limit for its length. */
  run(task: YamlTask): Promise<YamlResult> {
    return new Promise((resolve, reject) => {
      this.pending.push({ task, resolve, reject });
      if (this.pending.length === 1) this.next();
    });
  }

  private next(): void {
    const [first] = this.pending;
    if (first === undefined) {
      this.end();
      return;
    }
    const share = Math.max(1, first.task.text.length / CHARACTERS);
    const worker = this.workerOf(Math.min(Math.ceil(share * MEGABYTES), MAX_MEGABYTES));
    this.endWait = this.clock.after(share * MILLISECONDS, () => this.giveUp(share));
    worker.postMessage(first.task);
  }

  /** The running thread if it has exactly this memory limit, otherwise a new one. */
  private workerOf(megabytes: number): Worker {
    if (this.worker !== undefined && this.megabytes === megabytes) return this.worker;
    this.end();
    this.megabytes = megabytes;
    this.worker = this.begin(megabytes);
    return this.worker;
  }

  private begin(megabytes: number): Worker {
    const resourceLimits = {
      maxOldGenerationSizeMb: megabytes,
      maxYoungGenerationSizeMb: YOUNG_MEGABYTES,
      stackSizeMb: 4,
    };
    const worker = new Worker(WORKER, { name: 'yaml', execArgv: [], resourceLimits });
    let refusal = tooMuch(message('yaml_thread_ended'));
    worker.on('message', (result: YamlResult) => {
      if (this.worker !== worker) return;
      this.endWait();
      this.pending.shift()?.resolve(result);
      this.next();
    });
    worker.on('error', (error: Error & { readonly code?: unknown }) => {
      refusal =
        error.code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? fault('invalid_format', 'yaml_takes_too_much_memory', { megabytes })
          : tooMuch(error.message);
    });
    worker.once('exit', () => {
      if (this.worker === worker) this.refuse(refusal);
    });
    return worker;
  }

  private giveUp(share: number): void {
    const seconds = Math.ceil((share * MILLISECONDS) / 1000);
    this.refuse(fault('invalid_format', 'yaml_takes_too_long', { seconds }));
  }

  /** Rejects the current text; queued ones get a new thread. */
  private refuse(refusal: HubError): void {
    this.end();
    this.pending.shift()?.reject(refusal);
    this.next();
  }

  private end(): void {
    this.endWait();
    const { worker } = this;
    this.worker = undefined;
    void worker?.terminate();
  }
}

function tooMuch(reason: Message | string): HubError {
  return fault('invalid_format', 'yaml_takes_too_much', { reason });
}

const thread = new YamlThread(new SystemClock());

/** Runs a task in the YAML thread. Throws `invalid_format` like `YamlThread.run`. */
export function runInYamlThread(task: YamlTask): Promise<YamlResult> {
  return thread.run(task);
}
