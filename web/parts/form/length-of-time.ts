/** A duration by units. */
export interface LengthOfTime {
  readonly isNegative: boolean;
  readonly days: number;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
}

/** The units of a duration. */
export type TimeUnit = 'days' | 'hours' | 'minutes' | 'seconds';

const TEXT = /^\s*([-+])?(\d+):([0-5]?\d)(?::([0-5]?\d(?:\.\d+)?))?\s*$/;
const UNITS: Readonly<Record<string, number>> = {
  days: 86_400,
  hours: 3600,
  minutes: 60,
  seconds: 1,
  milliseconds: 0.001,
};

/** Parses `H:MM:SS`, seconds or a mapping of units; undefined for anything else, such as a template. */
export function lengthOf(value: unknown): LengthOfTime | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? parts(value) : undefined;
  if (typeof value === 'string') {
    const [all, sign, hours, minutes, seconds = '0'] = TEXT.exec(value) ?? [];
    if (all === undefined) return /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? parts(Number(value)) : undefined;
    const total = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
    return parts(sign === '-' ? -total : total);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  let total = 0;
  for (const [unit, count] of Object.entries(value)) {
    const size = UNITS[unit];
    const number = typeof count === 'string' && count.trim() !== '' ? Number(count) : count;
    if (size === undefined || typeof number !== 'number' || !Number.isFinite(number)) return undefined;
    total += number * size;
  }
  return parts(total);
}

/** Formats a duration as `HH:MM:SS`. */
export function lengthText({ isNegative, days, hours, minutes, seconds }: LengthOfTime): string {
  const total = Math.round((days * 86_400 + hours * 3600 + minutes * 60 + seconds) * 1000) / 1000;
  const whole = Math.floor(total);
  const rest = Math.round((total - whole) * 1000);
  const two = (number: number): string => String(number).padStart(2, '0');
  const clock = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60].map(two).join(':');
  const fraction = rest === 0 ? '' : `.${String(rest).padStart(3, '0').replace(/0+$/, '')}`;
  return `${isNegative && total > 0 ? '-' : ''}${clock}${fraction}`;
}

/** Converts days to hours. */
export function withoutDays({ days, hours, ...rest }: LengthOfTime): LengthOfTime {
  return { ...rest, days: 0, hours: hours + days * 24 };
}

function parts(total: number): LengthOfTime {
  const length = Math.abs(total);
  return {
    isNegative: total < 0,
    days: Math.floor(length / 86_400),
    hours: Math.floor(length / 3600) % 24,
    minutes: Math.floor(length / 60) % 60,
    seconds: Math.round((length % 60) * 1000) / 1000,
  };
}
