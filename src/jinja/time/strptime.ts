import { regexOf } from '../regex/regex.ts';
import { valueError } from '../values/failure.ts';
import { spend } from '../values/work-meter.ts';
import { wallOf } from './clock-fields.ts';
import { Datetime } from './datetime.ts';
import { DAYS, dayNumber, MONTHS } from './strftime.ts';
import { fixedZone, UTC, type Zone } from './zone.ts';

/** The longest format of a time. */
const MAX_LENGTH = 4096;

const alternatives = (names: readonly string[]): string => names.map((name) => name.toLowerCase()).join('|');

/** The pattern of each directive; groups are named after their letters. */
const DIRECTIVES: Readonly<Record<string, string>> = {
  d: '3[0-1]|[1-2]\\d|0[1-9]|[1-9]| [1-9]',
  f: '[0-9]{1,6}',
  H: '2[0-3]|[0-1]\\d|\\d| \\d',
  I: '1[0-2]|0[1-9]|[1-9]| [1-9]',
  G: '\\d\\d\\d\\d',
  j: '36[0-6]|3[0-5]\\d|[1-2]\\d\\d|0[1-9]\\d|00[1-9]|[1-9]\\d|0[1-9]|[1-9]',
  m: '1[0-2]|0[1-9]|[1-9]',
  M: '[0-5]\\d|\\d',
  S: '6[0-1]|[0-5]\\d|\\d',
  U: '5[0-3]|[0-4]\\d|\\d',
  W: '5[0-3]|[0-4]\\d|\\d',
  w: '[0-6]',
  u: '[1-7]',
  V: '5[0-3]|0[1-9]|[1-4]\\d|\\d',
  y: '\\d\\d',
  Y: '\\d\\d\\d\\d',
  z: '[+-]\\d\\d:?[0-5]\\d(?::?[0-5]\\d(?:\\.\\d{1,6})?)?|z',
  A: alternatives(DAYS),
  a: alternatives(DAYS.map((name) => name.slice(0, 3))),
  B: alternatives(MONTHS),
  b: alternatives(MONTHS.map((name) => name.slice(0, 3))),
  p: 'am|pm',
  Z: 'utc|gmt',
};
const SHORT: Readonly<Record<string, string>> = {
  c: '%a %b %d %H:%M:%S %Y',
  x: '%m/%d/%y',
  X: '%H:%M:%S',
  T: '%H:%M:%S',
  D: '%m/%d/%y',
  F: '%Y-%m-%d',
  R: '%H:%M',
};

function patternOf(format: string): string {
  const long = format.replace(/%([cxXTDFR])/g, (_, letter: string) => SHORT[letter] ?? '');
  const escaped = long.replace(/[\\.^$*+?(){}[\]|]/g, '\\$&').replace(/\s+/g, '\\s+');
  return escaped.replace(/%([\s\S]?)/g, (_, letter: string) => {
    if (letter === '%') return '%';
    const body = DIRECTIVES[letter];
    if (body === undefined) throw valueError(`'${letter}' is a bad directive in format '${format}'`);
    return `(?P<${letter}>${body})`;
  });
}

/** Python's `datetime.strptime`. Throws `ValueError`. */
export function strptime(text: string, format: string): Datetime {
  if (format.length > MAX_LENGTH) throw valueError('the format is too long');
  spend(64);
  const regex = regexOf(patternOf(format), true);
  const search = regex.on(text);
  const found = search.matchAt(0);
  if (found === undefined) throw valueError(`time data '${text}' does not match format '${format}'`);
  if (found[1] !== search.codes.length) {
    throw valueError(`unconverted data remains: ${search.slice(found[1] ?? 0, search.codes.length)}`);
  }
  const parts = new Map<string, string>();
  for (const [name, index] of regex.names) {
    const [from = -1, to = -1] = [found[index * 2], found[index * 2 + 1]];
    if (from >= 0) parts.set(name, search.slice(from, to));
  }
  return assemble(parts);
}

function assemble(parts: ReadonlyMap<string, string>): Datetime {
  const number = (letter: string): number | undefined => {
    const part = parts.get(letter);
    return part === undefined ? undefined : Number(part);
  };
  const index = (letter: string, names: readonly string[], length?: number): number | undefined => {
    const part = parts.get(letter)?.toLowerCase();
    const at =
      part === undefined ? -1 : names.findIndex((name) => name.slice(0, length).toLowerCase() === part);
    return at < 0 ? undefined : at;
  };
  const short = number('y');
  const year = number('Y') ?? (short === undefined ? undefined : short + (short < 69 ? 2000 : 1900));
  const month = number('m') ?? plusOne(index('B', MONTHS) ?? index('b', MONTHS, 3));
  const day = number('d');
  const half = number('I');
  const afternoon = parts.get('p')?.toLowerCase() === 'pm';
  const hour = half === undefined ? (number('H') ?? 0) : (half % 12) + (afternoon ? 12 : 0);
  const second = number('S') ?? 0;
  const clock = {
    hour,
    minute: number('M') ?? 0,
    second,
    micro: Number((parts.get('f') ?? '').padEnd(6, '0')),
  };
  const named = index('A', DAYS) ?? index('a', DAYS, 3) ?? number('w') ?? (number('u') ?? -7) % 7;
  let wall = wallOf({ year: year ?? 1900, month: month ?? 1, day: day ?? 1, ...clock });
  const first = dayNumber({ year: year ?? 1900, month: 1, day: 1 });
  const from = dayNumber({ year: year ?? 1900, month: month ?? 1, day: day ?? 1 });
  const target = otherDay(number, named, first);
  if (target !== undefined && day === undefined) wall += BigInt(target - from) * 86_400_000_000n;
  return new Datetime(wall, zoneOfOffset(parts.get('z')));
}

/** The date when given as day of the year, or as week and weekday. */
function otherDay(
  number: (letter: string) => number | undefined,
  named: number,
  first: number,
): number | undefined {
  const ofYear = number('j');
  if (ofYear !== undefined) return first + ofYear - 1;
  const weekday = named < 0 ? undefined : named;
  const isoYear = number('G');
  const isoWeek = number('V');
  if (isoYear !== undefined && isoWeek !== undefined && weekday !== undefined) {
    const fourth = dayNumber({ year: isoYear, month: 1, day: 4 });
    const monday = fourth - ((fourth + 3) % 7);
    return monday + (isoWeek - 1) * 7 + ((weekday + 6) % 7);
  }
  const week = number('U') ?? number('W');
  if (week === undefined || weekday === undefined) return undefined;
  const monday = number('U') === undefined;
  const firstWeekday = (((first + (monday ? 3 : 4)) % 7) + 7) % 7;
  return first + ((7 - firstWeekday) % 7) + (week - 1) * 7 + (monday ? (weekday + 6) % 7 : weekday);
}

function plusOne(value: number | undefined): number | undefined {
  return value === undefined ? undefined : value + 1;
}

function zoneOfOffset(offset: string | undefined): Zone | undefined {
  if (offset === undefined) return undefined;
  if (offset.toLowerCase() === 'z') return UTC;
  const digits = offset.slice(1).replace(/:/g, '');
  const seconds =
    Number(digits.slice(0, 2)) * 3600 + Number(digits.slice(2, 4)) * 60 + Number(digits.slice(4, 6) || '0');
  return fixedZone(offset.startsWith('-') ? -seconds : seconds);
}
