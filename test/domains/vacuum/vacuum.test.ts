import { expect, test } from 'vitest';
import { lawnMowerDomain } from '../../../src/domains/lawn-mower/lawn-mower.ts';
import { vacuumDomain } from '../../../src/domains/vacuum/vacuum.ts';
import { DomainEntity } from '../../support/domain-entity.ts';
import { behaviorRows, tryRow } from '../../support/golden-rows.ts';
import { refusalKey } from '../../support/refusal-key.ts';

function vacuum(features = Object.keys(vacuumDomain.features), options: object = {}): DomainEntity {
  return new DomainEntity(vacuumDomain, {
    features,
    capabilities: { fan_speed_list: ['min', 'max'] },
    values: { state: 'docked', fan_speed: 'min' },
    options: { ...options },
  });
}

const mower = () =>
  new DomainEntity(lawnMowerDomain, {
    features: Object.keys(lawnMowerDomain.features),
    values: { state: 'docked' },
  });

for (const row of behaviorRows('vacuum'))
  test(`recorded: ${row.id}`, () => tryRow(row, [() => vacuum(), () => vacuum(['state', 'start'])]));
for (const row of behaviorRows('lawn_mower')) test(`recorded: ${row.id}`, () => tryRow(row, [mower]));

test('fan speeds are reported by cleaners that have them', () => {
  expect(vacuum(['fan_speed']).attributes).toEqual({
    fan_speed_list: ['min', 'max'],
    fan_speed: 'min',
    supported_features: 32,
  });
  expect(vacuum(['start']).attributes).toEqual({ supported_features: 8192 });
});

test('areas are cleaned as the user mapped them', () => {
  const mapped = { area_mapping: { kitchen: ['1', '4'], hall: ['2'] } };
  const clean = (areas: unknown, options?: object) =>
    vacuum(undefined, options).call('clean_area', { cleaning_area_id: areas });
  expect(clean(['hall', 'attic', 'kitchen'], mapped).last?.fields).toEqual({ segment_ids: ['2', '1', '4'] });
  expect(clean('hall', mapped).state).toBe('cleaning');
  expect(clean(null, mapped)).toMatchObject({ state: 'docked', last: { fields: { segment_ids: [] } } });
  expect(refusalKey(() => clean('attic', mapped))).toBe('areas_not_mapped');
  expect(refusalKey(() => clean('__proto__', mapped))).toBe('areas_not_mapped');
  expect(refusalKey(() => clean('hall'))).toBe('area_mapping_not_configured');
});

test("what a cleaner's own command takes is an object or a list", () => {
  const params = (value: unknown) =>
    vacuum().call('send_command', { command: 'beep', params: value }).last?.fields.params;
  expect([params({ a: 1 }), params([1]), params('x'), params(null)]).toEqual([{ a: 1 }, [1], ['x'], []]);
  expect(vacuum().call('send_command', { command: 'beep' }).last?.fields).toEqual({ command: 'beep' });
});

test('a mower stops where it is', () => {
  expect(mower().call('start_mowing').call('stop').state).toBe('idle');
});
