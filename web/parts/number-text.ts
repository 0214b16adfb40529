import { language, locale } from '../app/preferences.ts';

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
  const digits = Math.min(precision ?? Math.min(written, Math.abs(number) >= 100 ? 1 : 3), 20);
  return number.toLocaleString(locale(), { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** A number without trailing zeros. */
export function plainNumber(state: string): string {
  const number = Number(state);
  return state.trim() === '' || !Number.isFinite(number) ? state : String(number);
}
