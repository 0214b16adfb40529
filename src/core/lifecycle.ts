import type { Undo } from './clock.ts';
import type { Log } from './log.ts';

/**
 * A component of the server with a life cycle. Its constructor acquires nothing; `stop` releases what `start`
 * acquired.
 */
export interface Part {
  readonly name: string;
  start(signal: AbortSignal): Promise<void> | void;
  stop(): Promise<void> | void;
}

/**
 * Starts the parts in order. If one fails, `beforeUndo` is called, those already started are stopped and the error is
 * thrown. Returns a function that stops all in reverse order.
 */
export async function startParts(
  parts: readonly Part[],
  log: Log,
  beforeUndo: () => void = () => {},
): Promise<() => Promise<void>> {
  const abort = new AbortController();
  const started: Part[] = [];
  const stop = async (): Promise<void> => {
    abort.abort();
    for (const part of started.splice(0).reverse()) {
      try {
        await part.stop();
      } catch (error) {
        log.error(`${part.name} did not stop cleanly`, { error });
      }
    }
  };
  for (const part of parts) {
    started.push(part);
    try {
      await part.start(abort.signal);
    } catch (error) {
      beforeUndo();
      await stop();
      throw error;
    }
  }
  return stop;
}

/**
 * Collects undo functions and runs them together, last first; one that throws does not prevent the others.
 */
export class UndoStack {
  private readonly undos: Undo[] = [];

  add(undo: Undo): void {
    this.undos.push(undo);
  }

  /** Runs and clears them all; the first error is thrown at the end. */
  run(): void {
    const failures: unknown[] = [];
    for (const undo of this.undos.splice(0).reverse()) {
      try {
        undo();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}
