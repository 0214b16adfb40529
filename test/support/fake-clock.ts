import type { Clock, Undo } from '../../src/core/clock.ts';

interface Waiting {
  readonly due: number;
  readonly task: () => void;
}

/** Time that stands still until a test moves it. Starts at 2026-11-20T12:00:00Z unless told otherwise. */
export class FakeClock implements Clock {
  private time: number;
  private last = 0;
  private readonly waiting = new Set<Waiting>();
  private readonly next: (() => void)[] = [];

  constructor(start: string | number = '2026-11-20T12:00:00Z') {
    this.time = new Date(start).getTime();
  }

  /** Like the real one it never gives a point twice: calls without an `advance` between them are a microsecond apart. */
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

  /** Ends the turn: runs the `soon` tasks, and those they ask for. */
  flush(): void {
    for (let task = this.next.shift(); task !== undefined; task = this.next.shift()) task();
  }

  /** Moves time on and runs what falls due on the way, in order of time, each in a turn of its own at its own moment. */
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

  /** Drops all that waits, as the end of a process does. */
  forget(): void {
    this.waiting.clear();
    this.next.length = 0;
  }

  /** How many waits are open: a test asks it to see that nothing was left behind. */
  get pending(): number {
    return this.waiting.size + this.next.length;
  }

  /** Milliseconds until the first of the waits is due; Infinity without one. */
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
