import { fault, type HubError } from '../../core/errors.ts';
import { type Message, message } from '../../core/messages.ts';

/** A recurrence rule (RFC 5545 §3.3.10): parts by their upper-case name, each at most once. */
export type RuleParts = Readonly<Record<string, string>>;

/** The maximum count, occurrences per day, and interval of a rule. */
const MAX_TIMES = 10_000;
const MAX_PER_DAY = 100;
const WIDEST_STEP = 10_000;

const FREQUENCIES: ReadonlySet<string> = new Set(['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY']);
const WEEKDAY = /^([+-]?[1-9]\d?)?(MO|TU|WE|TH|FR|SA|SU)$/;
const UNTIL = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z)?)?$/;

type Check = (value: string) => boolean;
const wholeNumber =
  (from: number, to: number): Check =>
  (value) =>
    /^\d{1,6}$/.test(value) && Number(value) >= from && Number(value) <= to;
const listOf =
  (check: Check): Check =>
  (value) =>
    value.split(',').every(check);
/** A position counted from the start or, if negative, from the end. */
const placeUpTo = (last: number): Check =>
  listOf((value) => /^[+-]?\d{1,3}$/.test(value) && Math.abs(Number(value)) <= last && Number(value) !== 0);

/** The known parts, in the order in which they are written. */
const PARTS = new Map<string, Check>([
  ['FREQ', (value) => FREQUENCIES.has(value)],
  ['UNTIL', (value) => UNTIL.test(value)],
  ['COUNT', wholeNumber(1, MAX_TIMES)],
  ['INTERVAL', wholeNumber(1, WIDEST_STEP)],
  ['BYSECOND', listOf(wholeNumber(0, 59))],
  ['BYMINUTE', listOf(wholeNumber(0, 59))],
  ['BYHOUR', listOf(wholeNumber(0, 23))],
  ['BYDAY', listOf((value) => WEEKDAY.test(value))],
  ['BYMONTHDAY', placeUpTo(31)],
  ['BYYEARDAY', placeUpTo(366)],
  ['BYWEEKNO', placeUpTo(53)],
  ['BYMONTH', listOf(wholeNumber(1, 12))],
  ['BYSETPOS', placeUpTo(366)],
  ['WKST', (value) => /^(MO|TU|WE|TH|FR|SA|SU)$/.test(value)],
]);

/** Parses a rule such as `FREQ=WEEKLY;BYDAY=MO`. Throws `invalid_format` if invalid or beyond limits. */
export function readRule(text: string, allDay: boolean, toWall: (utc: number) => string): RuleParts {
  const parts: Record<string, string> = Object.create(null);
  for (const part of text.split(';')) {
    const [name = '', value, ...more] = part.split('=');
    const check = PARTS.get(name);
    if (check === undefined || value === undefined || more.length > 0 || Object.hasOwn(parts, name))
      throw bad(text, message('rrule_unknown_part', { part: JSON.stringify(part.slice(0, 50)) }));
    if (!check(value))
      throw bad(text, message('rrule_invalid_part', { name, value: JSON.stringify(value.slice(0, 50)) }));
    parts[name] = value;
  }
  if (parts.FREQ === undefined) throw bad(text, message('rrule_without_freq'));
  if (parts.UNTIL !== undefined && parts.COUNT !== undefined)
    throw bad(text, message('rrule_until_and_count'));
  requireDaily(parts, allDay, text);
  return parts.UNTIL === undefined
    ? parts
    : { ...parts, UNTIL: readUntil(parts.UNTIL, { text, allDay, toWall }) };
}

/** Formats a rule as text. */
export function ruleText(parts: RuleParts): string {
  return [...PARTS.keys()]
    .filter((name) => parts[name] !== undefined)
    .map((name) => `${name}=${parts[name]}`)
    .join(';');
}

/** Parses text written by `ruleText`. */
export function partsOf(rule: string): RuleParts {
  return Object.fromEntries(rule.split(';').map((part) => part.split('=') as [string, string]));
}

function requireDaily(parts: RuleParts, allDay: boolean, text: string): void {
  const times = [parts.BYHOUR, parts.BYMINUTE, parts.BYSECOND];
  if (allDay && times.some((list) => list !== undefined)) throw bad(text, message('rrule_day_with_times'));
  const aDay = times.reduce((product, list) => product * (list?.split(',').length ?? 1), 1);
  if (aDay > MAX_PER_DAY) throw bad(text, message('rrule_too_often', { max: MAX_PER_DAY }));
}

/** Converts UNTIL to the home's local time, in the form of the event's start. */
function readUntil(
  value: string,
  { text, allDay, toWall }: { text: string; allDay: boolean; toWall: (utc: number) => string },
): string {
  const [, year, month, day, hour, minute, second, zone] = UNTIL.exec(value) ?? [];
  const date = `${year}-${month}-${day}`;
  const time = hour === undefined ? '00:00:00' : `${hour}:${minute}:${second}`;
  const utc = Date.parse(`${date}T${time}Z`);
  if (Number.isNaN(utc) || new Date(utc).toISOString().slice(0, 10) !== date)
    throw bad(text, message('rrule_invalid_until', { value }));
  if (allDay) return `${year}${month}${day}`;
  if (hour === undefined) throw bad(text, message('rrule_until_without_time'));
  return basicText(zone === undefined ? `${date}T${time}` : toWall(utc));
}

/** `2026-12-01T08:00:00` as `20261201T080000`. */
export function basicText(time: string): string {
  return time.replaceAll('-', '').replaceAll(':', '');
}

function bad(text: string, reason: Message): HubError {
  return fault('invalid_format', 'invalid_rrule', { text: JSON.stringify(text.slice(0, 200)), reason });
}
