import type { Value } from './context.ts';
import { spend } from './work-meter.ts';

/**
 * The entries of a plain dict. For few keys, a list is faster than a generator; for many, it would block the
 * render.
 */
export function plainEntries(dict: Readonly<Record<string, Value>>): Iterable<readonly [Value, Value]> {
  const keys = plainKeys(dict);
  return keys.length <= 64 ? keys.map((key) => [key, dict[key]] as const) : eachEntry(dict, keys);
}

function* eachEntry(
  dict: Readonly<Record<string, Value>>,
  keys: readonly string[],
): Generator<readonly [Value, Value]> {
  for (const key of keys) {
    spend(1);
    yield [key, dict[key]];
  }
}

/** The keys of a plain dict. Charged afterwards, since their number is unknown before. */
export function plainKeys(dict: Readonly<Record<string, Value>>): string[] {
  const keys = Object.keys(dict);
  if (keys.length > 8) spend(keys.length);
  return keys;
}
