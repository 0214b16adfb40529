/** Carries edits out one after another. */
export class EditQueue {
  private last: Promise<unknown> = Promise.resolve();

  run<T>(edit: () => Promise<T>): Promise<T> {
    const result = this.last.then(edit, edit);
    this.last = result.catch(() => {});
    return result;
  }
}
