import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cardOf, valuesOf } from '../../web/dashboards/editing/card-values.ts';
import { applied, type Change, valueAt } from '../../web/dashboards/editing/changes.ts';

const tile = (entity: string) => ({ type: 'tile', entity });
const [a, b, c] = [tile('light.a'), tile('light.b'), tile('light.c')];
const config = {
  title: 'Home',
  unknown: { kept: [1, { x: null }] },
  views: [{ sections: [{ cards: [a, b] }, { cards: [c] }] }],
};
const first = ['views', 0, 'sections', 0, 'cards'] as const;
const second = ['views', 0, 'sections', 1, 'cards'] as const;

function done(change: Change, from: unknown = config): unknown {
  return applied(from, change)?.config;
}

describe('a change of a dashboard', () => {
  it('moves a card within a list and to another one', () => {
    const within = done({ kind: 'move', path: [...first, 0], was: a, list: first, at: 1 });
    expect(valueAt(within, first)).toEqual([b, a]);
    const across = done({ kind: 'move', path: [...first, 0], was: a, list: second, at: 1 });
    expect([valueAt(across, first), valueAt(across, second)]).toEqual([[b], [c, a]]);
  });

  it('leaves everything else as it is', () => {
    const changed = done({ kind: 'insert', list: second, at: 0, value: a }) as typeof config;
    expect([changed.unknown, changed.title, valueAt(changed, first)]).toEqual([
      config.unknown,
      'Home',
      [a, b],
    ]);
    expect(valueAt(config, second)).toEqual([c]);
  });

  it('finds what somebody else moved meanwhile', () => {
    const moved = done({ kind: 'move', path: [...first, 1], was: b, list: second, at: 0 });
    const edited = done({ kind: 'replace', path: [...first, 1], was: b, value: tile('light.d') }, moved);
    expect(valueAt(edited, second)).toEqual([tile('light.d'), c]);
  });

  it('does not fit where its card was removed or changed', () => {
    const removed = done({ kind: 'remove', path: [...first, 1], was: b });
    expect(applied(removed, { kind: 'replace', path: [...first, 1], was: b, value: c })).toBeUndefined();
    expect(applied(removed, { kind: 'remove', path: [...first, 1], was: b })).toBeUndefined();
    const gone = { views: [] };
    expect(applied(gone, { kind: 'insert', list: first, at: 0, value: a })).toBeUndefined();
  });

  it('does not guess which of two equal cards is meant', () => {
    const twice = done({ kind: 'insert', list: second, at: 0, value: b });
    const shifted = done({ kind: 'insert', list: first, at: 0, value: c }, twice);
    expect(applied(shifted, { kind: 'remove', path: [...first, 1], was: b })).toBeUndefined();
  });

  it('is taken back by its inverse', () => {
    const places = fc.constantFrom([...first, 0], [...first, 1], [...second, 0]);
    const lists = fc.constantFrom<readonly (string | number)[]>(first, second);
    fc.assert(
      fc.property(
        places,
        lists,
        fc.nat(3),
        fc.constantFrom('insert', 'remove', 'replace', 'move'),
        (path, list, at, kind) => {
          const was = valueAt(config, path);
          const change = { kind, path, was, list, at, value: tile('light.new') } as Change;
          const result = applied(config, change);
          expect(result).toBeDefined();
          expect(applied(result?.config, result?.inverse as Change)?.config).toEqual(config);
        },
      ),
    );
  });
});

describe('the form of a card', () => {
  const fields = [
    { kind: 'text', name: 'name', label: '' },
    { kind: 'select', name: '#width', label: '', options: [] },
    { kind: 'checks', name: '#users', label: '', options: [] },
  ] as const;

  it('keeps keys that it does not know, in their order', () => {
    const card = { type: 'tile', name: 'A', features: [{ type: 'x' }], entity: 'light.a', 'future key': 1 };
    const next = cardOf(card, { ...valuesOf(card), name: 'B' }, fields);
    expect(JSON.stringify(next)).toBe(JSON.stringify({ ...card, name: 'B' }));
  });

  it('removes what was emptied, and sets width and users', () => {
    const card = { type: 'tile', name: 'A', grid_options: { rows: 2 } };
    const next = cardOf(card, { '#width': 'half', '#users': ['anna'] }, fields);
    expect(next).toEqual({
      type: 'tile',
      grid_options: { rows: 2, columns: 6 },
      visibility: [{ condition: 'user', users: ['anna'] }],
    });
    expect(valuesOf(next)).toMatchObject({ '#width': 'half', '#users': ['anna'] });
    expect(cardOf(next, { '#width': undefined }, fields)).toEqual({
      type: 'tile',
      grid_options: { rows: 2 },
    });
  });
});
