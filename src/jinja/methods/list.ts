import { needInt } from '../values/arguments.ts';
import { callable, table } from '../values/call.ts';
import type { Callable, Value } from '../values/context.ts';
import { valueError } from '../values/failure.ts';
import { repr, typeName } from '../values/printing.ts';
import { toArray } from '../values/protocol.ts';
import { equals, isSubset, PySet } from '../values/values.ts';

const SEQUENCE_METHODS: readonly Callable[] = [
  callable('count(self, value)', (context, self, value) => {
    const items = toArray(self, context);
    context.spend(items.length >> 2);
    return items.filter((item) => equals(item, value)).length;
  }),
  callable('index(self, value, start=0, stop=…)', (context, self, value, start, stop) => {
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
  }),
];

function combine(name: string, run: (own: PySet, others: readonly PySet[]) => PySet): Callable {
  return callable(`${name}(self, *others)`, (context, self, others) => {
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
  combine('union', (own, others) => new PySet([own, ...others].flatMap((set) => [...set.entries.values()]))),
  combine('intersection', (own, others) => keep(own, (item) => others.every((other) => other.has(item)))),
  combine('difference', (own, others) => keep(own, (item) => !others.some((other) => other.has(item)))),
  callable('symmetric_difference(self, other)', (_context, self, other) => {
    const [own, others] = [asSet(self), asSet(other)];
    return new PySet([
      ...[...own.entries.values()].filter((item) => !others.has(item)),
      ...[...others.entries.values()].filter((item) => !own.has(item)),
    ]);
  }),
  callable('isdisjoint(self, other)', (_context, self, other) => {
    const others = asSet(other);
    return [...asSet(self).entries.values()].every((item) => !others.has(item));
  }),
  callable('issubset(self, other)', (_context, self, other) => isSubset(asSet(self), asSet(other))),
  callable('issuperset(self, other)', (_context, self, other) => isSubset(asSet(other), asSet(self))),
  callable('copy(self)', (_context, self) => asSet(self)),
];

const COPY: Callable = callable('copy(self)', (_context, self) => [...toArray(self)]);

/** The non-mutating methods of lists, tuples, ranges and sets. */
export const LIST_METHODS = table(SEQUENCE_METHODS, [COPY]);
export const TUPLE_METHODS = table(SEQUENCE_METHODS);
export const RANGE_METHODS = table(SEQUENCE_METHODS);
export const SET_METHODS = table(OWN_SET_METHODS);
