/** Where a value lies; `in_range` only where both limits are given. */
export type Position = 'unknown' | 'below' | 'above' | 'in_range';

/** What a threshold compares with. */
export interface Limits {
  readonly lower: number | null;
  readonly upper: number | null;
  readonly hysteresis: number;
}

/** Whether a value is beyond its limits; it stays as it was while the value is within the hysteresis of one. */
export class Threshold {
  readonly kind: 'lower' | 'upper' | 'range';
  private readonly limits: Limits;
  isOn: boolean | null = null;
  position: Position = 'unknown';

  constructor(limits: Limits) {
    this.limits = limits;
    this.kind = limits.lower === null ? 'upper' : limits.upper === null ? 'lower' : 'range';
  }

  /** Takes the next value; null if there is none. */
  take(value: number | null): void {
    if (value === null) this.set(null, 'unknown');
    else if (this.kind === 'range') this.takeInRange(value);
    else this.takeBeyond(value);
  }

  private takeBeyond(value: number): void {
    const { lower, upper, hysteresis } = this.limits;
    const limit = lower ?? upper ?? 0;
    if (this.isOn === null) this.set(false, this.kind === 'lower' ? 'above' : 'below');
    if (value < limit - hysteresis) this.set(this.kind === 'lower', 'below');
    else if (value > limit + hysteresis) this.set(this.kind === 'upper', 'above');
  }

  private takeInRange(value: number): void {
    const { lower, upper, hysteresis } = this.limits;
    const [low, high] = [lower ?? 0, upper ?? 0];
    if (this.isOn === null) this.set(true, 'in_range');
    if (value < low - hysteresis) this.set(false, 'below');
    else if (value > high + hysteresis) this.set(false, 'above');
    else if (value > low + hysteresis && value < high - hysteresis) this.set(true, 'in_range');
  }

  private set(isOn: boolean | null, position: Position): void {
    this.isOn = isOn;
    this.position = position;
  }
}
