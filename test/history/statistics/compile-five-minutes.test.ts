import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePeriod, type PeriodInput } from '../../../src/history/statistics/compile-five-minutes.ts';
import { type Reading, readingAttributes } from '../../../src/history/statistics/reading.ts';
import type { StatisticMetadata } from '../../../src/history/statistics/statistic.ts';

const START = Date.parse('2026-09-01T10:00:00Z');
const END = START + 300_000;
const WATTS = { state_class: 'measurement', device_class: 'power', unit_of_measurement: 'W' };
const ENERGY = { state_class: 'total_increasing', device_class: 'energy', unit_of_measurement: 'kWh' };
const POWER: StatisticMetadata = { meanType: 1, hasSum: false, unit: 'W', unitClass: 'power' };

function reading(second: number, state: string | null, attributes: Record<string, unknown> = WATTS): Reading {
  const at = START + second * 1000;
  return { at, changedAt: at, state, attributes: readingAttributes(attributes) };
}

function compile(readings: readonly Reading[], more: Partial<PeriodInput> = {}) {
  return compilePeriod({
    start: START,
    end: END,
    inForce: readings.findLast(({ at }) => at < START) ?? null,
    samples: readings.filter(({ at }) => at >= START),
    metadata: null,
    before: null,
    timeZone: 'Europe/Amsterdam',
    ...more,
  });
}

const kindsOf = (readings: readonly Reading[], more?: Partial<PeriodInput>): string[] =>
  compile(readings, more).warnings.map(({ kind }) => kind);

describe('a period', () => {
  it('has no row without samples, after a removal or with malformed attributes', () => {
    expect(compile([]).row).toBeNull();
    expect(compile([reading(-10, '5'), reading(10, null, {})]).row).toBeNull();
    for (const attribute of ['unit_of_measurement', 'device_class'])
      expect(compile([reading(-10, '5', { ...WATTS, [attribute]: ['W'] })])).toEqual({
        metadata: null,
        row: null,
        warnings: [],
      });
    expect(compile([reading(-10, '5', { ...WATTS, state_class: ['measurement'] })]).row).toBeNull();
  });

  it('leaves out earlier samples with a malformed unit', () => {
    const malformed = reading(-10, '900', { ...WATTS, unit_of_measurement: {} });
    expect(compile([malformed, reading(100, '5')]).row).toMatchObject({ mean: 5, min: 5, max: 5 });
  });

  it('keeps the metadata object that has not changed', () => {
    expect(compile([reading(-10, '5')], { metadata: POWER }).metadata).toBe(POWER);
    expect(compile([reading(-10, 'unavailable')], { metadata: POWER }).metadata).toBe(POWER);
    expect(compile([reading(-10, '5')]).metadata).toEqual(POWER);
  });

  it('ignores attributes of a mean that change without the state, not those of a meter', () => {
    const changed = (attributes: Record<string, unknown>): Reading => ({
      ...reading(100, '5', attributes),
      changedAt: START - 10_000,
    });
    const kilowatts = changed({ ...WATTS, unit_of_measurement: 'kW' });
    expect(compile([reading(-10, '5'), kilowatts]).row).toMatchObject({ mean: 5, max: 5 });
    const energy = { ...ENERGY, state_class: 'total' };
    const wattHours = changed({ ...energy, unit_of_measurement: 'Wh' });
    expect(compile([reading(-10, '5', energy), wattHours]).row).toMatchObject({ state: 0.005 });
  });

  it('has no row if a number exceeds what can be stored', () => {
    expect(compile([reading(-10, '1.7e308')]).row).toBeNull();
    const meter = [reading(-10, '-1.7e308', ENERGY), reading(10, '1.7e308', ENERGY)];
    expect(compile(meter).row).toBeNull();
  });

  it('has the mean between the least and the greatest number, from the first one on', () => {
    const number = fc.record({ second: fc.integer({ min: 0, max: 299 }), value: fc.integer() });
    fc.assert(
      fc.property(fc.uniqueArray(number, { minLength: 1, selector: ({ second }) => second }), (numbers) => {
        const sorted = [...numbers].sort((one, other) => one.second - other.second);
        const { row } = compile(sorted.map(({ second, value }) => reading(second, String(value))));
        // The same by sampling every second.
        const each = Array.from({ length: 300 }, (_, second) =>
          sorted.findLast((one) => one.second <= second),
        ).flatMap((one) => one?.value ?? []);
        const mean = each.reduce((sum, value) => sum + value, 0) / each.length;
        expect(row?.min).toBe(Math.min(...each));
        expect(row?.max).toBe(Math.max(...each));
        expect(row?.mean).toBeCloseTo(mean, 3);
      }),
    );
  });
});

describe('a warning', () => {
  it('names a unit that changes', () => {
    const cats = { state_class: 'measurement', unit_of_measurement: 'cats' };
    const dogs = { ...cats, unit_of_measurement: 'dogs' };
    const both = [reading(-10, '5', cats), reading(100, '6', dogs), reading(150, '7', cats)];
    expect(compile(both).warnings).toEqual([{ kind: 'unstable_unit', units: ['cats', 'dogs'] }]);
    const metadata = { meanType: 1, hasSum: false, unit: 'cats', unitClass: null } as const;
    expect(compile([reading(-10, '5', dogs)], { metadata })).toEqual({
      metadata,
      row: null,
      warnings: [{ kind: 'changed_unit', unit: 'dogs', statisticUnit: 'cats' }],
    });
  });

  it('names a unit that does not convert once', () => {
    const other = { ...WATTS, unit_of_measurement: 'kWh' };
    const warnings = compile([reading(-10, '5'), reading(1, '6', other), reading(2, '7', other)]).warnings;
    expect(warnings).toEqual([{ kind: 'unsupported_unit', unit: 'kWh', statisticUnit: 'W' }]);
    const stored = compile([reading(-10, '5', other)], { metadata: POWER });
    expect(stored).toEqual({ metadata: POWER, row: null, warnings });
  });

  it('names a mean of another type', () => {
    const angle = { state_class: 'measurement_angle', unit_of_measurement: 'W' };
    expect(compile([reading(-10, '5', angle)], { metadata: POWER })).toEqual({
      metadata: POWER,
      row: null,
      warnings: [{ kind: 'changed_mean_type', meanType: 2, statisticMeanType: 1 }],
    });
  });

  it('names a meter that decreases, is negative or has an invalid last reset', () => {
    expect(kindsOf([reading(-10, '100', ENERGY), reading(10, '95', ENERGY)])).toEqual(['decreasing']);
    expect(kindsOf([reading(-10, '100', ENERGY), reading(10, '89', ENERGY)])).toEqual([]);
    expect(kindsOf([reading(-10, '1', ENERGY), reading(10, '-1', ENERGY)])).toEqual(['negative']);
    const total = { ...ENERGY, state_class: 'total', last_reset: 'yesterday' };
    expect(compile([reading(-10, '1', total), reading(10, '2', total)]).warnings).toEqual([
      { kind: 'invalid_last_reset', lastReset: 'yesterday', at: START - 10_000 },
    ]);
    expect(kindsOf([reading(-10, '1', { ...ENERGY, last_reset: 'yesterday' })])).toEqual([]);
  });
});

describe('a unit', () => {
  const cubic = (unit: string) => ({
    state_class: 'total',
    device_class: 'water',
    unit_of_measurement: unit,
  });
  const stored = (unit: string, unitClass: string | null): StatisticMetadata => ({
    meanType: 0,
    hasSum: true,
    unit,
    unitClass,
  });

  it('replaces another spelling of itself', () => {
    const before = { state: 5, sum: 40, lastReset: null };
    const compiled = compile([reading(-10, '6', cubic('m³'))], { metadata: stored('m3', null), before });
    expect(compiled).toMatchObject({
      metadata: stored('m³', 'volume'),
      row: { state: 6, sum: 41 },
      warnings: [],
    });
  });

  it('does not convert values while it replaces another spelling', () => {
    const mixed = [reading(-10, '6', cubic('m³')), reading(10, '7000', cubic('L'))];
    expect(compile(mixed, { metadata: stored('m3', null) })).toEqual({
      metadata: stored('m3', null),
      row: null,
      warnings: [{ kind: 'unstable_unit', units: ['m³', 'L'] }],
    });
    expect(compile(mixed, { metadata: stored('m³', 'volume') }).row).toMatchObject({ state: 7, sum: 1 });
  });

  it('is not written in another way by values that do not convert', () => {
    const metadata = stored('m³', 'volume');
    expect(compile([reading(-10, '6', cubic('m3'))], { metadata })).toMatchObject({ metadata, row: null });
  });
});
