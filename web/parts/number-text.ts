import { language, locale } from '../app/preferences.ts';

/** Making a format takes many times as long as using it, and pages format the same way again and again. */
const formats = new Map<string, Intl.NumberFormat>();
/** Numbers beyond these are written as 1E300, since nobody counts so many digits. */
export const HUGE = 1e15;
const TINY = 1e-9;
/** Below it, three decimals would say nothing. */
const SMALL = 1e-3;

/** A fraction as percent. */
export function percent(share: number): string {
  return new Intl.NumberFormat(locale(), { style: 'percent', maximumFractionDigits: 0 }).format(share);
}

/** A temperature without the letter of its unit. */
export function temperature(value: number): string {
  return `${value.toLocaleString(locale(), { maximumFractionDigits: 1 })}°`;
}

/** A number with its unit, in the notation of the app's language. */
export function withUnit(text: string, unit: string | undefined): string {
  if (unit === undefined || unit === '') return text;
  // English joins a percent sign to its number, German does not: same as for brightness.
  const isJoined = unit === '°' || (unit === '%' && language() === 'en');
  return isJoined ? text + unit : `${text} ${unit}`;
}

/**
 * A number in local notation, with the given digits or about as many as it has; other text is returned
 * unchanged.
 */
export function numberText(state: string, precision?: number | null): string {
  const number = Number(state);
  if (state.trim() === '' || !Number.isFinite(number)) return state;
  const written = state.split('.')[1]?.length ?? 0;
  // Meters may count in thousandths, which are irrelevant beyond hundreds.
  const size = Math.abs(number);
  if (size >= HUGE || (size > 0 && size < TINY)) return formatted({ notation: 'scientific' }).format(number);
  if (size > 0 && size < SMALL && precision == null)
    return formatted({ maximumSignificantDigits: 3 }).format(number);
  const digits = Math.min(precision ?? Math.min(written, size >= 100 ? 1 : 3), 20);
  return formatted({ minimumFractionDigits: digits, maximumFractionDigits: digits }).format(number);
}

/** A number beside an axis, with the digits that it has. */
export function axisNumber(value: number): string {
  const size = Math.abs(value);
  if (size >= HUGE || (size > 0 && size < TINY)) return formatted({ notation: 'scientific' }).format(value);
  return formatted(size > 0 && size < SMALL ? { maximumSignificantDigits: 6 } : {}).format(value);
}

/** A format of the app's language, made once. */
export function formatted(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale()} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(locale(), options);
  formats.set(key, format);
  return format;
}

/** A number without trailing zeros. */
export function plainNumber(state: string): string {
  const number = Number(state);
  return state.trim() === '' || !Number.isFinite(number) ? state : String(number);
}
