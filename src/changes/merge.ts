import { isObject } from '../core/coerce.ts';
import { isSameJson } from '../core/state-machine.ts';

/** What undo would make of a part: nothing to do, the value before, some of it, or a conflict. */
export interface Merged {
  readonly state: 'done' | 'same' | 'merged' | 'conflict';
  /** The text afterwards; in a conflict, what `force` writes. Null deletes. */
  readonly undone: string | null;
  /** The fields that others have changed since. */
  readonly fields: readonly string[];
}

/** Three texts of a part: before and after a change, and now; null where there is none. */
export interface Versions {
  readonly before: string | null;
  readonly after: string | null;
  readonly now: string | null;
}

/** Fields that every change of a document touches. */
const STAMPS: ReadonlySet<string> = new Set(['modified_at']);

/** Undoes a change of a document: by top-level field if it has changed since. */
export function mergeDocument({ before, after, now }: Versions): Merged {
  const simple = mergeWhole({ before, after, now });
  if (simple !== undefined) return simple;
  const [was, then, is] = [before, after, now].map((text) => (text === null ? null : JSON.parse(text)));
  if (!isObject(was) || !isObject(then) || !isObject(is))
    return { state: 'conflict', undone: before, fields: [] };
  const result = new Map(Object.entries(is));
  const fields: string[] = [];
  for (const field of new Set([...Object.keys(was), ...Object.keys(then)])) {
    if (STAMPS.has(field) || isSame(was, then, field)) continue;
    if (!isSame(is, then, field) && !isSame(is, was, field)) fields.push(field);
    if (Object.hasOwn(was, field)) result.set(field, was[field]);
    else result.delete(field);
  }
  return {
    state: fields.length > 0 ? 'conflict' : 'merged',
    undone: JSON.stringify(Object.fromEntries(result)),
    fields,
  };
}

/** Undoes a change of a text: by line if it has changed since. */
export function mergeText({ before, after, now }: Versions): Merged {
  const simple = mergeWhole({ before, after, now });
  if (simple !== undefined) return simple;
  const conflict: Merged = { state: 'conflict', undone: before, fields: [] };
  if (before === null || after === null || now === null) return conflict;
  const [is, was, then] = [lines(now), lines(before), lines(after)];
  const place = findLines(is, then, was);
  if (place === undefined) return conflict;
  return {
    state: 'merged',
    undone: [...is.slice(0, place.from), ...place.lines, ...is.slice(place.to)].join(''),
    fields: [],
  };
}

function mergeWhole({ before, after, now }: Versions): Merged | undefined {
  if (now === before) return { state: 'done', undone: now, fields: [] };
  if (now === after) return { state: 'same', undone: before, fields: [] };
  if (before === null || after === null || now === null)
    return { state: 'conflict', undone: before, fields: [] };
  return undefined;
}

function isSame(
  one: Readonly<Record<string, unknown>>,
  other: Readonly<Record<string, unknown>>,
  field: string,
): boolean {
  const [here, there] = [Object.hasOwn(one, field), Object.hasOwn(other, field)];
  if (!here || !there) return here === there;
  return isSameJson(one[field], other[field]);
}

/** The lines with their line breaks. */
function lines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/**
 * The place where the changed lines of `then` are now, with one unchanged line around them, and the lines of `was`
 * there. Undefined if they are not there exactly once.
 */
function findLines(
  is: readonly string[],
  then: readonly string[],
  was: readonly string[],
): { readonly from: number; readonly to: number; readonly lines: readonly string[] } | undefined {
  let first = 0;
  while (first < Math.min(then.length, was.length) && then[first] === was[first]) first += 1;
  let rest = 0;
  while (
    rest < Math.min(then.length, was.length) - first &&
    then[then.length - 1 - rest] === was[was.length - 1 - rest]
  )
    rest += 1;
  const start = Math.max(0, first - 1);
  const end = Math.max(0, rest - 1);
  const wanted = then.slice(start, then.length - end);
  const places: number[] = [];
  for (let at = 0; at + wanted.length <= is.length; at += 1)
    if (wanted.every((line, index) => is[at + index] === line)) places.push(at);
  const [place] = places;
  if (place === undefined || places.length > 1) return undefined;
  return { from: place, to: place + wanted.length, lines: was.slice(start, was.length - end) };
}
