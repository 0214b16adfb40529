import { callable, table } from '../values/call.ts';
import type { Callable, Value } from '../values/context.ts';
import { DictView } from '../values/objects.ts';
import { Dict, dictEntries, dictGet, isDict, Tuple } from '../values/values.ts';
import { spend } from '../values/work-meter.ts';

function entries(self: Value): (readonly [Value, Value])[] {
  if (!isDict(self)) return [];
  return Array.from(dictEntries(self), (entry) => {
    spend(1);
    return entry;
  });
}

/** Creates a dict from entries. */
export function dictOf(pairs: Iterable<readonly [Value, Value]>): Dict {
  const dict = new Dict();
  for (const [key, value] of pairs) {
    spend(1);
    dict.set(key, value);
  }
  return dict;
}

const METHODS: readonly Callable[] = [
  callable('get(self, key, default=None)', (_context, self, key, standard) => {
    const found = isDict(self) ? dictGet(self, key) : undefined;
    return found ?? (found === null || standard === undefined ? null : standard);
  }),
  callable(
    'keys(self)',
    (_context, self) =>
      new DictView(
        'dict_keys',
        entries(self).map(([key]) => key),
      ),
  ),
  callable(
    'values(self)',
    (_context, self) =>
      new DictView(
        'dict_values',
        entries(self).map(([, value]) => value),
      ),
  ),
  callable(
    'items(self)',
    (_context, self) =>
      new DictView(
        'dict_items',
        entries(self).map((entry) => new Tuple(entry)),
      ),
  ),
  callable('copy(self)', (_context, self) => dictOf(entries(self))),
  callable('fromkeys(self, iterable, value=None)', (_context, _self, keys, value) => {
    const list: readonly Value[] = Array.isArray(keys) ? keys : keys instanceof Tuple ? keys.items : [];
    return dictOf(list.map((key) => [key, value ?? null] as const));
  }),
];

/** The methods of dicts. */
export const DICT_METHODS = table(METHODS);
