import type { ReadMoment } from './time-text.ts';

const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);
const DAYS = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');
/** Words allowed between the parts. */
const FILLERS = new Set([
  ' ',
  '.',
  ',',
  ';',
  '-',
  '/',
  "'",
  'at',
  'on',
  'and',
  'ad',
  'm',
  't',
  'of',
  'st',
  'nd',
  'rd',
  'th',
]);
const CLOCK = new Map([
  ...['h', 'hour', 'hours'].map((word) => [word, 0] as const),
  ...['m', 'minute', 'minutes'].map((word) => [word, 1] as const),
  ...['s', 'second', 'seconds'].map((word) => [word, 2] as const),
]);
const UTC_NAMES = new Set(['UTC', 'GMT', 'Z']);
const MAX_LENGTH = 100;
const LATEST_YEAR = 9999;
/** Minutes that clocks may be apart from universal time: less than a day. */
const WIDEST_OFFSET = 24 * 60;

/** Parses dates and times in many notations, months before days; missing parts are those of `today`. */
export function readLoosely(text: string, today: number): ReadMoment | undefined {
  return text.length > MAX_LENGTH ? undefined : new LooseReader(text).read(today);
}

class LooseReader {
  private readonly tokens: readonly string[];
  private readonly date: { readonly value: number; readonly isYear: boolean; readonly isMonth: boolean }[] =
    [];
  /** Hours, minutes and seconds, as far as given. */
  private readonly time: (number | undefined)[] = [];
  private offset: number | undefined;

  constructor(text: string) {
    const split = text.match(/\d+(?:\.\d+)*|\p{L}+|\s+|./gsu) ?? [];
    const isDotted = (token: string): boolean => /^\d+\.\d+\./.test(token);
    this.tokens = split.flatMap((token) => {
      if (isDotted(token)) return token.split(/(\.)/);
      return /^\s/.test(token) ? [' '] : [token];
    });
  }

  read(today: number): ReadMoment | undefined {
    for (let at = 0; at < this.tokens.length; ) {
      const used = isNumber(this.tokens[at]) ? this.takeNumber(at) : this.takeWord(at);
      if (used === 0) return undefined;
      at += used;
    }
    const day = this.day(today);
    const [hour = 0, minute = 0, second = 0] = this.time;
    const isClock = hour < 24 && minute < 60 && second < 60;
    const isEmpty = this.date.length === 0 && this.time.length === 0;
    if (day === undefined || !isClock || isEmpty) return undefined;
    return {
      fields: day + (hour * 60 + minute) * 60_000 + Math.round(second * 1e6) / 1000,
      offset: this.offset,
    };
  }

  /** Returns how many tokens a number and its suffix take; 0 when it is invalid. */
  private takeNumber(at: number): number {
    const token = this.tokens[at] ?? '';
    const next = this.tokens[at + 1];
    const afterBlank = next === ' ' ? this.tokens[at + 2] : next;
    const isPlain = !token.includes('.');
    if (
      this.date.length === 3 &&
      this.time.length === 0 &&
      /^(\d{2}|\d{4})$/.test(token) &&
      (next === undefined || next === ' ' || CLOCK.has(next))
    )
      return this.takeDigits(token, [2, 2], 1);
    if (/^\d{6}(\.|$)/.test(token)) {
      if (this.date.length > 0 || !isPlain) return this.takeDigits(token, [2, 2, 9], 1);
      for (const part of token.match(/../g) ?? []) this.push(part);
      return 1;
    }
    if (/^(\d{8}|\d{12}|\d{14})$/.test(token)) {
      for (const part of [token.slice(0, 4), token.slice(4, 6), token.slice(6, 8)]) this.push(part);
      return token.length === 8 ? 1 : this.takeDigits(token.slice(8), [2, 2, 2], 1);
    }
    const unit = CLOCK.get(afterBlank?.toLowerCase() ?? '');
    if (unit !== undefined && (unit !== 1 || this.time.length > 0)) {
      this.time[unit] = unit === 2 ? Number(token) : Math.trunc(Number(token));
      if (unit < 2 && !isPlain) this.time[unit + 1] = (Number(token) % 1) * 60;
      return next === ' ' ? 3 : 2;
    }
    if (next === ':' && isNumber(this.tokens[at + 2])) return this.takeClock(at);
    if (next === '-' || next === '/' || next === '.') return this.takeSeparated(at, next);
    const half = halfOfDay(afterBlank);
    if (half !== undefined && Number(token) <= 12) {
      this.time[0] = (Math.trunc(Number(token)) % 12) + half;
      return next === ' ' ? 3 : 2;
    }
    if (next !== undefined && !FILLERS.has(next.toLowerCase()) && Number(token) > 31) return 0;
    this.push(token);
    return 1;
  }

  private takeDigits(digits: string, lengths: readonly number[], used: number): number {
    let from = 0;
    for (const [i, length] of lengths.entries()) {
      const part = digits.slice(from, from + length);
      if (part !== '') this.time[i] = Number(part);
      from += length;
    }
    return used;
  }

  private takeClock(at: number): number {
    this.time[0] = Number(this.tokens[at]);
    this.time[1] = Math.trunc(Number(this.tokens[at + 2]));
    if (this.tokens[at + 3] !== ':' || !isNumber(this.tokens[at + 4])) return 3;
    this.time[2] = Number(this.tokens[at + 4]);
    return 5;
  }

  private takeSeparated(at: number, separator: string): number {
    this.push(this.tokens[at] ?? '');
    const second = this.tokens[at + 2];
    if (second === undefined || FILLERS.has(second.toLowerCase())) return 2;
    if (!this.pushNumberOrMonth(second)) return 0;
    const third = this.tokens[at + 4];
    if (this.tokens[at + 3] !== separator || third === undefined) return 3;
    return this.pushNumberOrMonth(third) ? 5 : 0;
  }

  private takeWord(at: number): number {
    const token = this.tokens[at] ?? '';
    const word = token.toLowerCase();
    const half = halfOfDay(token);
    const following = this.tokens[at + 1];
    if (named(DAYS, word) !== undefined) return 1;
    if (named(MONTHS, word) !== undefined) return this.pushNumberOrMonth(token) ? 1 : 0;
    if (half !== undefined && this.time[0] !== undefined && this.time[0] <= 12) {
      this.time[0] = (this.time[0] % 12) + half;
      return 1;
    }
    if (this.time.length > 0 && (token === '+' || token === '-') && isNumber(following))
      return this.takeOffset(at, token);
    if (this.time.length > 0 && /^[A-Z]{1,5}$/.test(token)) {
      // Time zones have many names; only this one means the same everywhere.
      if (UTC_NAMES.has(token)) this.offset = 0;
      return 1;
    }
    return FILLERS.has(word) ? 1 : 0;
  }

  private takeOffset(at: number, sign: string): number {
    const digits = this.tokens[at + 1] ?? '';
    const isSplit = this.tokens[at + 2] === ':' && isNumber(this.tokens[at + 3]);
    const isLong = digits.length === 4;
    if (!isLong && digits.length > 2) return 0;
    const hours = Number(isLong ? digits.slice(0, 2) : digits);
    const minutes = isLong ? Number(digits.slice(2)) : isSplit ? Number(this.tokens[at + 3]) : 0;
    const size = hours * 60 + minutes;
    if (size >= WIDEST_OFFSET) return 0;
    this.offset = sign === '-' ? -size : size;
    return isSplit && !isLong ? 4 : 2;
  }

  private push(digits: string, isMonth = false): void {
    const value = Math.trunc(Number(digits));
    this.date.push({ value, isYear: !isMonth && (value > 31 || /^\d{3,}/.test(digits)), isMonth });
  }

  private pushNumberOrMonth(token: string): boolean {
    const month = named(MONTHS, token.toLowerCase());
    if (month !== undefined) this.push(String(month + 1), true);
    else if (isNumber(token)) this.push(token);
    else return false;
    return true;
  }

  /** The start of the date's day. */
  private day(today: number): number | undefined {
    const now = new Date(today);
    if (this.date.length > 3) return undefined;
    const { year = now.getUTCFullYear(), month = now.getUTCMonth() + 1, day } = this.parts();
    const full = fullYear(
      year,
      this.date.some(({ isYear, value }) => isYear && value > 99) || year > 99,
      now.getUTCFullYear(),
    );
    if (full > LATEST_YEAR) return undefined;
    const last = new Date(Date.UTC(full, month, 0)).getUTCDate();
    if (month < 1 || month > 12 || (day !== undefined && (day < 1 || day > last))) return undefined;
    return Date.UTC(full, month - 1, day ?? Math.min(now.getUTCDate(), last));
  }

  private parts(): { year?: number; month?: number; day?: number } {
    const [first, second, third] = this.date;
    const named = this.date.find(({ isMonth }) => isMonth);
    if (first === undefined) return {};
    if (named !== undefined) return { month: named.value, ...this.aroundMonth() };
    if (second === undefined) return first.isYear ? { year: first.value } : { day: first.value };
    if (third === undefined) {
      if (first.isYear) return { year: first.value, month: second.value };
      return second.isYear
        ? { month: first.value, year: second.value }
        : { month: first.value, day: second.value };
    }
    if (first.isYear) return { year: first.value, month: second.value, day: third.value };
    const isDayFirst = first.value > 12;
    const [month, day] = isDayFirst ? [second.value, first.value] : [first.value, second.value];
    return { month, day, year: third.value };
  }

  private aroundMonth(): { year?: number; day?: number } {
    const [one, other] = this.date.filter(({ isMonth }) => !isMonth);
    if (one === undefined) return {};
    if (other === undefined) return one.isYear ? { year: one.value } : { day: one.value };
    return one.isYear ? { year: one.value, day: other.value } : { day: one.value, year: other.value };
  }
}

function isNumber(token: string | undefined): boolean {
  return token !== undefined && /^\d/.test(token);
}

/** Hours to add for AM or PM. */
function halfOfDay(word: string | undefined): number | undefined {
  if (/^am?$/i.test(word ?? '')) return 0;
  return /^pm?$/i.test(word ?? '') ? 12 : undefined;
}

/** The place in a list of names, whole or their first three letters. */
function named(names: readonly string[], word: string): number | undefined {
  const at = names.findIndex(
    (name) => name === word || name.slice(0, 3) === word || (word === 'sept' && name === 'september'),
  );
  return at < 0 ? undefined : at;
}

/** Years of two digits are within fifty years of this one. */
function fullYear(year: number, isFull: boolean, now: number): number {
  if (isFull) return year;
  const near = year + now - (now % 100);
  if (near >= now + 50) return near - 100;
  return near < now - 50 ? near + 100 : near;
}
