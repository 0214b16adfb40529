import type { ExactJson } from '../../core/json.ts';

/** One step of a path: a key, an index from either end, or all members. */
type Step = { readonly key: string | number | null; readonly isDeep: boolean };

/** A parsed path such as `$.rooms[0].sensor`. */
export type JsonPath = readonly Step[];

const TOKEN =
  /(\.\.|\.)?(?:\[\s*(?:(-?\d{1,9})|'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|(\*))\s*\]|(\*)|([\p{L}\p{N}_@#-]+))/uy;
const MAX_STEPS = 50;
/** The most values that a path visits. */
const MAX_VISITS = 100_000;

/** Parses a path; undefined for other text, also for filters and slices, which are not supported. */
export function readJsonPath(source: string): JsonPath | undefined {
  const steps: Step[] = [];
  let at = source.startsWith('$') ? 1 : 0;
  while (at < source.length) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(source);
    if (match === null || steps.length >= MAX_STEPS) return undefined;
    const [whole, dots, index, single, double, allInBrackets, all, name] = match;
    const isInBrackets = index !== undefined || single !== undefined || double !== undefined;
    const isFirst = steps.length === 0 && !source.startsWith('$');
    // A name needs its dot, and a single dot needs a name.
    if (name !== undefined && dots === undefined && !isFirst) return undefined;
    if (all !== undefined && dots === undefined && !isFirst) return undefined;
    if ((isInBrackets || allInBrackets !== undefined) && dots === '.') return undefined;
    const key =
      index !== undefined
        ? Number(index)
        : ((single ?? double)?.replace(/\\(.)/g, '$1') ?? (name === undefined ? null : name));
    steps.push({ key, isDeep: dots === '..' });
    at += whole.length;
  }
  return steps;
}

/** The first value at a path; undefined if there is none. */
export function firstAt(value: ExactJson, path: JsonPath): ExactJson | undefined {
  const budget = { left: MAX_VISITS };
  for (const found of valuesAt(value, path, budget)) return found;
  return undefined;
}

function* valuesAt(value: ExactJson, path: JsonPath, budget: { left: number }): Iterable<ExactJson> {
  budget.left -= 1;
  if (budget.left < 0) return;
  const [step, ...rest] = path;
  if (step === undefined) {
    yield value;
    return;
  }
  for (const member of membersOf(value, step.key)) yield* valuesAt(member, rest, budget);
  if (step.isDeep) for (const member of membersOf(value, null)) yield* valuesAt(member, path, budget);
}

function membersOf(value: ExactJson, key: Step['key']): readonly ExactJson[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) {
    if (key === null) return value;
    const item = typeof key === 'number' ? value.at(key) : undefined;
    return item === undefined ? [] : [item];
  }
  if (Object.getPrototypeOf(value) !== null && Object.getPrototypeOf(value) !== Object.prototype) return [];
  const object = value as { readonly [name: string]: ExactJson };
  if (key === null) return Object.values(object);
  return Object.hasOwn(object, String(key)) ? [object[String(key)] ?? null] : [];
}
