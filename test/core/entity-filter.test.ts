import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { compileFilter, compileGlob, type EntitySelection } from '../../src/core/entity-filter.ts';
import { testData } from '../support/test-data.ts';

const cases = testData(import.meta.filename);

const select = (fields: Partial<EntitySelection> = {}): EntitySelection => ({
  domains: [],
  entities: [],
  entity_globs: [],
  ...fields,
});
const passes = (include: Partial<EntitySelection>, exclude: Partial<EntitySelection>, id: string) =>
  compileFilter(select(include), select(exclude))?.(id);

test('no criteria are no filter', () => {
  expect(compileFilter(select(), select())).toBeNull();
});

test('an inclusion alone lets its own pass, an exclusion alone keeps its own out', () => {
  expect(passes({ domains: ['light'] }, {}, 'light.a')).toBe(true);
  expect(passes({ domains: ['light'] }, {}, 'switch.a')).toBe(false);
  expect(passes({ entities: ['light.a'] }, {}, 'light.b')).toBe(false);
  expect(passes({}, { domains: ['light'] }, 'light.a')).toBe(false);
  expect(passes({}, { entity_globs: ['*.a'] }, 'switch.b')).toBe(true);
});

test('a named entity outweighs a pattern, a pattern outweighs a domain', () => {
  expect(passes({ entities: ['light.a'], domains: ['switch'] }, { domains: ['light'] }, 'light.a')).toBe(
    true,
  );
  expect(passes({ domains: ['light'] }, { entities: ['light.a'] }, 'light.a')).toBe(false);
  expect(passes({ domains: ['light'] }, { entity_globs: ['light.a*'] }, 'light.ab')).toBe(false);
  expect(passes({ entity_globs: ['light.*'] }, { entity_globs: ['light.a*'] }, 'light.ab')).toBe(true);
  expect(passes({ entities: ['light.ab'] }, { entity_globs: ['light.a*'] }, 'light.ab')).toBe(true);
});

test('patterns support stars, single letters and classes', () => {
  const rows = cases<[string, string, boolean][]>('globs');
  for (const [pattern, text, is] of rows) expect(compileGlob(pattern)(text), `${pattern} ${text}`).toBe(is);
});

test('any pattern agrees with its regular expression', () => {
  const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?', '.'), maxLength: 8 });
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '.'), maxLength: 10 });
  fc.assert(
    fc.property(pattern, text, (glob, id) => {
      const source = glob.replaceAll('.', '\\.').replaceAll('?', '.').replace(/\*+/g, '.*');
      expect(compileGlob(glob)(id)).toBe(new RegExp(`^${source}$`).test(id));
    }),
  );
});

test('a malicious pattern does not take forever', () => {
  expect(compileGlob(`${'*a'.repeat(100)}b`)('a'.repeat(255))).toBe(false);
});

test('each entity is tried once, however often its state changes', () => {
  const pattern = `*${'?'.repeat(20)}x`;
  const filter = compileFilter(
    select({ entity_globs: Array.from({ length: 100 }, () => pattern) }),
    select(),
  );
  const spy = vi.spyOn(String.prototype, 'charAt');
  try {
    expect(filter?.('sensor.outside_temperature')).toBe(false);
    const tries = spy.mock.calls.length;
    expect(tries).toBeGreaterThan(100);
    for (let n = 0; n < 1000; n += 1) filter?.('sensor.outside_temperature');
    expect(spy.mock.calls.length).toBe(tries);
  } finally {
    spy.mockRestore();
  }
});
