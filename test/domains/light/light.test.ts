import { expect, test } from 'vitest';
import type { ColorMode, LightValues, LightView } from '../../../src/domains/light/color-mode.ts';
import { lightDomain } from '../../../src/domains/light/light.ts';
import { planTurnOff, planTurnOn } from '../../../src/domains/light/turn-on.ts';
import { DomainEntity } from '../../support/domain-entity.ts';
import { behaviorRows, tryRow } from '../../support/golden-rows.ts';
import { refusalKey } from '../../support/refusal-key.ts';
import { testData } from '../../support/test-data.ts';

const cases = testData(import.meta.filename);

const ROOMS = cases<readonly (readonly string[])[]>('rooms');

function light(modes: readonly string[], made: { features?: string[]; values?: Partial<LightValues> } = {}) {
  return new DomainEntity(lightDomain, {
    features: made.features ?? [],
    capabilities: { supported_color_modes: modes, effect_list: ['off', 'rainbow'] },
    values: { on: false, ...made.values },
  });
}

const lit = { on: true, color_mode: 'hs', hs_color: [120, 50], brightness: 128 } as const;

const makes = ROOMS.map(
  (modes) => () => light(modes, { values: { color_mode: modes[0] as ColorMode, brightness: 200 } }),
);

for (const row of behaviorRows('light')) test(`recorded: ${row.id}`, () => tryRow(row, makes));

test('no light gets 0 K, and one without color temperature ignores it', () => {
  for (const modes of [['color_temp'], ['hs'], ['rgbww']])
    expect(refusalKey(() => light(modes).call('turn_on', { color_temp_kelvin: 0 }))).toBe(
      'color_temp_out_of_range',
    );
  expect(light(['brightness']).call('turn_on', { color_temp_kelvin: 0 }).state).toBe('on');
});

test('the recorded rows are there', () => {
  expect(behaviorRows('light').length).toBeGreaterThan(90);
});

test('mired and kelvin of older clients are taken in and given out', () => {
  const one = light(['color_temp'], { values: { brightness: 9 } });
  expect(one.call('turn_on', { color_temp: 300 }).attributes).toMatchObject({
    color_mode: 'color_temp',
    color_temp_kelvin: 3333,
    color_temp: 300,
    min_mireds: 153,
    max_mireds: 500,
    min_color_temp_kelvin: 2000,
    max_color_temp_kelvin: 6535,
  });
  expect(one.call('turn_on', { kelvin: 2500 }).attributes.color_temp).toBe(400);
  expect(() => one.call('turn_on', { kelvin: 2500, color_temp: 300 })).toThrow("'color_temp'");
  expect(() => one.call('turn_on', { color_temp: 0 })).toThrow("at 'color_temp'");
});

test('a light that is on, toggled, goes off and keeps of the fields only what that takes', () => {
  const one = light(['hs'], { values: lit, features: ['transition', 'flash'] });
  one.call('toggle', { brightness: 3, transition: 2, flash: 'short', effect: 'x' });
  expect([one.state, one.last]).toEqual([
    'off',
    { service: 'turn_off', fields: { transition: 2, flash: 'short' } },
  ]);
  expect(one.call('toggle', { brightness: 3 }).attributes).toMatchObject({ brightness: 3, color_mode: 'hs' });
  expect(one.call('turn_off').call('toggle', { brightness_pct: 0 }).state).toBe('off');
});

test('turning on without fields restores the last values', () => {
  const one = light(['hs'], { values: { ...lit, on: false } });
  expect(one.attributes).toMatchObject({ brightness: null, hs_color: null, color_mode: null });
  expect(one.call('turn_on').attributes).toMatchObject({ brightness: 128, hs_color: [120, 50] });
});

test('effects last until a color is chosen, and are left out where there are none', () => {
  const one = light(['rgb'], { features: ['effect'], values: lit });
  expect(one.call('turn_on', { effect: 'rainbow' }).attributes.effect).toBe('rainbow');
  expect(one.call('turn_on', { brightness: 5 }).attributes.effect).toBe('rainbow');
  expect(one.call('turn_on', { rgb_color: [1, 2, 3] }).attributes.effect).toBe('off');
  expect(one.call('turn_off').attributes.effect).toBe(null);
  const plain = light(['rgb']).call('turn_on', { effect: 'rainbow' });
  expect([plain.last?.fields, 'effect' in plain.attributes, 'effect_list' in plain.attributes]).toEqual([
    {},
    false,
    false,
  ]);
});

test('default profiles apply where a call has no values', () => {
  const defaults = new Map([
    ['group.all_lights', { brightness: 7, transition: 3 }],
    ['light.one', { color: [10, 20] as const, brightness: 200, transition: 1 }],
  ]);
  const profiles = { named: new Map(), defaults };
  const off = light(['hs'], { features: ['transition'] }) as unknown as LightView;
  const on = light(['hs'], { features: ['transition'], values: lit }) as unknown as LightView;
  expect(planTurnOn(off, { brightness: 5 }, profiles).fields).toEqual({
    brightness: 5,
    hs_color: [10, 20],
    transition: 1,
  });
  expect(planTurnOn(on, { brightness: 5 }, profiles).fields).toEqual({ brightness: 5, transition: 1 });
  expect(planTurnOn(on, {}, profiles).fields).toEqual({ brightness: 200, hs_color: [10, 20], transition: 1 });
  expect(planTurnOff(on, {}, profiles).fields).toEqual({ transition: 1 });
  expect(planTurnOff({ ...on, id: 'light.two' }, { transition: 9 }, profiles).fields).toEqual({
    transition: 9,
  });
  expect(planTurnOff({ ...on, id: 'light.two' }, {}, profiles).fields).toEqual({ transition: 3 });
});

test('supported modes are listed in order, and a light with one need not report its mode', () => {
  expect(light(['hs', 'color_temp']).attributes.supported_color_modes).toEqual(['color_temp', 'hs']);
  expect(light(['brightness'], { values: { on: true, brightness: 4 } }).attributes).toMatchObject({
    color_mode: 'brightness',
    brightness: 4,
  });
  expect(light(['hs', 'color_temp'], { values: { on: true, brightness: 4 } }).attributes).toMatchObject({
    color_mode: 'unknown',
    brightness: null,
  });
});
