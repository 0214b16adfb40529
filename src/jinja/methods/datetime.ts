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

function fields(self: Value): Fields {
  if (self instanceof Datetime || self instanceof PyDate || self instanceof PyTime) return self.fields;
  throw typeError('not a date');
}

function of(
  signature: string,
  run: (self: Datetime, args: Value[], context: RenderContext) => Value,
): Callable {
  return callable(signature, (context, self, ...args) => {
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
  callable('weekday(self)', (_context, self) => (weekday(fields(self)) + 6) % 7),
  callable('isoweekday(self)', (_context, self) => weekday(fields(self)) || 7),
  callable(
    'isocalendar(self)',
    (_context, self) =>
      new Tuple(isoCalendar(fields(self)), ['year', 'week', 'weekday'], 'datetime.IsoCalendarDate'),
  ),
  callable('toordinal(self)', (_context, self) => dayNumber(fields(self)) + 719_163),
  callable('ctime(self)', (_context, self) => {
    const { year, day, month } = fields(self);
    const clock = self instanceof Datetime ? timeText(fields(self), 'seconds') : '00:00:00';
    const head = `${(DAYS[weekday(fields(self))] ?? '').slice(0, 3)} ${(MONTHS[month - 1] ?? '').slice(0, 3)}`;
    return `${head} ${String(day).padStart(2)} ${clock} ${year}`;
  }),
];

const OWN_DATETIME_METHODS: readonly Callable[] = [
  of('strftime(self, format)', (self, [format]) => self.strftime(str(format))),
  of("isoformat(self, sep='T', timespec='auto')", (self, [sep, spec]) =>
    self.iso(sep === undefined ? 'T' : str(sep), spec === undefined ? 'auto' : str(spec)),
  ),
  of('date(self)', (self) => new PyDate(self.wall)),
  of('time(self)', (self) => new PyTime(self.fields, undefined)),
  of('timetz(self)', (self) => new PyTime(self.fields, self.zone)),
  of('timestamp(self)', (self) => float(Number(self.instant) / 1e6)),
  of('utcoffset(self)', (self) => seconds(self.offset)),
  of('dst(self)', (self) =>
    self.zone?.key === undefined ? null : seconds(self.zone.summerAt(instantSeconds(self))),
  ),
  of('tzname(self)', (self) => self.zone?.nameAt(instantSeconds(self)) ?? null),
  of('astimezone(self, tz=None)', (self, [zone], context) =>
    self.inZone(zoneArgument(zone, undefined) ?? localZone(context)),
  ),
  of('timetuple(self)', (self) =>
    timeTuple(self, self.zone === undefined ? -1 : self.zone.summerAt(instantSeconds(self)) > 0 ? 1 : 0),
  ),
  of('utctimetuple(self)', (self) => timeTuple(self.zone === undefined ? self : self.inZone(UTC), 0)),
  of(
    'replace(self, year=…, month=…, day=…, hour=…, minute=…, second=…, microsecond=…, tzinfo=…, *, fold=…)',
    (self, args) =>
      new Datetime(
        wallOf(replaced(self, args.slice(0, 7))),
        zoneArgument(args[7], self.zone),
        args[8] === 1 ? 1 : self.fold,
      ),
  ),
];

const OWN_DATE_METHODS: readonly Callable[] = [
  callable('strftime(self, format)', (_context, self, format) => strftime(str(format), fields(self))),
  callable('isoformat(self)', (_context, self) => str(self)),
  callable('timetuple(self)', (_context, self) => timeTuple(self, -1)),
  callable(
    'replace(self, year=…, month=…, day=…)',
    (_context, self, ...args) => new PyDate(wallOf(replaced(self, args))),
  ),
];

const TIME_METHODS_LIST: readonly Callable[] = [
  callable('strftime(self, format)', (_context, self, format) => strftime(str(format), fields(self))),
  callable("isoformat(self, timespec='auto')", (_context, self, spec) =>
    timeText(fields(self), spec === undefined ? 'auto' : str(spec)),
  ),
  callable(
    'replace(self, hour=…, minute=…, second=…, microsecond=…, tzinfo=…)',
    (_context, self, ...args) => {
      const zone = zoneArgument(args[4], self instanceof PyTime ? self.zone : undefined);
      const next = replaced(self, [undefined, undefined, undefined, ...args.slice(0, 4)]);
      wallOf({ ...next, year: 2000 });
      return new PyTime(next, zone);
    },
  ),
  callable('utcoffset(self)', (_context, self) =>
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
  callable('total_seconds(self)', (_context, self) =>
    float(self instanceof Timedelta ? self.totalSeconds() : 0),
  ),
]);
export const ZONE_METHODS = table([
  callable('utcoffset(self, dt)', (_context, self, at) => {
    if (!(self instanceof Zone)) return null;
    return at instanceof Datetime
      ? seconds(new Datetime(at.wall, self).offset)
      : self.key === undefined
        ? seconds(self.offsetAt(0))
        : null;
  }),
  callable('tzname(self, dt)', (_context, self, at) => {
    if (!(self instanceof Zone)) return null;
    return at instanceof Datetime
      ? self.nameAt(instantSeconds(at))
      : self.key === undefined
        ? self.nameAt(0)
        : null;
  }),
]);
