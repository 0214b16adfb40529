import { language } from '../app/preferences.ts';

/** A share of one as percent. */
export function percent(share: number): string {
  return new Intl.NumberFormat(language(), { style: 'percent', maximumFractionDigits: 0 }).format(share);
}

/** A temperature as it stands beside others, without the letter of its unit. */
export function temperature(value: number): string {
  return `${value.toLocaleString(language(), { maximumFractionDigits: 1 })}°`;
}

/** A number with its unit behind it, as the language of the app writes them. */
export function withUnit(text: string, unit: string | undefined): string {
  if (unit === undefined || unit === '') return text;
  // English joins a percent sign to its number, German does not: as the brightness of a light is written.
  const isJoined = unit === '°' || (unit === '%' && language() === 'en');
  return isJoined ? text + unit : `${text} ${unit}`;
}

/** A number as the language writes it, with the digits asked for, else about as many as it came with; other text stays as it is. */
export function numberText(state: string, precision?: number | null): string {
  const number = Number(state);
  if (state.trim() === '' || !Number.isFinite(number)) return state;
  const written = state.split('.')[1]?.length ?? 0;
  // A meter may count in thousandths; nobody reads them behind hundreds.
  const digits = Math.min(precision ?? Math.min(written, Math.abs(number) >= 100 ? 1 : 3), 20);
  return number.toLocaleString(language(), { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** A number without the digits that say nothing. */
export function plainNumber(state: string): string {
  const number = Number(state);
  return state.trim() === '' || !Number.isFinite(number) ? state : String(number);
}
