import { roundHalfEven } from '../../core/rounding.ts';
import { Datetime, PyDate } from '../time/datetime.ts';
import { parseDuration, parseIso } from '../time/datetime-parse.ts';
import { strptime } from '../time/strptime.ts';
import { roundMicros, Timedelta } from '../time/timedelta.ts';
import { localZone, UTC } from '../time/zone.ts';
import { needInt } from '../values/arguments.ts';
import { callable } from '../values/call.ts';
import type { Callable, RenderContext, Value } from '../values/context.ts';
import { noDefault, TemplateFailure, typeError } from '../values/failure.ts';
import { float, floatOf, isNumeric } from '../values/number.ts';
import { str, typeName } from '../values/printing.ts';
import { textOf, truth } from '../values/protocol.ts';
import { Undefined } from '../values/undefined.ts';
import { toFloat } from './filters-conversion.ts';

/** The UTC datetime of a Unix timestamp. Throws `ValueError` outside of datetime's years. */
export function fromTimestamp(seconds: number): Datetime {
  if (!Number.isFinite(seconds) || Math.abs(seconds) > 1e13)
    throw new TemplateFailure('ValueError', 'year is out of range');
  try {
    return Datetime.at(roundMicros(seconds * 1e6), UTC);
  } catch (error) {
    if (error instanceof TemplateFailure) throw new TemplateFailure('ValueError', 'year is out of range');
    throw error;
  }
}

function asDatetime(context: RenderContext, value: Value, standard: Value): Value {
  if (value instanceof Datetime) return value;
  if (value instanceof PyDate) return new Datetime(value.wall, undefined);
  const number = toFloat(value);
  try {
    if (number !== undefined) return fromTimestamp(number);
  } catch (error) {
    if (!(error instanceof TemplateFailure)) throw error;
  }
  const text = textOf(value);
  const parsed = text === undefined ? undefined : parseIso(text);
  if (parsed !== undefined) return parsed;
  if (standard !== undefined) return standard;
  if (text !== undefined) return null;
  throw noDefault('as_datetime', str(value), context.source);
}

function asTimestamp(context: RenderContext, value: Value, standard: Value): Value {
  if (value instanceof Undefined) value.fail();
  const datetime = value instanceof Datetime ? value : parseIso(str(value));
  if (datetime !== undefined) return float(Number(datetime.instant) / 1e6);
  if (standard !== undefined) return standard;
  throw noDefault('as_timestamp', str(value), context.source);
}

function parseFormat(context: RenderContext, value: Value, format: Value, standard: Value): Value {
  const [text, pattern] = [textOf(value), textOf(format)];
  try {
    if (text !== undefined && pattern !== undefined) return strptime(text, pattern);
  } catch (error) {
    if (!(error instanceof TemplateFailure) || error.kind === 'TimeoutError') throw error;
  }
  if (value instanceof Undefined) value.fail();
  if (standard !== undefined) return standard;
  throw noDefault('strptime', str(value), context.source);
}

const UNITS: Readonly<Record<string, number>> = {
  days: 86_400e6,
  seconds: 1e6,
  microseconds: 1,
  milliseconds: 1000,
  minutes: 60e6,
  hours: 3600e6,
  weeks: 604_800e6,
};

function timedelta(_context: RenderContext, ...args: Value[]): Value {
  let micros = 0n;
  for (const [at, [name, unit]] of Object.entries(UNITS).entries()) {
    const amount = args[at];
    if (amount === undefined) continue;
    if (amount instanceof Undefined) amount.fail();
    if (!isNumeric(amount)) {
      throw typeError(`unsupported type for timedelta ${name} component: ${typeName(amount)}`);
    }
    const whole = typeof amount === 'bigint' || Number.isSafeInteger(amount);
    micros += whole ? BigInt(amount as number) * BigInt(unit) : roundMicros(floatOf(amount) * unit);
  }
  return new Timedelta(micros);
}

/** A filter for a Unix timestamp; values without a number fail. */
function ofTimestamp(
  signature: string,
  at: number,
  convert: (at: Datetime, context: RenderContext, args: readonly Value[]) => Value,
): Callable {
  const name = signature.slice(0, signature.indexOf('('));
  return callable(signature, (context, value, ...args) => {
    if (value instanceof Undefined) value.fail();
    const standard = args[at];
    if (isNumeric(value)) {
      try {
        return convert(fromTimestamp(floatOf(value)), context, args);
      } catch (error) {
        if (!(error instanceof TemplateFailure) || error.kind !== 'ValueError') throw error;
      }
    }
    if (standard !== undefined) return standard;
    throw noDefault(name, str(value), context.source);
  });
}

const PHRASE_UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** `2 hours 3 minutes`: the largest units, as many as `precision` (0 means all), the last one rounded. */
export function timePhrase(totalSeconds: number, precision: number): string {
  let total = Math.abs(roundHalfEven(totalSeconds));
  if (total === 0) return '0 seconds';
  if (precision > 0) total = roundedTo(total, precision);
  const parts: string[] = [];
  let rest = total;
  for (const [name, size] of PHRASE_UNITS) {
    if (rest < size) continue;
    const count = Math.floor(rest / size);
    parts.push(`${count} ${name}${count === 1 ? '' : 's'}`);
    rest -= count * size;
    if (parts.length === precision) break;
  }
  return parts.join(' ');
}

/** The seconds, rounded to the last unit shown. */
function roundedTo(total: number, precision: number): number {
  let rest = total;
  let parts = 0;
  for (const [, size] of PHRASE_UNITS) {
    if (rest < size) continue;
    parts += 1;
    if (parts === precision) return total - rest + roundHalfEven(rest / size) * size;
    rest %= size;
  }
  return total;
}

/** Times, as both filters and functions. */
export const DATETIME_FUNCTIONS: readonly Callable[] = [
  callable('as_datetime(value, default=…)', asDatetime),
  callable('as_timestamp(value, default=…)', asTimestamp),
  callable('as_local(value)', (context, value) => {
    if (value instanceof Undefined) value.fail();
    if (!(value instanceof Datetime)) {
      throw new TemplateFailure('AttributeError', `'${typeName(value)}' object has no attribute 'tzinfo'`);
    }
    const zone = localZone(context);
    return value.zone === undefined ? new Datetime(value.wall, zone, value.fold) : value.inZone(zone);
  }),
  callable('as_timedelta(value)', (_context, value) => {
    const text = textOf(value);
    if (value instanceof Undefined) value.fail();
    if (text === undefined) throw typeError('expected string or bytes-like object');
    return parseDuration(text) ?? null;
  }),
  callable('strptime(string, fmt, default=…)', parseFormat),
  callable('timedelta_string(value, precision=1)', (_context, value, precision) =>
    value instanceof Timedelta
      ? timePhrase(value.totalSeconds(), precision === undefined ? 1 : needInt(precision))
      : value,
  ),
];

/** As function only. */
export const TIMEDELTA: Callable = callable(
  'timedelta(days=0, seconds=0, microseconds=0, milliseconds=0, minutes=0, hours=0, weeks=0)',
  timedelta,
);

/** As filter only. */
export const TIMESTAMP_FILTERS: readonly Callable[] = [
  ofTimestamp(
    "timestamp_custom(value, date_format='%Y-%m-%d %H:%M:%S', local=true, default=…)",
    2,
    (at, context, [format, local]) => {
      const there = local === undefined || truth(local) ? at.inZone(localZone(context)) : at;
      return there.strftime(format === undefined ? '%Y-%m-%d %H:%M:%S' : str(format));
    },
  ),
  ofTimestamp('timestamp_local(value, default=…)', 0, (at, context) => at.inZone(localZone(context)).iso()),
  ofTimestamp('timestamp_utc(value, default=…)', 0, (at) => at.iso()),
];

/** The test for datetimes. */
export const IS_DATETIME: Callable = callable(
  'datetime(value)',
  (_context, value) => value instanceof Datetime,
);
