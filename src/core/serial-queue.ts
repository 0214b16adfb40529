/**
 * Runs asynchronous tasks one after another, in the order they were added. A task that fails does not stop
 * the queue.
 */
export class SerialQueue {
  private last: Promise<unknown> = Promise.resolve();

  /** Settles with the outcome of the task. */
  run<T>(task: () => Promise<T> | T): Promise<T> {
    const result = this.last.then(task, task);
    this.last = result.catch(() => {});
    return result;
  }
}
