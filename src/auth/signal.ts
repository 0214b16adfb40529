import type { Undo } from '../core/clock.ts';

/** A single event; listeners are called in the order of subscription. */
export class Signal<T> {
  private readonly listeners = new Set<(value: T) => void>();

  /** Subscribes to later values. */
  on(listener: (value: T) => void): Undo {
    const own = (value: T): void => listener(value);
    this.listeners.add(own);
    return () => this.listeners.delete(own);
  }

  /** Calls all current listeners. */
  emit(value: T): void {
    for (const listener of [...this.listeners]) listener(value);
  }
}
