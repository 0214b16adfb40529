import type { Undo } from './clock.ts';
import type { Log } from './log.ts';

/** A piece of the server that runs. Its constructor acquires nothing; what `start` acquired, `stop` gives back. */
export interface Part {
  readonly name: string;
  start(signal: AbortSignal): Promise<void> | void;
  stop(): Promise<void> | void;
}

/** Starts the parts in their order. If one fails, those before it are stopped and the failure is thrown. The result stops all, in reverse. */
export async function startParts(parts: readonly Part[], log: Log): Promise<() => Promise<void>> {
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
      await stop();
      throw error;
    }
  }
  return stop;
}

/** Collects undos and runs them together, last first; one that throws does not keep the others. */
export class UndoStack {
  private readonly undos: Undo[] = [];

  add(undo: Undo): void {
    this.undos.push(undo);
  }

  /** Runs and forgets them all; the first failure is thrown at the end. */
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
