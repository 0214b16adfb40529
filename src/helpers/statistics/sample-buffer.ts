import { roundHalfEven } from '../../core/rounding.ts';
import { convert } from '../../core/units.ts';
import type { Samples } from './characteristics.ts';

/** The maximum number of samples, whatever the options. */
export const MAX_SAMPLES = 100_000;

/** Which samples are kept. */
export interface BufferLimits {
  /** Undefined for any number, up to the maximum. */
  readonly size: number | undefined;
  /** In milliseconds; undefined for any age. */
  readonly maxAge: number | undefined;
  /** Whether the last sample stays however old it is. */
  readonly keepsLast: boolean;
}

/** The newest samples of a source, in its present unit. */
export class SampleBuffer implements Samples {
  readonly values: number[] = [];
  readonly times: number[] = [];
  private readonly limits: BufferLimits;
  private unit: string | null | undefined;

  constructor(limits: BufferLimits) {
    this.limits = limits;
  }

  add(value: number, at: number, unit: string | null): void {
    this.changeUnit(unit);
    this.values.push(value);
    this.times.push(at);
    if (this.values.length > Math.min(this.limits.size ?? MAX_SAMPLES, MAX_SAMPLES)) this.dropFirst(1);
  }

  /** Drops the samples that are too old. */
  expire(now: number): void {
    const { maxAge, keepsLast } = this.limits;
    if (maxAge === undefined) return;
    const first = this.times.findIndex((at) => now - at < maxAge);
    const expired = first === -1 ? this.times.length : first;
    this.dropFirst(keepsLast ? Math.min(expired, this.times.length - 1) : expired);
  }

  /** When the oldest sample is too old; undefined if it may stay. */
  get expiry(): number | undefined {
    const { maxAge, keepsLast } = this.limits;
    const [first] = this.times;
    if (maxAge === undefined || first === undefined) return undefined;
    return keepsLast && this.times.length === 1 ? undefined : first + maxAge;
  }

  /** The part of its age or size that is used, as Home Assistant's attributes. */
  get attributes(): Readonly<Record<string, number>> {
    const { size, maxAge } = this.limits;
    const age = (this.times.at(-1) ?? 0) - (this.times[0] ?? 0);
    return {
      ...(maxAge === undefined
        ? {}
        : { age_coverage_ratio: maxAge > 0 ? roundHalfEven(age / maxAge, 2) : 0 }),
      ...(size === undefined ? {} : { buffer_usage_ratio: roundHalfEven(this.values.length / size, 2) }),
    };
  }

  /** Samples in another unit of the same quantity are converted; those of another quantity are dropped. */
  private changeUnit(unit: string | null): void {
    const { unit: former } = this;
    this.unit = unit;
    if (former === undefined || former === unit) return;
    try {
      if (former === null || unit === null) throw new RangeError('one of the units is missing');
      this.values.forEach((value, i) => {
        this.values[i] = convert(value, former, unit);
      });
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.dropFirst(this.values.length);
    }
  }

  private dropFirst(count: number): void {
    if (count <= 0) return;
    this.values.splice(0, count);
    this.times.splice(0, count);
  }
}
