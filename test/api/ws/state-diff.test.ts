import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stepText } from '../../../src/api/ws/state-diff.ts';
import { State, type StateFields } from '../../../src/core/state.ts';

interface Compressed {
  s: string;
  a: Record<string, unknown>;
  c: string | Record<string, unknown>;
  lc: number;
  lu?: number;
}

const at = 1_795_000_000_000;
const context = { id: 'c1', parent_id: null, user_id: null };
const state = (fields: Partial<StateFields> = {}): State =>
  new State({
    entity_id: 'light.a',
    state: 'on',
    attributes: {},
    last_changed: at,
    last_reported: at,
    last_updated: at,
    context,
    ...fields,
  });

const diff = (old_state: State | null, new_state: State | null) =>
  JSON.parse(stepText({ entity_id: 'light.a', old_state, new_state }));
const change = (before: Partial<StateFields>, now: Partial<StateFields>) =>
  diff(state(before), state(now)).c['light.a'];

test('an added entity is sent whole, a removed one by its ID', () => {
  expect(diff(null, state())).toEqual({ a: { 'light.a': { s: 'on', a: {}, c: 'c1', lc: at / 1000 } } });
  const later = state({ last_updated: at + 1500, context: { ...context, user_id: 'me' } });
  expect(diff(null, later)).toEqual({
    a: {
      'light.a': { s: 'on', a: {}, c: { ...context, user_id: 'me' }, lc: at / 1000, lu: at / 1000 + 1.5 },
    },
  });
  expect(diff(state(), null)).toEqual({ r: ['light.a'] });
});

test('a new state sends s and lc, other attributes alone send lu', () => {
  const moved = { last_changed: at + 1000, last_updated: at + 1000, context: { ...context, id: 'c2' } };
  expect(change({}, { ...moved, state: 'off' })).toEqual({ '+': { s: 'off', lc: at / 1000 + 1, c: 'c2' } });
  expect(change({}, { ...moved, last_changed: at, attributes: { x: 1 } })).toEqual({
    '+': { lu: at / 1000 + 1, c: 'c2', a: { x: 1 } },
  });
  expect(change({}, moved)).toEqual({ '+': { lc: at / 1000 + 1, c: 'c2' } });
});

test('changed attributes are sent by their top key, removed ones by name', () => {
  const before = { same: [1, { x: 1 }], other: { a: 1, b: 2 }, gone: 1, lost: null };
  const now = { same: [1, { x: 1 }], other: { a: 1, b: 3 }, fresh: null };
  expect(change({ attributes: before }, { attributes: now })).toEqual({
    '+': { a: { other: { a: 1, b: 3 }, fresh: null } },
    '-': { a: ['gone', 'lost'] },
  });
});

test('of a context only what changed goes out, with its id', () => {
  const c = (before: object, now: object) =>
    change({ context: { ...context, ...before } }, { context: { ...context, ...now } })['+'].c;
  expect(c({}, { id: 'c2' })).toBe('c2');
  expect(c({}, { id: 'c2', user_id: 'me' })).toEqual({ id: 'c2', user_id: 'me' });
  expect(c({ user_id: 'me' }, { id: 'c2', parent_id: 'p' })).toEqual({
    id: 'c2',
    user_id: null,
    parent_id: 'p',
  });
  expect(c({ user_id: 'me' }, { id: 'c2', user_id: 'me' })).toBe('c2');
  expect(c({}, {})).toBeUndefined();
});

/** Applies a change as clients of Home Assistant do. */
function apply(known: Compressed, step: { '+'?: Partial<Compressed>; '-'?: { a: string[] } }): Compressed {
  const { '+': plus = {}, '-': minus } = step;
  const next: Compressed = { ...known, ...plus, a: { ...known.a, ...plus.a } };
  if (plus.c !== undefined) {
    const old = typeof known.c === 'string' ? { ...context, id: known.c } : known.c;
    next.c = typeof plus.c === 'string' ? { ...old, id: plus.c } : { ...old, ...plus.c };
  }
  if (plus.lc !== undefined) next.lu = plus.lc;
  for (const key of minus?.a ?? []) delete next.a[key];
  return next;
}

const attributes = fc.dictionary(fc.constantFrom('a', 'b', 'c', '__proto__', 'ü"'), fc.jsonValue(), {
  noNullPrototype: true,
});
const contexts = fc.record({
  id: fc.constantFrom('c1', 'c2', 'c3'),
  parent_id: fc.constantFrom(null, 'p'),
  user_id: fc.constantFrom(null, 'me'),
});

test('a client that applies any chain of changes knows the newest state', () => {
  const moment = fc.record({ state: fc.constantFrom('on', 'off'), attributes, context: contexts });
  fc.assert(
    fc.property(fc.array(moment, { minLength: 2, maxLength: 8 }), (moments) => {
      const states: State[] = [];
      for (const [i, { state: text, ...rest }] of moments.entries()) {
        const last = states.at(-1);
        const changed = last?.state === text ? last.last_changed : at + i * 1000;
        states.push(state({ ...rest, state: text, last_changed: changed, last_updated: at + i * 1000 }));
      }
      let known = diff(null, states[0] as State).a['light.a'] as Compressed;
      for (let i = 1; i < states.length; i += 1)
        known = apply(known, diff(states[i - 1] as State, states[i] as State).c['light.a']);
      const newest = states.at(-1) as State;
      expect({ s: known.s, a: known.a, lc: known.lc, lu: known.lu ?? known.lc }).toEqual({
        s: newest.state,
        a: JSON.parse(JSON.stringify(newest.attributes)),
        lc: newest.last_changed / 1000,
        lu: newest.last_updated / 1000,
      });
      expect(typeof known.c === 'string' ? { ...context, id: known.c } : known.c).toEqual(newest.context);
    }),
  );
});
