import fc from 'fast-check';
import { expect, test } from 'vitest';
import { numberDomain } from '../../src/domains/number/number.ts';
import { selectDomain } from '../../src/domains/select/select.ts';
import { textDomain } from '../../src/domains/text/text.ts';
import { DomainEntity } from '../support/domain-entity.ts';
import { behaviorRows, tryRow } from '../support/golden-rows.ts';
import { refusalKey } from '../support/refusal-key.ts';

function number(capabilities: object = {}, value: number | null = 25): DomainEntity {
  return new DomainEntity(numberDomain, { capabilities: { ...capabilities }, values: { value } });
}

function select(option: string | null = 'b', options = ['a', 'b', 'c']): DomainEntity {
  return new DomainEntity(selectDomain, { capabilities: { options }, values: { option } });
}

function text(capabilities: object = {}): DomainEntity {
  return new DomainEntity(textDomain, { capabilities: { ...capabilities }, values: { value: 'word' } });
}

for (const row of behaviorRows('number')) test(`recorded: ${row.id}`, () => tryRow(row, [number]));
for (const row of behaviorRows('select')) test(`recorded: ${row.id}`, () => tryRow(row, [select]));
for (const row of behaviorRows('text')) test(`recorded: ${row.id}`, () => tryRow(row, [text]));

test('a number ranges from 0 to 100 by default, in steps that fit its range', () => {
  expect(number().attributes).toEqual({ min: 0, max: 100, step: 1, mode: 'auto' });
  const step = (max: number): unknown => number({ min: 0, max }).attributes.step;
  expect([1.5, 1, 0.5, 0.1, 0].map(step)).toEqual([1, 0.1, 0.1, 0.01, 1]);
  fc.assert(
    fc.property(fc.double({ min: 1e-9, max: 1e9, noNaN: true }), (max) => {
      expect(step(max)).toBeLessThan(max);
    }),
  );
});

test('a number beyond its limits is refused and named', () => {
  expect(number().call('set_value', { value: '100' }).state).toBe('100');
  expect(number({ min: -5, max: 5 }, null).state).toBe('unknown');
  expect(refusalKey(() => number({ min: -5, max: 5 }).call('set_value', { value: 5.01 }))).toBe(
    'out_of_range',
  );
});

test('a choice without a present one begins at the end it goes from', () => {
  expect(select(null).call('select_next').state).toBe('a');
  expect(select(null).call('select_previous').state).toBe('c');
  expect(select('gone').state).toBe('unknown');
  expect(select('gone').call('select_next').state).toBe('b');
  expect(select('a').call('select_previous', { cycle: false }).state).toBe('a');
});

test('only what there is can be chosen', () => {
  expect(refusalKey(() => select().call('select_option', { option: 'A' }))).toBe('not_valid_option');
  expect(refusalKey(() => select(null, []).call('select_first'))).toBe('no_options');
  expect(refusalKey(() => select(null, []).call('select_next'))).toBe('no_options');
});

test('any walk over the options stays among them', () => {
  const services = ['select_next', 'select_previous', 'select_first', 'select_last'];
  const walks = fc.array(fc.tuple(fc.constantFrom(...services), fc.boolean()), { maxLength: 20 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), walks, (count, walk) => {
      const options = Array.from({ length: count }, (_, i) => `option ${i}`);
      const one = select(null, options);
      for (const [service, cycle] of walk) {
        one.call(service, service.endsWith('t') && /next/.test(service) ? { cycle } : {});
        expect(options).toContain(one.state);
      }
    }),
  );
});

test('texts keep to their length in characters and to their pattern', () => {
  expect(text().attributes).toEqual({ mode: 'text', min: 0, max: 100, pattern: null });
  const set = (value: string, capabilities: object) => text(capabilities).call('set_value', { value });
  expect(set('😀😀', { max: 2 }).state).toBe('😀😀');
  expect(refusalKey(() => set('abc', { max: 2 }))).toBe('value_too_long');
  expect(refusalKey(() => set('', { min: 1 }))).toBe('value_too_short');
  expect(refusalKey(() => set('1a', { pattern: '[a-z]+' }))).toBe('value_pattern_mismatch');
  expect(set('a1', { pattern: '[a-z]+' }).state).toBe('a1');
});
