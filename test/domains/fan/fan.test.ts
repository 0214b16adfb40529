import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fanDomain } from '../../../src/domains/fan/fan.ts';
import { DomainEntity } from '../../support/domain-entity.ts';
import { behaviorRows, tryRow } from '../../support/golden-rows.ts';

const ALL = Object.keys(fanDomain.features);

function fan(values: object = {}, features: readonly string[] = ALL): DomainEntity {
  return new DomainEntity(fanDomain, {
    features,
    values: { ...values },
    capabilities: { speed_count: 3, preset_modes: ['auto', 'sleep'] },
  });
}

const makes = [
  () => fan({ percentage: null, direction: 'forward', oscillating: false }),
  () => fan({}, ['preset_mode', 'turn_on', 'turn_off']),
];

for (const row of behaviorRows('fan')) test(`recorded: ${row.id}`, () => tryRow(row, makes));

test('a fan is on at a speed or in a preset, unless it reports its own state', () => {
  expect(
    [{}, { percentage: 0 }, { percentage: 1 }, { preset_mode: 'auto' }].map((v) => fan(v).state),
  ).toEqual(['off', 'off', 'on', 'on']);
  expect(fan({ on: false, percentage: 50 }).state).toBe('off');
  expect(fan({ on: null, percentage: 50 }).state).toBe('unknown');
});

test('attributes belong to features', () => {
  expect(fan({ percentage: 33 }, ['set_speed']).attributes).toEqual({
    percentage: 33,
    percentage_step: 100 / 3,
    preset_mode: null,
    preset_modes: ['auto', 'sleep'],
    supported_features: 1,
  });
  expect(fan({ on: true }, ['turn_on']).attributes).toEqual({ supported_features: 32 });
});

test('a speed clears a preset, and a preset a speed', () => {
  expect(fan().call('turn_on', { preset_mode: 'auto' }).attributes).toMatchObject({
    preset_mode: 'auto',
    percentage: null,
  });
  expect(fan({ preset_mode: 'auto' }).call('set_percentage', { percentage: 40 }).attributes).toMatchObject({
    preset_mode: null,
    percentage: 40,
  });
});

test('turning on restores the last speed', () => {
  const one = fan().call('set_percentage', { percentage: 66 }).call('turn_off');
  expect(one.attributes.percentage).toBe(0);
  expect(one.call('turn_on').attributes.percentage).toBe(66);
  expect(fan({ on: false, percentage: 20 }).call('turn_on').state).toBe('on');
  expect(fan({ percentage: 20 }).call('turn_on', { percentage: 0 }).state).toBe('off');
});

test('the driver of a fan receives the preset and the speed it is turned on with', () => {
  const both = { percentage: 30, preset_mode: 'auto' };
  expect(fan().call('turn_on', both).last).toMatchObject({ service: 'turn_on', fields: both });
  expect(fan().call('turn_on', { percentage: 0 }).last).toMatchObject({ service: 'turn_on' });
});

test('a fan that reports its own state keeps reporting it', () => {
  const one = fan({ on: false });
  expect(one.call('set_percentage', { percentage: 10 }).state).toBe('on');
  expect(one.call('set_percentage', { percentage: 0 }).state).toBe('off');
  expect(one.call('set_preset_mode', { preset_mode: 'sleep' }).state).toBe('on');
});

test('a direction there is not is refused', () => {
  expect(() => fan().call('set_direction', { direction: 'up' })).toThrow("'direction'");
  expect(() => fan().call('set_direction')).toThrow("'direction'");
});

test('steps never leave the limits, and every speed can be reached by steps', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), (speed_count) => {
      const one = new DomainEntity(fanDomain, { features: ALL, capabilities: { speed_count }, values: {} });
      const seen = new Set<unknown>();
      for (let i = 0; i < speed_count; i += 1) seen.add(one.call('increase_speed').attributes.percentage);
      expect([seen.size, one.attributes.percentage]).toEqual([speed_count, 100]);
      expect(one.call('increase_speed').attributes.percentage).toBe(100);
    }),
  );
});
