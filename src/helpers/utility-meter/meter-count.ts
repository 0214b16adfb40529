import {
  type ExactDecimal,
  exactDecimalOf,
  exactText,
  isNegative,
  minus,
  numberOf,
  plus,
  ZERO,
} from '../../core/exact-decimal.ts';
import { convert } from '../../core/units.ts';

/** What changes of the source count. */
export interface MeterRules {
  /** Whether a falling source reduces the count. */
  readonly isNet: boolean;
  /** Whether the source reports differences instead of readings. */
  readonly hasDeltas: boolean;
  /** Whether the source is reset to zero at times; usage while it is unavailable is then not counted. */
  readonly isResetting: boolean;
}

/** A state of the source. */
export interface Reading {
  /** Null for a state that is no number. */
  readonly value: ExactDecimal | null;
  readonly unit: string | null;
  /** In milliseconds since 1970. */
  readonly at: number;
}

/** What a meter remembers across a restart; numbers as text, times in milliseconds since 1970. */
export interface MeterMemory {
  readonly value: string | null;
  readonly lastPeriod: string;
  readonly lastReset: number | null;
  readonly lastReading: string | null;
  /** When the last reading was taken. */
  readonly readAt: number | null;
  readonly unit: string | null;
}

/** For how long a source that fell may return to its former reading without having begun again at 0, in milliseconds. */
const GLITCH = 5 * 60_000;

/** Counts what a source meters since the last reset [history facts §7.3]. */
export class MeterCount {
  private readonly rules: MeterRules;
  private value: ExactDecimal | null = null;
  private lastPeriod = ZERO;
  private lastReset: number | null = null;
  private lastReading: ExactDecimal | null = null;
  private readAt: number | null = null;
  private ownUnit: string | null = null;
  /** The reading before a fall, and what was counted since. */
  private fall: { readonly from: ExactDecimal; readonly at: number; counted: ExactDecimal } | undefined;

  /** Without a memory its first period begins at `begin`, in milliseconds since 1970. */
  constructor(rules: MeterRules, memory?: MeterMemory, begin: number | null = null) {
    this.rules = rules;
    this.lastReset = begin;
    if (memory === undefined) return;
    const decimal = (text: string | null): ExactDecimal | null =>
      text === null ? null : (exactDecimalOf(text) ?? null);
    this.value = decimal(memory.value);
    this.lastPeriod = decimal(memory.lastPeriod) ?? ZERO;
    this.lastReset = memory.lastReset;
    this.lastReading = decimal(memory.lastReading);
    this.readAt = memory.readAt;
    this.ownUnit = memory.unit;
  }

  get hasStarted(): boolean {
    return this.value !== null;
  }

  get unit(): string | null {
    return this.ownUnit;
  }

  get memory(): MeterMemory {
    return {
      value: this.value === null ? null : exactText(this.value),
      lastPeriod: exactText(this.lastPeriod),
      lastReset: this.lastReset,
      lastReading: this.lastReading === null ? null : exactText(this.lastReading),
      readAt: this.readAt,
      unit: this.ownUnit,
    };
  }

  /** Begins to count with the first reading of the source. */
  start(unit: string | null): void {
    this.value ??= ZERO;
    this.ownUnit ??= unit;
  }

  /**
   * Counts the difference between two states of the source. Another unit of the same quantity is converted; with a
   * unit of another one, counting begins again at 0. Returns whether it did.
   */
  read(after: Reading, before: Reading | null): boolean {
    if (after.value === null) return false;
    this.start(after.unit);
    const value = this.inOwnUnit(after.value, after.unit);
    if (value === undefined) {
      this.beginWith(after.value, after);
      return true;
    }
    this.ownUnit ??= after.unit;
    const former = this.formerReading(before);
    const difference = this.rules.hasDeltas ? value : former === undefined ? undefined : minus(value, former);
    if (difference !== undefined) this.count(difference, { value, former, at: after.at });
    this.lastReading = value;
    this.readAt = after.at;
    return false;
  }

  /** Ends the period: its value becomes that of the last one. */
  reset(at: number): void {
    this.lastPeriod = this.value ?? ZERO;
    this.value = ZERO;
    this.lastReset = at;
  }

  calibrate(value: ExactDecimal): void {
    this.value = value;
  }

  /**
   * Moves what was counted between the last reading and the end of a period to that period. `readings` are those of
   * the source at the begin, if the period began after the last reading, and at the end.
   */
  amendPeriod(readings: { readonly begin: ExactDecimal | null; readonly end: ExactDecimal }): void {
    const { lastReading } = this;
    const from = readings.begin ?? lastReading;
    if (from === null) return;
    const used = minus(readings.end, from);
    if (!isNegative(used) || this.rules.isNet) this.lastPeriod = plus(this.lastPeriod, used);
    this.lastReading = readings.end;
  }

  /** Forgets the last reading: what the source metered until now belongs to another tariff. */
  pause(): void {
    this.lastReading = null;
    this.fall = undefined;
  }

  private formerReading(before: Reading | null): ExactDecimal | undefined {
    if (!this.rules.isResetting && this.lastReading !== null) return this.lastReading;
    if (before === null || before.value === null) return undefined;
    return this.inOwnUnit(before.value, before.unit);
  }

  private count(
    difference: ExactDecimal,
    {
      value,
      former,
      at,
    }: { readonly value: ExactDecimal; readonly former: ExactDecimal | undefined; readonly at: number },
  ): void {
    const { isNet, hasDeltas } = this.rules;
    if (isNet || hasDeltas) {
      if (isNet || !isNegative(difference)) this.add(difference);
      return;
    }
    if (isNegative(difference)) {
      if (this.fall === undefined || at - this.fall.at > GLITCH)
        this.fall = former === undefined ? undefined : { from: former, at, counted: ZERO };
      return;
    }
    this.add(this.sinceFall(difference, value, at));
  }

  /** A source that returns to its reading before a fall was not reset: only what it meters beyond that counts. */
  private sinceFall(difference: ExactDecimal, value: ExactDecimal, at: number): ExactDecimal {
    const { fall } = this;
    if (fall === undefined) return difference;
    if (at - fall.at > GLITCH) {
      this.fall = undefined;
      return difference;
    }
    const beyond = minus(value, fall.from);
    if (isNegative(beyond)) {
      fall.counted = plus(fall.counted, difference);
      return difference;
    }
    this.fall = undefined;
    const missing = minus(beyond, fall.counted);
    return isNegative(missing) ? ZERO : missing;
  }

  private add(difference: ExactDecimal): void {
    this.value = plus(this.value ?? ZERO, difference);
  }

  private beginWith(value: ExactDecimal, { unit, at }: Reading): void {
    this.value = ZERO;
    this.ownUnit = unit;
    this.lastReading = value;
    this.readAt = at;
    this.fall = undefined;
  }

  /** Undefined if the units measure different quantities; without a unit, the previous one applies. */
  private inOwnUnit(value: ExactDecimal, unit: string | null): ExactDecimal | undefined {
    if (unit === null || this.ownUnit === null || unit === this.ownUnit) return value;
    try {
      const converted = convert(numberOf(value), unit, this.ownUnit);
      return exactDecimalOf(String(Number(converted.toPrecision(15))));
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return undefined;
    }
  }
}
