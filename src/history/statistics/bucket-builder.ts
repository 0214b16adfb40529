/** The numbers of an entity within a span of time. A span without any has no bucket. */
export interface Bucket {
  readonly start: number;
  readonly min: number;
  /** Weighted by time. */
  readonly mean: number;
  readonly max: number;
  /** The number in force at the start, or the first one after it. */
  readonly first: number;
  /** The number in force at the end, or the last one before it. */
  readonly last: number;
  /** For how many milliseconds the entity had a number. */
  readonly covered: number;
}

/** Where buckets begin: every `width` milliseconds from `from` on, up to before `to`. */
export interface BucketRange {
  readonly from: number;
  readonly to: number;
  readonly width: number;
}

/**
 * Makes buckets of values that arrive in order of time, so that samples can be read in chunks. A value holds until the
 * next one; states that are not numbers, such as `unavailable`, are gaps.
 */
export class BucketBuilder {
  private readonly range: BucketRange;
  private readonly buckets: Bucket[] = [];
  /** The value in force since `at`; undefined in a gap. */
  private value: number | undefined;
  private at: number;
  private start: number;
  private end: number;
  private open: Mutable<Bucket> | undefined;

  constructor(range: BucketRange) {
    this.range = range;
    this.at = range.from;
    this.start = range.from;
    this.end = Math.min(range.to, range.from + range.width);
  }

  /** Adds a value, undefined for a gap. The last one before the range is the one in force when it begins. */
  add(at: number, value: number | undefined): void {
    if (at >= this.range.to) return;
    if (at >= this.range.from) this.advance(at);
    // A value that another one replaces exactly when a bucket begins counts there too, as in statistics.
    if (value !== undefined && this.value !== undefined && at >= this.range.from) this.include(this.value, 0);
    this.value = value;
  }

  /** Returns the buckets completed since the last call. */
  take(): Bucket[] {
    return this.buckets.splice(0);
  }

  /** Ends the range and returns the remaining buckets. */
  finish(): Bucket[] {
    this.advance(this.range.to);
    this.close();
    return this.take();
  }

  private advance(to: number): void {
    while (this.at < to) {
      if (this.value === undefined) {
        this.skip(to);
        continue;
      }
      const until = Math.min(to, this.end);
      this.include(this.value, until - this.at);
      this.at = until;
      if (until === this.end) this.close();
    }
  }

  /** Goes to a time in a gap without visiting the buckets in between. */
  private skip(to: number): void {
    const { from, width } = this.range;
    if (to >= this.end) this.close(from + Math.floor((to - from) / width) * width);
    this.at = to;
  }

  private include(value: number, duration: number): void {
    this.open ??= {
      start: this.start,
      min: value,
      mean: value,
      max: value,
      first: value,
      last: value,
      covered: 0,
    };
    const { open } = this;
    open.covered += duration;
    if (duration > 0) open.mean += (value - open.mean) * (duration / open.covered);
    if (value < open.min) open.min = value;
    if (value > open.max) open.max = value;
    open.last = value;
  }

  private close(next = this.end): void {
    if (this.open !== undefined) this.buckets.push(this.open);
    this.open = undefined;
    this.start = next;
    this.end = Math.min(this.range.to, next + this.range.width);
  }
}

type Mutable<T> = { -readonly [key in keyof T]: T[key] };

/** Combines buckets, in order of time, into wider ones. Each counts where it begins. */
export function combineBuckets(buckets: Iterable<Bucket>, { from, to, width }: BucketRange): Bucket[] {
  const combined: Mutable<Bucket>[] = [];
  for (const bucket of buckets) {
    if (bucket.start < from || bucket.start >= to) continue;
    const start = bucket.start - ((bucket.start - from) % width);
    const last = combined.at(-1);
    if (last?.start !== start) {
      combined.push({ ...bucket, start });
      continue;
    }
    last.covered += bucket.covered;
    if (last.covered > 0) last.mean += (bucket.mean - last.mean) * (bucket.covered / last.covered);
    last.min = Math.min(last.min, bucket.min);
    last.max = Math.max(last.max, bucket.max);
    last.last = bucket.last;
  }
  return combined;
}
