import { timePhrase } from '../../jinja/builtins/datetime.ts';
import { Datetime } from '../../jinja/time/datetime.ts';
import { floorDivide } from '../../jinja/time/timedelta.ts';
import { localZone } from '../../jinja/time/zone.ts';
import { needInt } from '../../jinja/values/arguments.ts';
import { callable } from '../../jinja/values/call.ts';
import type { Callable, RenderContext, Value } from '../../jinja/values/context.ts';
import { valueError } from '../../jinja/values/failure.ts';
import { str, typeName } from '../../jinja/values/printing.ts';
import { hostOf } from '../host.ts';
import { datetimeOf } from '../state-value.ts';

const DAY = 86_400_000_000n;

/** The current time, recorded as read: the render is repeated every minute. */
function present(context: RenderContext, name: string): Datetime {
  const host = hostOf(context, name);
  host.reads.time = true;
  return datetimeOf(host.home.clock.now());
}

/** Microseconds after midnight of `H:MM` or `H:MM:SS`; `undefined` for other text. */
function timeOfDay(text: string): bigint | undefined {
  const match = /^\s*(\d{1,2})\s*:\s*(\d{1,2})\s*(?::\s*(\d{1,2})\s*)?(?::.*)?$/.exec(text);
  if (match === null) return undefined;
  const [hour, minute, second] = [match[1], match[2], match[3] ?? '0'].map(Number);
  if (hour === undefined || minute === undefined || second === undefined) return undefined;
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  return BigInt(hour * 3600 + minute * 60 + second) * 1_000_000n;
}

/** `2 hours` from the value to now or vice versa; the value itself if it is on the other side of now. */
function phrase(name: string, sign: 1 | -1): Callable['run'] {
  return (context, value, precision) => {
    const now = present(context, name);
    if (!(value instanceof Datetime)) return value;
    const at = value.zone === undefined ? new Datetime(value.wall, localZone(context), value.fold) : value;
    const micros = Number(now.instant - at.instant) * sign;
    return micros < 0 ? value : timePhrase(micros / 1e6, precision === undefined ? 1 : needInt(precision));
  };
}

/** As functions only. */
export const NOW_FUNCTIONS: readonly Callable[] = [
  callable('now()', (context) => present(context, 'now').inZone(localZone(context))),
  callable('utcnow()', (context) => present(context, 'utcnow')),
];

/** As both functions and filters. */
export const TIME_FUNCTIONS: readonly Callable[] = [
  callable("today_at(time='')", (context, value) => {
    const zone = localZone(context);
    const { wall } = present(context, 'today_at').inZone(zone);
    const text = value === undefined ? '' : str(value);
    const time = text === '' ? 0n : timeOfDay(text);
    if (time === undefined)
      throw valueError(`could not convert ${typeName(value as Value)} to datetime: '${text}'`);
    return new Datetime(floorDivide(wall, DAY) * DAY + time, zone);
  }),
  callable('relative_time(value)', phrase('relative_time', 1)),
  callable('time_since(value, precision=1)', phrase('time_since', 1)),
  callable('time_until(value, precision=1)', phrase('time_until', -1)),
];
