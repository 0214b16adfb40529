import { Float } from '../../core/json.ts';
import type { Value } from '../values/context.ts';
import { TemplateFailure } from '../values/failure.ts';
import { float, floatOf, intOf, isFloat } from '../values/number.ts';
import { type BinaryOperator, type Key, PyObject } from '../values/py-object.ts';

const DAY = 86_400_000_000n;
const MAX = 86_400_000_000n * 1_000_000_000n;

/** Rounds toward minus infinity. */
export function floorDivide(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient;
}

/** Rounds microseconds half to even. */
export function roundMicros(value: number): bigint {
  if (!Number.isFinite(value)) {
    throw new TemplateFailure(
      Number.isNaN(value) ? 'ValueError' : 'OverflowError',
      'cannot convert float to integer',
    );
  }
  const floor = Math.floor(value);
  const rest = value - floor;
  const up = rest > 0.5 || (rest === 0.5 && floor % 2 !== 0);
  return BigInt(up ? floor + 1 : floor);
}

/** A duration, exact to the microsecond. */
export class Timedelta extends PyObject {
  readonly micros: bigint;

  constructor(micros: bigint) {
    super();
    if (micros >= MAX || micros <= -MAX) {
      throw new TemplateFailure(
        'OverflowError',
        `days=${floorDivide(micros, DAY)}; must have magnitude <= 999999999`,
      );
    }
    this.micros = micros;
  }

  override get typeName(): string {
    return 'timedelta';
  }

  /** Whole days (may be negative), then seconds and microseconds, never negative. */
  parts(): { days: number; seconds: number; micros: number } {
    const days = floorDivide(this.micros, DAY);
    const rest = this.micros - days * DAY;
    return { days: Number(days), seconds: Number(rest / 1_000_000n), micros: Number(rest % 1_000_000n) };
  }

  totalSeconds(): number {
    return Number(this.micros) / 1e6;
  }

  override attribute(name: string): Value {
    const { days, seconds, micros } = this.parts();
    return name === 'days'
      ? days
      : name === 'seconds'
        ? seconds
        : name === 'microseconds'
          ? micros
          : undefined;
  }

  override truth(): boolean {
    return this.micros !== 0n;
  }

  override text(): string {
    const { days, seconds, micros } = this.parts();
    const two = (value: number): string => String(value).padStart(2, '0');
    const clock = `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
    const fraction = micros === 0 ? '' : `.${String(micros).padStart(6, '0')}`;
    if (days === 0) return clock + fraction;
    return `${days} day${Math.abs(days) === 1 ? '' : 's'}, ${clock}${fraction}`;
  }

  override repr(): string {
    const { days, seconds, micros } = this.parts();
    const named = [
      ['days', days],
      ['seconds', seconds],
      ['microseconds', micros],
    ].filter(([, value]) => value !== 0);
    return `datetime.timedelta(${named.map(([name, value]) => `${name}=${value}`).join(', ') || '0'})`;
  }

  override equals(other: Value): boolean {
    return other instanceof Timedelta && other.micros === this.micros;
  }

  override hash(): Key {
    return `\0d${this.micros}`;
  }

  override order(other: Value): number | undefined {
    return other instanceof Timedelta ? Number(this.micros - other.micros) : undefined;
  }

  override negate(): Value {
    return new Timedelta(-this.micros);
  }

  override absolute(): Value {
    return this.micros < 0n ? new Timedelta(-this.micros) : this;
  }

  override binary(operator: BinaryOperator, other: Value, reflected: boolean): Value {
    if (other instanceof Timedelta) return reflected ? undefined : this.withOther(operator, other);
    const number = intOf(other) ?? (isFloat(other) ? other : undefined);
    if (number === undefined) return undefined;
    if (operator === '*') {
      const times =
        typeof number === 'bigint' || (typeof number === 'number' && Number.isSafeInteger(number));
      return new Timedelta(
        times ? this.micros * BigInt(number) : roundMicros(Number(this.micros) * floatOf(number)),
      );
    }
    if (reflected) return undefined;
    if (operator === '/') {
      const by = floatOf(number);
      if (by === 0) throw zero();
      return new Timedelta(roundMicros(Number(this.micros) / by));
    }
    if (operator !== '//' || number instanceof Float || isFloat(number)) return undefined;
    if (BigInt(number) === 0n) throw zero();
    return new Timedelta(floorDivide(this.micros, BigInt(number)));
  }

  private withOther(operator: BinaryOperator, other: Timedelta): Value {
    if (operator === '+') return new Timedelta(this.micros + other.micros);
    if (operator === '-') return new Timedelta(this.micros - other.micros);
    if (operator !== '/' && operator !== '//' && operator !== '%') return undefined;
    if (other.micros === 0n) throw zero();
    if (operator === '/') return float(Number(this.micros) / Number(other.micros));
    const quotient = floorDivide(this.micros, other.micros);
    return operator === '//' ? Number(quotient) : new Timedelta(this.micros - quotient * other.micros);
  }
}

function zero(): TemplateFailure {
  return new TemplateFailure('ZeroDivisionError', 'integer division or modulo by zero');
}
