import type { Access } from '../core/access.ts';

/** Answers that one user may be reading at the same time; further ones wait. */
const MAX_READS = 8;

interface Reader {
  running: number;
  readonly waiting: (() => void)[];
}

/**
 * Limits how many long answers each user reads at the same time: an answer holds up to a megabyte, and a thousand of
 * them at once would take the worker from other users.
 */
export class ReadSlots {
  private readonly readers = new Map<string, Reader>();

  /** Opens the chunks once the caller has a slot, and passes them on. */
  async *read(access: Access, open: () => AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
    const key = access.userId ?? '';
    const reader = this.readers.get(key) ?? { running: 0, waiting: [] };
    this.readers.set(key, reader);
    if (reader.running < MAX_READS) reader.running += 1;
    else await new Promise<void>((resolve) => reader.waiting.push(resolve));
    try {
      yield* open();
    } finally {
      // The slot passes to who waits first.
      const next = reader.waiting.shift();
      if (next !== undefined) next();
      else {
        reader.running -= 1;
        if (reader.running === 0) this.readers.delete(key);
      }
    }
  }
}
