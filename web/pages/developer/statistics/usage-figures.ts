import { locale } from '../../../app/preferences.ts';
import type { EntityUsage } from '../../../server/statistics.ts';
import { say } from '../../../texts/say.ts';

const DAY = 86_400_000;

/** The average growth of the history of an entity. */
export function bytesPerDay({ bytes, first, last }: EntityUsage): number {
  return bytes / Math.max(1, (last - first) / DAY);
}

/** A number of changes as it is shown: with one decimal if there are few. Texts choose their plural by it. */
export function roundedCount(number: number): number {
  return number < 10 ? Math.round(number * 10) / 10 : Math.round(number);
}

/** A number of changes in local notation. */
export function count(number: number): string {
  return new Intl.NumberFormat(locale()).format(roundedCount(number));
}

/** A number of bytes in local notation. */
export function bytesText(bytes: number): string {
  // The newest values are not compressed yet, so their final size is unknown.
  if (bytes < 100) return `< ${bytesText(100)}`;
  const isSmall = bytes < 1e6;
  const value = bytes / (isSmall ? 1e3 : 1e6);
  const digits = value < 10 ? 1 : 0;
  const number = new Intl.NumberFormat(locale(), { maximumFractionDigits: digits }).format(value);
  return say(isSmall ? 'statistics.kilobytes' : 'statistics.megabytes', { number });
}
