import type { Translation } from '../../server/server-error.ts';

/** An error in a value, with its path: keys and list indexes, outermost first. */
export interface Fault {
  readonly path: readonly (string | number)[];
  readonly text: string;
}

/** The part of a fault below the given keys; undefined if it is elsewhere. */
export function faultIn(fault: Fault | undefined, ...keys: readonly (string | number)[]): Fault | undefined {
  if (fault === undefined || keys.some((key, i) => fault.path[i] !== key)) return undefined;
  return { path: fault.path.slice(keys.length), text: fault.text };
}

/** A path as the server writes it: `[0].choose[1].sequence`. */
export function pathOf(place: string): Fault['path'] {
  return [...place.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, key = '']) =>
    index === undefined ? key : Number(index),
  );
}

/** The path in the parameters of an error or of its cause, and the error without it. */
export function located(translation: Translation): {
  readonly place: string | undefined;
  readonly translation: Translation;
} {
  const { key } = translation;
  const placeholders = (translation.placeholders ?? {}) as Readonly<Record<string, string | Translation>>;
  const { path, problem } = placeholders;
  if (typeof path === 'string') {
    if (key === 'problem_at' && typeof problem === 'object') return { place: path, translation: problem };
    if (key === 'wrong_value_at') return { place: path, translation: { key: 'wrong_value', placeholders } };
  }
  for (const [name, value] of Object.entries(placeholders)) {
    if (typeof value !== 'object') continue;
    const inner = located(value);
    if (inner.place === undefined) continue;
    const others = { ...placeholders, [name]: inner.translation };
    return { place: inner.place, translation: { key, placeholders: others } };
  }
  return { place: undefined, translation };
}
