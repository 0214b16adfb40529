/** When a trend is on. */
export interface TrendRule {
  readonly maxSamples: number;
  readonly minSamples: number;
  /** Per second. */
  readonly minGradient: number;
  /** How old samples may be, in milliseconds; 0 for any age. */
  readonly sampleDuration: number;
  readonly invert: boolean;
}

/** Whether a value rises or falls, by the line that fits its samples best [history facts §7.7]. */
export class Trend {
  private readonly rule: TrendRule;
  private samples: { readonly at: number; readonly value: number }[] = [];
  gradient = 0;
  /** Null before there were enough samples. */
  isOn: boolean | null = null;

  constructor(rule: TrendRule) {
    this.rule = rule;
  }

  get sampleCount(): number {
    return this.samples.length;
  }

  /** Takes the next value, at a time in milliseconds since 1970. */
  take(value: number, at: number): void {
    const { maxSamples, minSamples, minGradient, sampleDuration, invert } = this.rule;
    const oldest = sampleDuration === 0 ? Number.NEGATIVE_INFINITY : at - sampleDuration;
    this.samples = [...this.samples, { at, value }]
      .slice(-maxSamples)
      .filter((sample) => sample.at >= oldest);
    if (this.samples.length < minSamples) return;
    const gradient = this.slope();
    if (!Number.isFinite(gradient)) return;
    this.gradient = gradient;
    const isSteep = Math.abs(gradient) > Math.abs(minGradient);
    const isRight = minGradient < 0 ? gradient < 0 : gradient > 0;
    this.isOn = (isSteep && isRight) !== invert;
  }

  /** The slope of the line through the samples by least squares, per second. */
  private slope(): number {
    const count = this.samples.length;
    const meanAt = this.samples.reduce((sum, { at }) => sum + at, 0) / count;
    const mean = this.samples.reduce((sum, { value }) => sum + value, 0) / count;
    let above = 0;
    let below = 0;
    for (const { at, value } of this.samples) {
      const seconds = (at - meanAt) / 1000;
      above += seconds * (value - mean);
      below += seconds * seconds;
    }
    return above / below;
  }
}
