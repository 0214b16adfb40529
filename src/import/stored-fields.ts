import { pointOfIsoTime } from '../core/clock.ts';
import { isObject } from '../core/coerce.ts';
import { seconds } from '../core/state.ts';

/** A map of the other installation, whose fields may be missing or of another type. */
export type Fields = Readonly<Record<string, unknown>>;

/** The text of a field; null for anything else. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** The finite number of a field; null for anything else. */
export function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** The texts of a list, without anything else. */
export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** The maps of a list, without anything else. */
export function mapsOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function mapOf(value: unknown): Fields {
  return isObject(value) ? value : {};
}

/** A point of ISO 8601 text or of seconds, in milliseconds since 1970; null if it is unknown. */
export function pointOf(value: unknown): number | null {
  const point = typeof value === 'number' ? value * 1000 : pointOfIsoTime(textOf(value) ?? '');
  return Number.isFinite(point) && point > 0 ? point : null;
}

/** The same in seconds, 0 if it is unknown. */
export function secondsOf(value: unknown): number {
  return seconds(pointOf(value) ?? 0);
}

/** When a thing was created and last changed, in seconds. */
export function timesOf({ created_at: created, modified_at: modified }: Fields): {
  readonly created_at: number;
  readonly modified_at: number;
} {
  return { created_at: secondsOf(created), modified_at: secondsOf(modified) };
}
