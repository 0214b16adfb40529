import { describe, expect, it } from 'vitest';
import type { StatisticMetadata } from '../../../src/history/statistics/statistic.ts';
import {
  type PresentState,
  repairIssues,
  validateStatistics,
} from '../../../src/history/statistics/validate-statistics.ts';

const ID = 'sensor.x';
const CELSIUS: StatisticMetadata = { meanType: 1, hasSum: false, unit: '°C', unitClass: 'temperature' };
const ENERGY: StatisticMetadata = { meanType: 0, hasSum: true, unit: 'kWh', unitClass: 'energy' };
const CATS: StatisticMetadata = { meanType: 1, hasSum: false, unit: 'cats', unitClass: null };

function state(value: string, attributes: Record<string, unknown>, entity_id = ID): PresentState {
  return { entity_id, state: value, attributes };
}

function validate(
  metadata: Readonly<Record<string, StatisticMetadata>>,
  states: readonly PresentState[],
  isRecorded = (_: string): boolean => true,
) {
  return Object.fromEntries(
    validateStatistics({ metadata: new Map(Object.entries(metadata)), states, isRecorded }),
  );
}

const typesOf = (present: PresentState, stored: StatisticMetadata): string[] =>
  repairIssues(present, stored).map(({ type }) => type);
const measured = (unit: unknown) => ({ state_class: 'measurement', unit_of_measurement: unit });

describe('the validation of statistics', () => {
  it('finds nothing where the unit converts', () => {
    const meter = { state_class: 'total', unit_of_measurement: 'Wh', device_class: 'energy' };
    expect(validate({ [ID]: ENERGY }, [state('5', meter)])).toEqual({});
    expect(typesOf(state('5', measured('RPM')), { ...CATS, unit: 'rpm' })).toEqual([]);
  });

  it('names sensors without a state, and nothing of other domains', () => {
    const metadata = { [ID]: ENERGY, 'climate.x': CELSIUS, 'climate.y': CELSIUS };
    expect(validate(metadata, [state('5', {}, 'climate.x')], () => false)).toEqual({
      [ID]: [{ type: 'no_state', data: { statistic_id: ID } }],
    });
  });

  it('names units that do not convert, with all that would', () => {
    expect(validate({ [ID]: CELSIUS }, [state('5', measured(undefined))])).toEqual({
      [ID]: [
        {
          type: 'units_changed',
          data: {
            statistic_id: ID,
            state_unit: null,
            state_unit_class: 'unitless',
            metadata_unit: '°C',
            metadata_unit_class: 'temperature',
            supported_unit: 'K, °C, °F',
          },
        },
      ],
    });
    const ratio = { ...CELSIUS, unit: null, unitClass: 'unitless' };
    expect(repairIssues(state('5', measured('°C')), ratio)).toMatchObject([
      { data: { state_unit: '°C', metadata_unit: null, supported_unit: '%, <None>, ppb, ppm' } },
    ]);
    expect(repairIssues(state('5', measured('dogs')), CATS)).toMatchObject([
      { data: { state_unit_class: null, metadata_unit_class: null, supported_unit: 'cats' } },
    ]);
    // The unit alone decides what converts, whatever class is stored.
    expect(typesOf(state('5', measured('°F')), { ...CELSIUS, unitClass: null })).toEqual([]);
    expect(repairIssues(state('5', measured(['°C'])), CELSIUS)).toMatchObject([
      { data: { state_unit: ['°C'], state_unit_class: null } },
    ]);
  });

  it('names state classes that are missing or not valid, of numbers only', () => {
    for (const state_class of [undefined, null, 'average', ['total']]) {
      const attributes = { ...measured('°C'), state_class };
      expect(typesOf(state('5', attributes), CELSIUS)).toEqual(['state_class_removed']);
      expect(typesOf(state('unavailable', attributes), CELSIUS)).toEqual([]);
    }
    expect(typesOf(state('5', { unit_of_measurement: 'W' }), CELSIUS)).toEqual([
      'state_class_removed',
      'units_changed',
    ]);
  });

  it.each([
    ['measurement_angle', CELSIUS, 1, 2],
    ['total', CELSIUS, 1, 0],
    ['measurement', { ...ENERGY, unit: '°C' }, 0, 1],
  ])('names a mean that changed to that of %s, of any state', (stateClass, stored, before, after) => {
    const attributes = { state_class: stateClass, unit_of_measurement: '°C' };
    for (const value of ['5', 'unavailable'])
      expect(repairIssues(state(value, attributes), stored)).toEqual([
        {
          type: 'mean_type_changed',
          data: { statistic_id: ID, metadata_mean_type: before, state_mean_type: after },
        },
      ]);
  });

  it('names entities that are not recorded', () => {
    const states = ['a', 'b', 'c'].map((name) => state('5', measured('°C'), `sensor.${name}`));
    const metadata = { 'sensor.a': CELSIUS, 'sensor.b': CATS };
    expect(validate(metadata, [...states, state('5', {}, 'sensor.d')], () => false)).toMatchObject({
      'sensor.a': [{ type: 'entity_no_longer_recorded', data: { statistic_id: 'sensor.a' } }],
      'sensor.b': [{ type: 'units_changed' }, { type: 'entity_no_longer_recorded' }],
      'sensor.c': [{ type: 'entity_not_recorded', data: { statistic_id: 'sensor.c' } }],
    });
    expect(validate({}, [state('5', {}, 'sensor.d')], () => false)).toEqual({});
  });
});
