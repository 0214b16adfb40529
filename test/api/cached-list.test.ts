import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CachedList } from '../../src/api/cached-list.ts';

interface Item {
  readonly id: string;
  readonly name: string;
}

const textOf = (parts: readonly (string | Buffer)[]): string => parts.map(String).join('');

it('is what JSON.stringify makes of the list, whatever came, went and changed before', () => {
  const id = fc
    .tuple(fc.string({ maxLength: 3 }), fc.constantFrom('00', '01', 'f0'))
    .map((two) => two.join(''));
  const items = fc.uniqueArray(fc.record({ id, name: fc.string() }), {
    selector: (item) => item.id,
    maxLength: 30,
  });
  const lists = fc.array(fc.tuple(items, fc.option(fc.string({ maxLength: 1 }))), { maxLength: 8 });
  fc.assert(
    fc.property(lists, (asked) => {
      const list = new CachedList<Item>(({ id, name }) => ({ name, id }));
      const known = new Map<string, Item>();
      for (const [wanted, hidden] of asked) {
        const now = wanted.map((item) => {
          const same = known.get(item.id);
          if (same?.name === item.name) return same;
          known.set(item.id, item);
          return item;
        });
        const shown = hidden === null ? null : (item: Item) => !item.name.includes(hidden);
        const expected = now.filter((item) => shown === null || shown(item));
        expect(JSON.parse(textOf(list.array(now, shown)))).toEqual(expected);
      }
    }),
  );
});

it('rebuilds the JSON of an item only when its own run has changed', () => {
  const made: string[] = [];
  const list = new CachedList<Item>((item) => {
    made.push(item.id);
    return item;
  });
  const items = ['a1', 'b00', 'c1', 'd00', 'e1'].map((id) => ({ id, name: id }));
  list.array(items);
  made.length = 0;
  list.array([...items.slice(0, 2), { id: 'c1', name: 'new' }, ...items.slice(3)]);
  expect(made).toEqual(['c1', 'd00']);
});
