import { type Fields, timeText, wallOf } from '../time/clock-fields.ts';
import { Datetime, PyDate } from '../time/datetime.ts';
import { DAYS, dayNumber, dayOfYear, isoCalendar, MONTHS, strftime, weekday } from '../time/strftime.ts';
import { PyTime } from '../time/time-of-day.ts';
import { Timedelta } from '../time/timedelta.ts';
import { localZone, UTC, Zone } from '../time/zone.ts';
import { needInt } from '../values/arguments.ts';
import { callable, table } from '../values/call.ts';
import type { Callable, RenderContext, Value } from '../values/context.ts';
import { typeError } from '../values/failure.ts';
import { float } from '../values/number.ts';
import { str, typeName } from '../values/printing.ts';
import { Tuple } from '../values/values.ts';

const AT = "('2024-05-06T07:08:09+00:00' | as_datetime)";

function fields(self: Value): Fields {
  if (self instanceof Datetime || self instanceof PyDate || self instanceof PyTime) return self.fields;
  throw typeError('not a date');
}

function of(
  signature: string,
  description: string,
  result: string,
  run: (self: Datetime, args: Value[], context: RenderContext) => Value,
  call = `${signature.slice(0, signature.indexOf('('))}()`,
): Callable {
  return callable(signature, description, [`{{ ${AT}.${call} }}`, result], (context, self, ...args) => {
    if (!(self instanceof Datetime)) throw typeError('not a datetime');
    return run(self, args, context);
  });
}

function seconds(value: number | undefined): Value {
  return value === undefined ? null : new Timedelta(BigInt(value) * 1_000_000n);
}

function instantSeconds(self: Datetime): number {
  return Number(self.instant / 1_000_000n);
}

function timeTuple(self: Value, summer: number): Tuple {
  const { year, month, day, hour, minute, second } = fields(self);
  const today = { year, month, day };
  return new Tuple(
    [year, month, day, hour, minute, second, (weekday(today) + 6) % 7, dayOfYear(today), summer],
    ['tm_year', 'tm_mon', 'tm_mday', 'tm_hour', 'tm_min', 'tm_sec', 'tm_wday', 'tm_yday', 'tm_isdst'],
    'time.struct_time',
  );
}

function replaced(self: Value, args: readonly Value[]): Fields {
  const old = fields(self);
  const [year, month, day, hour, minute, second, micro] = args.map((arg) =>
    arg === undefined ? undefined : needInt(arg),
  );
  return {
    year: year ?? old.year,
    month: month ?? old.month,
    day: day ?? old.day,
    hour: hour ?? old.hour,
    minute: minute ?? old.minute,
    second: second ?? old.second,
    micro: micro ?? old.micro,
  };
}

function zoneArgument(value: Value, standard: Zone | undefined): Zone | undefined {
  if (value === undefined) return standard;
  if (value === null) return undefined;
  if (value instanceof Zone) return value;
  throw typeError(`tzinfo argument must be None or of a tzinfo subclass, not type '${typeName(value)}'`);
}

/** Methods of dates and datetimes. */
const DATE_METHODS: readonly Callable[] = [
  callable(
    'weekday(self)',
    'The day of the week, Monday is 0.',
    [`{{ ${AT}.weekday() }}`, '0'],
    (_context, self) => (weekday(fields(self)) + 6) % 7,
  ),
  callable(
    'isoweekday(self)',
    'The day of the week, Monday is 1.',
    [`{{ ${AT}.isoweekday() }}`, '1'],
    (_context, self) => weekday(fields(self)) || 7,
  ),
  callable(
    'isocalendar(self)',
    'Year, week and weekday of ISO 8601.',
    [`{{ ${AT}.isocalendar().week }}`, '19'],
    (_context, self) =>
      new Tuple(isoCalendar(fields(self)), ['year', 'week', 'weekday'], 'datetime.IsoCalendarDate'),
  ),
  callable(
    'toordinal(self)',
    'The days since the year 1.',
    [`{{ ${AT}.toordinal() }}`, '739012'],
    (_context, self) => dayNumber(fields(self)) + 719_163,
  ),
  callable(
    'ctime(self)',
    'Formats as `ctime` of the C library.',
    [`{{ ${AT}.ctime() }}`, 'Mon May  6 07:08:09 2024'],
    (_context, self) => {
      const { year, day, month } = fields(self);
      const clock = self instanceof Datetime ? timeText(fields(self), 'seconds') : '00:00:00';
      const head = `${(DAYS[weekday(fields(self))] ?? '').slice(0, 3)} ${(MONTHS[month - 1] ?? '').slice(0, 3)}`;
      return `${head} ${String(day).padStart(2)} ${clock} ${year}`;
    },
  ),
];

const OWN_DATETIME_METHODS: readonly Callable[] = [
  of(
    'strftime(self, format)',
    "Formats with a format of Python's `strftime`.",
    '07:08',
    (self, [format]) => self.strftime(str(format)),
    "strftime('%H:%M')",
  ),
  of(
    "isoformat(self, sep='T', timespec='auto')",
    'Formats as ISO 8601.',
    '2024-05-06T07:08+00:00',
    (self, [sep, spec]) =>
      self.iso(sep === undefined ? 'T' : str(sep), spec === undefined ? 'auto' : str(spec)),
    "isoformat(timespec='minutes')",
  ),
  of('date(self)', 'The date.', '2024-05-06', (self) => new PyDate(self.wall)),
  of('time(self)', 'The time of day.', '07:08:09', (self) => new PyTime(self.fields, undefined)),
  of(
    'timetz(self)',
    'The time of day with the time zone.',
    '07:08:09',
    (self) => new PyTime(self.fields, self.zone),
  ),
  of('timestamp(self)', 'The Unix timestamp.', '1714979289.0', (self) => float(Number(self.instant) / 1e6)),
  of('utcoffset(self)', 'The offset from UTC.', '0:00:00', (self) => seconds(self.offset)),
  of('dst(self)', 'The daylight saving time part of the UTC offset.', 'None', (self) =>
    self.zone?.key === undefined ? null : seconds(self.zone.summerAt(instantSeconds(self))),
  ),
  of(
    'tzname(self)',
    'The name of the time zone.',
    'UTC',
    (self) => self.zone?.nameAt(instantSeconds(self)) ?? null,
  ),
  of(
    'astimezone(self, tz=None)',
    'The same instant in another time zone.',
    '2024-05-06 07:08:09+00:00',
    (self, [zone], context) => self.inZone(zoneArgument(zone, undefined) ?? localZone(context)),
  ),
  of(
    'timetuple(self)',
    'The parts as a tuple.',
    '127',
    (self) =>
      timeTuple(self, self.zone === undefined ? -1 : self.zone.summerAt(instantSeconds(self)) > 0 ? 1 : 0),
    'timetuple().tm_yday',
  ),
  of(
    'utctimetuple(self)',
    'The parts in UTC as a tuple.',
    '7',
    (self) => timeTuple(self.zone === undefined ? self : self.inZone(UTC), 0),
    'utctimetuple().tm_hour',
  ),
  of(
    'replace(self, year=…, month=…, day=…, hour=…, minute=…, second=…, microsecond=…, tzinfo=…, *, fold=…)',
    'A copy with some parts replaced.',
    '2024-05-06 00:08:09+00:00',
    (self, args) =>
      new Datetime(
        wallOf(replaced(self, args.slice(0, 7))),
        zoneArgument(args[7], self.zone),
        args[8] === 1 ? 1 : self.fold,
      ),
    'replace(hour=0)',
  ),
];

const OWN_DATE_METHODS: readonly Callable[] = [
  callable(
    'strftime(self, format)',
    "Formats with a format of Python's `strftime`.",
    [`{{ ${AT}.date().strftime('%d/%m') }}`, '06/05'],
    (_context, self, format) => strftime(str(format), fields(self)),
  ),
  callable(
    'isoformat(self)',
    'Formats as ISO 8601.',
    [`{{ ${AT}.date().isoformat() }}`, '2024-05-06'],
    (_context, self) => str(self),
  ),
  callable(
    'timetuple(self)',
    'The parts as a tuple.',
    [`{{ ${AT}.date().timetuple().tm_yday }}`, '127'],
    (_context, self) => timeTuple(self, -1),
  ),
  callable(
    'replace(self, year=…, month=…, day=…)',
    'A copy with some parts replaced.',
    [`{{ ${AT}.date().replace(day=1) }}`, '2024-05-01'],
    (_context, self, ...args) => new PyDate(wallOf(replaced(self, args))),
  ),
];

const TIME_METHODS_LIST: readonly Callable[] = [
  callable(
    'strftime(self, format)',
    "Formats with a format of Python's `strftime`.",
    [`{{ ${AT}.time().strftime('%H:%M') }}`, '07:08'],
    (_context, self, format) => strftime(str(format), fields(self)),
  ),
  callable(
    "isoformat(self, timespec='auto')",
    'Formats as ISO 8601.',
    [`{{ ${AT}.time().isoformat() }}`, '07:08:09'],
    (_context, self, spec) => timeText(fields(self), spec === undefined ? 'auto' : str(spec)),
  ),
  callable(
    'replace(self, hour=…, minute=…, second=…, microsecond=…, tzinfo=…)',
    'A copy with some parts replaced.',
    [`{{ ${AT}.time().replace(hour=1) }}`, '01:08:09'],
    (_context, self, ...args) => {
      const zone = zoneArgument(args[4], self instanceof PyTime ? self.zone : undefined);
      const next = replaced(self, [undefined, undefined, undefined, ...args.slice(0, 4)]);
      wallOf({ ...next, year: 2000 });
      return new PyTime(next, zone);
    },
  ),
  callable(
    'utcoffset(self)',
    'The offset from UTC.',
    [`{{ ${AT}.time().utcoffset() }}`, 'None'],
    (_context, self) =>
      self instanceof PyTime && self.zone?.key === undefined && self.zone !== undefined
        ? seconds(self.zone.offsetAt(0))
        : null,
  ),
];

/** The methods of datetimes, dates, times and timedeltas. */
export const DATETIME_METHODS = table(DATE_METHODS, OWN_DATETIME_METHODS);
export const PYDATE_METHODS = table(DATE_METHODS, OWN_DATE_METHODS);
export const TIME_METHODS = table(TIME_METHODS_LIST);
export const TIMEDELTA_METHODS = table([
  callable(
    'total_seconds(self)',
    'The duration in seconds.',
    ['{{ timedelta(hours=1).total_seconds() }}', '3600.0'],
    (_context, self) => float(self instanceof Timedelta ? self.totalSeconds() : 0),
  ),
]);
export const ZONE_METHODS = table([
  callable(
    'utcoffset(self, dt)',
    'The offset from UTC.',
    [`{{ ${AT}.tzinfo.utcoffset(none) }}`, '0:00:00'],
    (_context, self, at) => {
      if (!(self instanceof Zone)) return null;
      return at instanceof Datetime
        ? seconds(new Datetime(at.wall, self).offset)
        : self.key === undefined
          ? seconds(self.offsetAt(0))
          : null;
    },
  ),
  callable(
    'tzname(self, dt)',
    'The name.',
    [`{{ ${AT}.tzinfo.tzname(none) }}`, 'UTC'],
    (_context, self, at) => {
      if (!(self instanceof Zone)) return null;
      return at instanceof Datetime
        ? self.nameAt(instantSeconds(at))
        : self.key === undefined
          ? self.nameAt(0)
          : null;
    },
  ),
]);
