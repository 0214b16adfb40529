import type { Bus } from '../../core/bus.ts';

/** A process that runs between the promises it yields, and can be ended at any of them. */
export type StepProcess<T = void> = Generator<Promise<unknown>, T, unknown>;

/** Waits for a promise inside a step process. */
export function* until<T>(promise: Promise<T>): StepProcess<T> {
  return (yield promise) as T;
}

/** The owner of a strand. */
export interface BranchOf {
  readonly bus: Bus;
  /** Checked at each promise: whether the process continues without a pause. */
  mayContinue(): boolean;
}

/**
 * Drives a step process: synchronously as far as possible, then on with each promise. Events caused by its
 * own events are dispatched when it pauses.
 */
export class Branch<T> {
  private readonly process: StepProcess<T>;
  private readonly of: BranchOf;
  private readonly deferred: (() => void)[] = [];
  /** Counts the promises waited for: an abandoned one is ignored. */
  private turn = 0;
  private isRunning = false;
  private isOver = false;
  private settle: { resolve(value: T): void; reject(error: unknown): void } | undefined;

  constructor(process: StepProcess<T>, of: BranchOf) {
    this.process = process;
    this.of = of;
  }

  /**
   * Starts the process. Returns its result, or a promise of it if it waits; throws what it throws before the
   * first wait.
   */
  begin(): T | Promise<T> {
    const result = this.step(() => this.process.next());
    if (result.done === true) return result.value;
    return new Promise((resolve, reject) => {
      this.settle = { resolve, reject };
      this.wait(result.value);
    });
  }

  /** Throws into the waiting process; false if it is finished or currently executing. */
  end(reason: unknown): boolean {
    if (this.isOver || this.isRunning) return false;
    this.resume(() => this.process.throw(reason));
    return true;
  }

  private wait(promise: Promise<unknown>): void {
    this.turn += 1;
    const mine = this.turn;
    promise.then(
      (value) => {
        if (mine === this.turn) this.resume(() => this.process.next(value));
      },
      (error) => {
        if (mine === this.turn) this.resume(() => this.process.throw(error));
      },
    );
  }

  private resume(step: () => IteratorResult<Promise<unknown>, T>): void {
    this.turn += 1;
    try {
      const result = this.step(step);
      if (result.done === true) this.settle?.resolve(result.value);
      else this.wait(result.value);
    } catch (error) {
      this.settle?.reject(error);
    }
  }

  private step(step: () => IteratorResult<Promise<unknown>, T>): IteratorResult<Promise<unknown>, T> {
    this.isRunning = true;
    try {
      const result = this.of.bus.collect(this.deferred, step);
      this.isOver = result.done === true;
      return result;
    } catch (error) {
      this.isOver = true;
      throw error;
    } finally {
      this.isRunning = false;
      if (!this.of.mayContinue()) for (const task of this.deferred.splice(0)) this.of.bus.afterwards(task);
    }
  }
}
