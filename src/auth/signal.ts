import type { Undo } from '../core/clock.ts';

/** Tells those who listen, in the order in which they came. */
export class Signal<T> {
  private readonly listeners = new Set<(value: T) => void>();

  /** Hears of each value from now on. */
  on(listener: (value: T) => void): Undo {
    const own = (value: T): void => listener(value);
    this.listeners.add(own);
    return () => this.listeners.delete(own);
  }

  /** Tells all who listen at this moment. */
  emit(value: T): void {
    for (const listener of [...this.listeners]) listener(value);
  }
}
