import { needInt } from '../values/arguments.ts';
import { callable, table } from '../values/call.ts';
import type { Callable, Value } from '../values/context.ts';
import { valueError } from '../values/failure.ts';
import { repr, typeName } from '../values/printing.ts';
import { toArray } from '../values/protocol.ts';
import { equals, isSubset, PySet } from '../values/values.ts';

const SEQUENCE_METHODS: readonly Callable[] = [
  callable(
    'count(self, value)',
    'How often a value occurs.',
    ['{{ [1, 1, 2].count(1) }}', '2'],
    (context, self, value) => {
      const items = toArray(self, context);
      context.spend(items.length >> 2);
      return items.filter((item) => equals(item, value)).length;
    },
  ),
  callable(
    'index(self, value, start=0, stop=…)',
    'The first position of a value; fails without one.',
    ['{{ [5, 6].index(6) }}', '1'],
    (context, self, value, start, stop) => {
      const items = toArray(self, context);
      const clip = (at: number): number => (at < 0 ? Math.max(0, at + items.length) : at);
      const from = start === undefined ? 0 : clip(needInt(start));
      const to = stop === undefined ? items.length : clip(needInt(stop));
      context.spend(items.length >> 2);
      const at = items.findIndex((item, index) => index >= from && index < to && equals(item, value));
      if (at < 0) {
        throw valueError(
          Array.isArray(self)
            ? `${repr(value)} is not in list`
            : `${typeName(self)}.index(x): x not in ${typeName(self)}`,
        );
      }
      return at;
    },
  ),
];

function combine(
  name: string,
  description: string,
  example: readonly [string, string],
  run: (own: PySet, others: readonly PySet[]) => PySet,
): Callable {
  return callable(`${name}(self, *others)`, description, example, (context, self, others) => {
    const count = asSet(self).size() * (others as readonly Value[]).length;
    context.spend(asSet(self).size() + (count >> 1));
    return run(
      asSet(self),
      (others as readonly Value[]).map((other) => asSet(toArray(other, context))),
    );
  });
}

function asSet(value: Value): PySet {
  return value instanceof PySet ? value : new PySet(toArray(value));
}

function keep(own: PySet, test: (item: Value) => boolean): PySet {
  return new PySet([...own.entries.values()].filter(test));
}

const OWN_SET_METHODS: readonly Callable[] = [
  combine(
    'union',
    'The items that are in any of them.',
    ['{{ set([1]).union([2]) | sort }}', '[1, 2]'],
    (own, others) => new PySet([own, ...others].flatMap((set) => [...set.entries.values()])),
  ),
  combine(
    'intersection',
    'The items in all sets.',
    ['{{ set([1, 2]).intersection([2]) }}', '{2}'],
    (own, others) => keep(own, (item) => others.every((other) => other.has(item))),
  ),
  combine(
    'difference',
    'The items that are in none of the others.',
    ['{{ set([1, 2]).difference([2]) }}', '{1}'],
    (own, others) => keep(own, (item) => !others.some((other) => other.has(item))),
  ),
  callable(
    'symmetric_difference(self, other)',
    'The items that are in exactly one of the two.',
    ['{{ set([1, 2]).symmetric_difference([2, 3]) | sort }}', '[1, 3]'],
    (_context, self, other) => {
      const [own, others] = [asSet(self), asSet(other)];
      return new PySet([
        ...[...own.entries.values()].filter((item) => !others.has(item)),
        ...[...others.entries.values()].filter((item) => !own.has(item)),
      ]);
    },
  ),
  callable(
    'isdisjoint(self, other)',
    'Whether the sets have no item in common.',
    ['{{ set([1]).isdisjoint([2]) }}', 'True'],
    (_context, self, other) => {
      const others = asSet(other);
      return [...asSet(self).entries.values()].every((item) => !others.has(item));
    },
  ),
  callable(
    'issubset(self, other)',
    'Whether all items are in the other set.',
    ['{{ set([1]).issubset([1, 2]) }}', 'True'],
    (_context, self, other) => isSubset(asSet(self), asSet(other)),
  ),
  callable(
    'issuperset(self, other)',
    'Whether all items of the other are in this set.',
    ['{{ set([1, 2]).issuperset([1]) }}', 'True'],
    (_context, self, other) => isSubset(asSet(other), asSet(self)),
  ),
  callable('copy(self)', 'A copy of the set.', ['{{ set([1]).copy() }}', '{1}'], (_context, self) =>
    asSet(self),
  ),
];

const COPY: Callable = callable(
  'copy(self)',
  'A copy of the list.',
  ['{{ [1].copy() }}', '[1]'],
  (_context, self) => [...toArray(self)],
);

/** The non-mutating methods of lists, tuples, ranges and sets. */
export const LIST_METHODS = table(SEQUENCE_METHODS, [COPY]);
export const TUPLE_METHODS = table(SEQUENCE_METHODS);
export const RANGE_METHODS = table(SEQUENCE_METHODS);
export const SET_METHODS = table(OWN_SET_METHODS);
