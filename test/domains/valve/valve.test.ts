import { expect, test } from 'vitest';
import { valveDomain } from '../../../src/domains/valve/valve.ts';
import { DomainEntity } from '../../support/domain-entity.ts';
import { behaviorRows, tryRow } from '../../support/golden-rows.ts';

function valve(values: object, features = Object.keys(valveDomain.features), capabilities: object = {}) {
  return new DomainEntity(valveDomain, {
    features,
    values: { ...values },
    capabilities: { ...capabilities },
  });
}

const makes = [() => valve({ position: 40 }), () => valve({ closed: true }, ['open', 'close'])];

for (const row of behaviorRows('valve')) test(`recorded: ${row.id}`, () => tryRow(row, makes));

test('valves with a known position report it', () => {
  expect(valve({ closed: false }).attributes).toEqual({ is_closed: false, supported_features: 15 });
  expect(valve({ closed: false }, ['open'], { reports_position: true }).attributes).toEqual({
    is_closed: false,
    current_position: null,
    supported_features: 1,
  });
});

test('toggle stops, opens or closes', () => {
  expect(valve({ position: 5, moving: 'opening' }).call('toggle').last?.service).toBe('stop_valve');
  expect(valve({ position: 0 }).call('toggle')).toMatchObject({
    state: 'open',
    last: { service: 'open_valve' },
  });
  expect(valve({ closed: false }).call('toggle').state).toBe('closed');
});
