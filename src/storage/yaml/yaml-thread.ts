import { Worker } from 'node:worker_threads';
import { HubError } from '../../core/errors.ts';
import type { YamlResult, YamlTask } from './yaml-tasks.ts';

/** Workers load from the build, also when this file itself runs from `src`, as in tests. */
const WORKER = import.meta.url.endsWith('.ts')
  ? new URL('../../../dist/storage/yaml/yaml-worker.js', import.meta.url)
  : new URL('./yaml-worker.js', import.meta.url);

/** The trees of a hostile text of the largest size stay below that; a text that does not is refused, and nothing else is harmed. */
const LIMITS = { maxOldGenerationSizeMb: 512, stackSizeMb: 4 };

interface Pending {
  readonly task: YamlTask;
  readonly resolve: (result: YamlResult) => void;
  readonly reject: (error: Error) => void;
}

/**
 * A thread for texts whose parsing would hold up the event loop, one text after the other. It begins with the first and ends with the last that
 * waits, since large texts are rare and an idle thread takes memory.
 */
class YamlThread {
  private readonly pending: Pending[] = [];
  private worker: Worker | undefined;

  run(task: YamlTask): Promise<YamlResult> {
    return new Promise((resolve, reject) => {
      this.pending.push({ task, resolve, reject });
      if (this.pending.length === 1) this.next();
    });
  }

  private next(): void {
    const [first] = this.pending;
    if (first === undefined) {
      void this.worker?.terminate();
      this.worker = undefined;
      return;
    }
    this.worker ??= this.begin();
    this.worker.postMessage(first.task);
  }

  private begin(): Worker {
    const worker = new Worker(WORKER, { name: 'yaml', execArgv: [], resourceLimits: LIMITS });
    let reason = 'the thread ended by itself';
    worker.on('message', (result: YamlResult) => {
      if (this.worker !== worker) return;
      this.pending.shift()?.resolve(result);
      this.next();
    });
    worker.on('error', (error) => {
      reason = error.message;
    });
    worker.once('exit', () => {
      if (this.worker !== worker) return;
      this.worker = undefined;
      this.pending
        .shift()
        ?.reject(new HubError('invalid_format', `The text takes too much to read: ${reason}`));
      this.next();
    });
    return worker;
  }
}

const thread = new YamlThread();

/** Carries a task out in the thread for YAML. Throws `invalid_format` for a text that takes more memory than the thread may have. */
export function runInYamlThread(task: YamlTask): Promise<YamlResult> {
  return thread.run(task);
}
