import { decimalOf } from '../../core/coerce.ts';
import type { State } from '../../core/state.ts';

/** The number that a source shows; undefined if it shows none. */
export function sourceNumber(state: State | null | undefined): number | undefined {
  const number = state == null ? undefined : decimalOf(state.state);
  return number !== undefined && Number.isFinite(number) ? number : undefined;
}

/** A text attribute of a source, such as its unit. */
export function sourceText(state: State | null | undefined, attribute: string): string | undefined {
  const text = state?.attributes[attribute];
  return typeof text === 'string' ? text : undefined;
}
