/** How many chunks a stream may be ahead of its reader. */
const CHUNKS_AHEAD = 4;

/** The reader of one stream, as the worker sees it. */
export interface StreamReader {
  readonly isGone: boolean;
  /** Counts a sent chunk; resolves when the reader has room for the next one or has gone. */
  room(): Promise<void>;
}

interface Open {
  isGone: boolean;
  credit: number;
  wake: () => void;
}

/** The streams that the worker is producing, with back pressure: a slow reader only stops its own stream. */
export class OpenStreams {
  private readonly open = new Map<number, Open>();

  /** Adds a stream. */
  add(id: number): StreamReader {
    const own: Open = { isGone: false, credit: CHUNKS_AHEAD, wake: () => {} };
    this.open.set(id, own);
    return {
      get isGone() {
        return own.isGone;
      },
      room: () => {
        own.credit -= 1;
        if (own.credit > 0 || own.isGone) return Promise.resolve();
        return new Promise((resolve) => {
          own.wake = resolve;
        });
      },
    };
  }

  /** Notes that the reader has consumed a chunk. */
  more(id: number): void {
    const own = this.open.get(id);
    if (own === undefined) return;
    own.credit += 1;
    own.wake();
  }

  /** The reader has gone. */
  cancel(id: number): void {
    const own = this.open.get(id);
    if (own === undefined) return;
    own.isGone = true;
    own.wake();
  }

  cancelAll(): void {
    for (const id of this.open.keys()) this.cancel(id);
  }

  /** Forgets a stream that has ended. */
  remove(id: number): void {
    this.open.delete(id);
  }
}
