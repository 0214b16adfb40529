import type { Clock, Undo } from '../../src/core/clock.ts';

interface Waiting {
  readonly due: number;
  readonly task: () => void;
}

/** A clock that is stopped until a test advances it. Starts at 2026-11-20T12:00:00Z by default. */
export class FakeClock implements Clock {
  private time: number;
  private last = 0;
  private readonly waiting = new Set<Waiting>();
  private readonly next: (() => void)[] = [];

  constructor(start: string | number = '2026-11-20T12:00:00Z') {
    this.time = new Date(start).getTime();
  }

  /**
   * Like the real clock, it never returns the same time twice: calls without an `advance` between them are a
   * microsecond apart.
   */
  now(): number {
    this.last = this.time > this.last ? this.time : Math.round(this.last * 1000 + 1) / 1000;
    return this.last;
  }

  after(milliseconds: number, task: () => void): Undo {
    const waiting = { due: this.time + Math.max(0, milliseconds), task };
    this.waiting.add(waiting);
    return () => {
      this.waiting.delete(waiting);
    };
  }

  soon(task: () => void): void {
    this.next.push(task);
  }

  /** Sets the clock forward or back, as a user or a time server does: timers still end after their delay. */
  set(milliseconds: number): void {
    this.time += milliseconds;
    for (const waiting of [...this.waiting]) {
      this.waiting.delete(waiting);
      this.waiting.add(Object.assign(waiting, { due: waiting.due + milliseconds }));
    }
  }

  /** Ends the tick: runs the `soon` tasks, including those they add. */
  flush(): void {
    for (let task = this.next.shift(); task !== undefined; task = this.next.shift()) task();
  }

  /** Advances the time and runs due timers in order, each in a tick of its own at its own time. */
  advance(milliseconds: number): void {
    const end = this.time + milliseconds;
    this.flush();
    for (let first = this.earliest(); first !== undefined && first.due <= end; first = this.earliest()) {
      this.waiting.delete(first);
      this.time = first.due;
      first.task();
      this.flush();
    }
    this.time = end;
  }

  /** Drops all timers and tasks, like the end of a process. */
  forget(): void {
    this.waiting.clear();
    this.next.length = 0;
  }

  /** The number of pending timers and tasks, to check for leaks. */
  get pending(): number {
    return this.waiting.size + this.next.length;
  }

  /** Milliseconds until the first timer is due; Infinity without one. */
  get untilNext(): number {
    const first = this.earliest();
    return first === undefined ? Number.POSITIVE_INFINITY : Math.max(0, first.due - this.time);
  }

  private earliest(): Waiting | undefined {
    let first: Waiting | undefined;
    for (const waiting of this.waiting) if (first === undefined || waiting.due < first.due) first = waiting;
    return first;
  }
}
