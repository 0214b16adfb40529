import { describe, expect, it } from 'vitest';
import { valueSamples } from '../../../src/api/prometheus/entity-samples.ts';
import { metricName, unitName } from '../../../src/api/prometheus/metric-name.ts';
import { Exposition } from '../../../src/api/prometheus/series.ts';
import { newContext } from '../../../src/core/context.ts';
import { type Attributes, State } from '../../../src/core/state.ts';
import { testData } from '../../support/test-data.ts';

interface Row {
  readonly state: { readonly entity_id: string; readonly state: string; readonly attributes: Attributes };
  readonly series: readonly string[];
}
const recorded = testData(import.meta.filename)<readonly Row[]>('recorded');
const FORM = { temperatureUnit: '°C', overrideOf: () => null, defaultMetric: null };
const TIMES = { last_changed: 0, last_reported: 0, last_updated: 0, context: newContext(0) };

function seriesOf(row: Row['state'], form = FORM): string[] {
  const state = new State({ ...row, ...TIMES });
  const exposition = new Exposition('');
  for (const sample of valueSamples(state, form)) {
    const { domain, entity, friendly_name, ...labels } = sample.labels;
    expect(entity).toBe(row.entity_id);
    exposition.add({ ...sample, labels });
  }
  const lines = exposition.toString().split('\n');
  return lines.filter((line) => line !== '' && !line.startsWith('#')).sort();
}

/** Names and labels exactly; values as numbers, since Python writes other digits. */
const parsed = (lines: readonly string[]) =>
  lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]);

describe('the series of a state', () => {
  it.each(recorded.map((row) => [row.state.entity_id, row] as const))(
    'equal those of Home Assistant: %s',
    (_, { state, series }) => {
      const own = parsed(seriesOf(state));
      const theirs = parsed([...series].sort());
      expect(own.map(([name]) => name)).toEqual(theirs.map(([name]) => name));
      for (const [at, [, value]] of own.entries()) expect(value).toBeCloseTo(Number(theirs[at]?.[1]), 9);
    },
  );

  it('are in degrees Celsius', () => {
    const attributes = { device_class: 'temperature', unit_of_measurement: '°F' };
    expect(seriesOf({ entity_id: 'sensor.pool', state: '212', attributes })).toEqual([
      'sensor_temperature_celsius 100.0',
    ]);
    const climate = { entity_id: 'climate.hall', state: 'heat', attributes: { temperature: 50 } };
    expect(seriesOf(climate, { ...FORM, temperatureUnit: '°F' })).toEqual([
      'climate_target_temperature_celsius 10.0',
    ]);
  });

  it('have the configured names', () => {
    const row = { entity_id: 'sensor.rain', state: '3', attributes: { unit_of_measurement: 'mm' } };
    expect(seriesOf(row, { ...FORM, defaultMetric: 'readings' } as never)).toEqual(['readings 3.0']);
    expect(seriesOf(row, { ...FORM, overrideOf: () => 'rain' } as never)).toEqual(['rain 3.0']);
  });

  it('leave out what is no number', () => {
    expect(seriesOf({ entity_id: 'sensor.mode', state: 'eco', attributes: {} })).toEqual([]);
    expect(seriesOf({ entity_id: 'light.a', state: 'on', attributes: { brightness: 'bright' } })).toEqual([
      'light_brightness_percent 100.0',
    ]);
    const attributes = { hvac_modes: 'heat', temperature: {}, constructor: 1 };
    expect(seriesOf({ entity_id: 'climate.a', state: 'heat', attributes })).toEqual([]);
  });
});

it('names and labels have Prometheus’s characters only', () => {
  expect(metricName('sensor_gas_m³')).toBe('sensor_gas_mu0xb3');
  expect(metricName('a b"\n{😀')).toBe('au0x20bu0x22u0xau0x7bu0x1f600');
  expect([unitName('μg/m³'), unitName('kWh/d'), unitName('%'), unitName(5)]).toEqual([
    'µg_per_m³',
    'kwh_per_d',
    'percent',
    null,
  ]);
  const exposition = new Exposition('house');
  exposition.add({ name: 'a', labels: { z: 'say "hi"\n\\', b: null }, value: Number.NaN, isCounter: true });
  exposition.add({ name: 'a', labels: {}, value: Number.NEGATIVE_INFINITY });
  expect(exposition.toString()).toBe(
    '# TYPE house_a counter\nhouse_a{b="None",z="say \\"hi\\"\\n\\\\"} NaN\nhouse_a -Inf\n',
  );
});
