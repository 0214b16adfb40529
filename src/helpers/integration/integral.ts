/** Which of two values counts for the time between them. */
export const METHODS = ['trapezoidal', 'left', 'right'] as const;

export type Method = (typeof METHODS)[number];

/** The sum of areas below a curve [history facts §7.5]. */
export class Integral {
  private readonly method: Method;
  /** The milliseconds in which 1 adds 1. */
  private readonly unit: number;
  /** Null until the first area. */
  sum: number | null;

  /** `seconds` are those of the unit of time, times the prefix of the unit. */
  constructor(method: Method, seconds: number, sum: number | null) {
    this.method = method;
    this.unit = seconds * 1000;
    this.sum = sum;
  }

  /** Adds the time between two values, in milliseconds; one that is not a number is undefined. */
  add(elapsed: number, before: number | undefined, after: number | undefined): void {
    const height = this.height(before, after);
    if (height === undefined || elapsed < 0) return;
    const sum = (this.sum ?? 0) + (height * elapsed) / this.unit;
    if (Number.isFinite(sum)) this.sum = sum;
  }

  private height(before: number | undefined, after: number | undefined): number | undefined {
    if (this.method === 'left') return before;
    if (this.method === 'right') return after;
    return before === undefined || after === undefined ? undefined : (before + after) / 2;
  }
}
