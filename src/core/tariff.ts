import type { DatedPrice, TariffHours } from './energy-settings.ts';
import { WEEKDAYS } from './tariff-weekdays.ts';
import { localTimeOf, pointOf } from './time-zone.ts';

const MINUTE = 60_000;
const QUARTER = 15 * MINUTE;
const DAY_MINUTES = 1440;

/** Prices that hold from a time on, in order of time; NaN where there is none. */
export interface PriceSteps {
  readonly at: Float64Array;
  readonly price: Float64Array;
}

/** The price at a time (milliseconds since 1970); undefined before the first one. */
export function priceAt(prices: readonly DatedPrice[], at: number, timeZone: string): number | undefined {
  if (prices.length === 0) return undefined;
  const local = localTimeOf(at, timeZone);
  const day = dateText(local);
  let valid: DatedPrice | undefined;
  for (const one of prices)
    if (one.from <= day && (valid === undefined || one.from >= valid.from)) valid = one;
  if (valid === undefined) return undefined;
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  const minute = local.hour * 60 + local.minute;
  return valid.hours.find((hours) => applies(hours, weekday, minute))?.price ?? valid.price;
}

/** The prices from `from` up to `to`. */
export function priceSteps(
  prices: readonly DatedPrice[],
  { from, to }: { readonly from: number; readonly to: number },
  timeZone: string,
): PriceSteps {
  const minutes = new Set([0, ...prices.flatMap(({ hours }) => hours).flatMap(boundsOf)]);
  const times = new Set<number>([from]);
  const add = (at: number): unknown => at > from && at < to && times.add(at);
  let day = startOfDay(localTimeOf(from, timeZone));
  for (let begin = pointOf(day, timeZone); begin < to; ) {
    const next = pointOf(dayAfter(day), timeZone);
    const turned = next - begin - DAY_MINUTES * MINUTE;
    for (const minute of minutes) {
      const at = pointOf({ ...day, hour: Math.floor(minute / 60), minute: minute % 60 }, timeZone);
      add(at);
      // When clocks are turned back they show a time twice.
      if (turned > 0) add(at + turned);
    }
    // When they are turned, the price may change, too.
    if (turned !== 0) for (let at = begin; at < next; at += QUARTER) add(at);
    [day, begin] = [dayAfter(day), next];
  }
  const at = Float64Array.from([...times].sort((a, b) => a - b));
  return { at, price: at.map((one) => priceAt(prices, one, timeZone) ?? Number.NaN) };
}

function applies({ start, end, days }: TariffHours, weekday: number, minute: number): boolean {
  const isOn = (day: number): boolean => {
    const name = WEEKDAYS[(day + 7) % 7];
    return days === undefined || (name !== undefined && days.includes(name));
  };
  const [begin, finish] = [minuteOf(start), minuteOf(end)];
  if (begin < finish) return isOn(weekday) && minute >= begin && minute < finish;
  return (isOn(weekday) && minute >= begin) || (isOn(weekday - 1) && minute < finish);
}

function boundsOf({ start, end }: TariffHours): readonly number[] {
  return [minuteOf(start), minuteOf(end)];
}

function minuteOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return (hour * 60 + minute) % DAY_MINUTES;
}

type Day = ReturnType<typeof localTimeOf>;

function startOfDay(local: Day): Day {
  return { ...local, hour: 0, minute: 0, second: 0 };
}

function dayAfter({ year, month, day }: Day): Day {
  const next = new Date(Date.UTC(year, month - 1, day + 1));
  return {
    ...{ year: next.getUTCFullYear(), month: next.getUTCMonth() + 1, day: next.getUTCDate() },
    ...{ hour: 0, minute: 0, second: 0 },
  };
}

function dateText({ year, month, day }: Day): string {
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
}
