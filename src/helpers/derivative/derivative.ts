/** A value and when it was reported, in milliseconds since 1970. */
export interface TimedValue {
  readonly value: number;
  readonly at: number;
}

interface Segment {
  readonly from: number;
  readonly to: number;
  readonly slope: number;
}

/** The change of a value per unit of time, averaged over a time window [history facts §7.4]. */
export class Derivative {
  /** What a change of 1 per millisecond is. */
  private readonly factor: number;
  private readonly window: number;
  private segments: Segment[] = [];
  private last: TimedValue | undefined;
  /** Null while the source shows no number. */
  value: number | null = 0;

  /** `factor` is what a change of 1 per second is, `window` is in milliseconds. */
  constructor({ factor, window }: { readonly factor: number; readonly window: number }) {
    this.factor = factor * 1000;
    this.window = window;
  }

  /** Starts again, for values of another unit. */
  reset(): void {
    this.segments = [];
    this.value = 0;
  }

  /**
   * Takes the next value. Without a value before it the last one taken counts. `isMeter`: a lower value is that of a
   * meter that was reset, and is ignored.
   */
  take(next: TimedValue, before: TimedValue | undefined, isMeter: boolean): void {
    const first = before ?? this.last;
    if (first === undefined) {
      this.last = next;
      return;
    }
    const elapsed = next.at - first.at;
    const slope = ((next.value - first.value) / elapsed) * this.factor;
    if (elapsed <= 0 || !Number.isFinite(slope) || (isMeter && slope < 0)) return;
    this.last = next;
    this.prune(next.at);
    this.segments.push({ from: first.at, to: next.at, slope });
    this.value = elapsed > this.window ? slope : this.mean(next.at);
  }

  /** The source shows no number. */
  lose(): void {
    this.value = null;
  }

  /** Computes the value again for a time at which the source is still silent. */
  continueUntil(at: number): void {
    this.prune(at);
    this.value = this.mean(at);
  }

  private prune(at: number): void {
    // Segments in the future were recorded before the clock was set back.
    this.segments = this.segments.filter(({ to }) => to <= at && at - to < this.window);
  }

  /** The part of the window that no segment covers counts as unchanged. */
  private mean(at: number): number {
    const start = at - this.window;
    let sum = 0;
    for (const { from, to, slope } of this.segments)
      sum += slope * ((to - Math.max(from, start)) / this.window);
    return sum;
  }
}
