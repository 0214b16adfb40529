import { expect, test } from 'vitest';
import { lockDomain } from '../../../src/domains/lock/lock.ts';
import { DomainEntity } from '../../support/domain-entity.ts';
import { behaviorRows, tryRow } from '../../support/golden-rows.ts';
import { refusalKey } from '../../support/refusal-key.ts';

function lock(made: { features?: string[]; code_format?: string; default_code?: string } = {}): DomainEntity {
  const { features = [], code_format, default_code } = made;
  return new DomainEntity(lockDomain, {
    features,
    capabilities: code_format === undefined ? {} : { code_format },
    values: { state: 'locked' },
    options: default_code === undefined ? {} : { default_code },
  });
}

const makes = [() => lock(), () => lock({ code_format: '^\\d{4}$' }), () => lock({ features: ['open'] })];

for (const row of behaviorRows('lock')) test(`recorded: ${row.id}`, () => tryRow(row, makes));

test('attributes are only present with a value', () => {
  expect(lock().attributes).toEqual({ supported_features: 0 });
  expect(lock({ code_format: '\\d+' }).report({ changed_by: 'Anna' }).attributes).toEqual({
    changed_by: 'Anna',
    code_format: '\\d+',
    supported_features: 0,
  });
});

test('a code must match from its start; a missing one is empty text, or the default the user keeps', () => {
  expect(lock({ code_format: '\\d{4}' }).call('unlock', { code: '12345' }).last?.fields).toEqual({
    code: '12345',
  });
  expect(refusalKey(() => lock({ code_format: '\\d{4}' }).call('unlock', { code: 'x1234' }))).toBe(
    'add_default_code',
  );
  expect(refusalKey(() => lock({ code_format: '\\d{4}' }).call('unlock'))).toBe('add_default_code');
  expect(lock({ code_format: '\\d*' }).call('unlock').last?.fields).toEqual({});
  const kept = lock({ code_format: '^\\d{4}$', default_code: '4711' });
  expect(kept.call('unlock').last?.fields).toEqual({ code: '4711' });
  expect(kept.call('lock', { code: '' }).last?.fields).toEqual({ code: '4711' });
  expect(lock({ default_code: '4711' }).call('unlock').last?.fields).toEqual({});
});

test('patterns of other dialects work, and broken ones match nothing', () => {
  expect(lock({ code_format: '(?P<a>\\d)(?P=a)\\Z' }).call('unlock', { code: '77' }).state).toBe('unlocked');
  expect(refusalKey(() => lock({ code_format: '(' }).call('unlock', { code: '(' }))).toBe('add_default_code');
});
