import { expect, test } from 'vitest';
import { coverDomain } from '../../../src/domains/cover/cover.ts';
import { DomainEntity } from '../../support/domain-entity.ts';
import { behaviorRows, tryRow } from '../../support/golden-rows.ts';

const ALL = Object.keys(coverDomain.features);

function cover(values: object, features: readonly string[] = ALL): DomainEntity {
  return new DomainEntity(coverDomain, {
    features,
    values: { ...values },
    capabilities: { supported_speeds: ['slow', 'fast'] },
  });
}

const makes = [
  () => cover({ position: 50, tilt_position: 50 }, ALL.slice(0, 8)),
  () => cover({ closed: true }, ['open', 'close', 'stop']),
];

for (const row of behaviorRows('cover')) test(`recorded: ${row.id}`, () => tryRow(row, makes));

test('the state follows movement first, then is_closed, then the position', () => {
  const state = (values: object): string => cover(values).state;
  expect(state({ position: 0, moving: 'opening' })).toBe('opening');
  expect(state({ position: 90, moving: 'closing' })).toBe('closing');
  expect(state({ position: 1 })).toBe('open');
  expect(state({ position: 0 })).toBe('closed');
  expect(state({ position: 5, closed: true })).toBe('closed');
  expect(state({})).toBe('unknown');
});

test('attributes are present if known; is_closed always is', () => {
  expect(cover({}).attributes).toEqual({
    is_closed: null,
    supported_features: 511,
    supported_speeds: ['slow', 'fast'],
  });
  expect(cover({ position: 30, tilt_position: 0 }, ['open']).attributes).toEqual({
    is_closed: false,
    current_position: 30,
    current_tilt_position: 0,
    supported_features: 1,
  });
});

test('toggle stops what moves, and else goes the other way', () => {
  const toggled = (values: object, features = ALL) => cover(values, features).call('toggle').last?.service;
  expect(toggled({ position: 40, moving: 'opening' })).toBe('stop_cover');
  expect(toggled({ position: 40, moving: 'opening' }, ['open', 'close'])).toBe('close_cover');
  expect(toggled({ position: 40, moving: 'closing' }, ['open', 'close'])).toBe('open_cover');
  expect(toggled({ position: 0 })).toBe('open_cover');
  expect(toggled({ position: 100 })).toBe('close_cover');
  expect(toggled({ position: 40 })).toBe('close_cover');
  const halfway = cover({ position: 100 })
    .report({ moving: 'closing' })
    .report({ position: 40, moving: null });
  expect(halfway.call('toggle').last?.service).toBe('open_cover');
});

test('a cover without a position reports none after it was opened or closed', () => {
  const door = cover({ closed: true }, ['open', 'close']);
  expect(door.call('open_cover').attributes).toEqual({ is_closed: false, supported_features: 3 });
  expect(door.call('close_cover').state).toBe('closed');
});

test('a speed the cover lacks is left out', () => {
  expect(cover({ position: 1 }).call('open_cover', { speed: 'fast' }).last?.fields).toEqual({
    speed: 'fast',
  });
  expect(cover({ position: 1 }).call('open_cover', { speed: 'warp' }).last?.fields).toEqual({});
  expect(cover({ position: 1 }, ['close']).call('close_cover', { speed: 'fast' }).last?.fields).toEqual({});
});

test('slats toggle between closed and open', () => {
  const slats = cover({ tilt_position: 0 });
  expect(slats.call('toggle_cover_tilt').attributes.current_tilt_position).toBe(100);
  expect(slats.call('toggle_cover_tilt').attributes.current_tilt_position).toBe(0);
  expect(slats.call('set_cover_tilt_position', { tilt_position: '33' }).last?.fields).toEqual({
    tilt_position: 33,
  });
  expect(() => slats.call('set_cover_tilt_position', { tilt_position: 101 })).toThrow('tilt_position');
});
