import { expect, it } from 'vitest';
import { forecastIn, fossilSensor } from '../../../web/pages/energy/energy-outlook.ts';
import { periodAt } from '../../../web/pages/energy/energy-period.ts';
import { useTimeZone } from '../../../web/state/home-zone.ts';

useTimeZone('UTC');
const day = periodAt('day', new Date('2026-11-20T12:00:00Z'), { firstWeekday: 1, billingDay: 1 });
const sensor = (entity_id: string, attributes: object) => ({
  entity_id,
  attributes: attributes as Record<string, unknown>,
});

it('adds up the forecast of the period, once', () => {
  const wh_hours = {
    '2026-11-19T23:00:00+00:00': 9000,
    '2026-11-20T10:00:00+00:00': 1500,
    '2026-11-20T11:00:00+00:00': 2000,
    '2026-11-21T00:00:00+00:00': 9000,
  };
  const both = [sensor('sensor.roof', { wh_hours }), sensor('sensor.roof_tomorrow', { wh_period: wh_hours })];
  expect(forecastIn(both, day)).toBe(3.5);
});

it.each([
  [[]],
  [{ 'no time': 5 }],
  [{ '2026-11-20T10:00:00+00:00': 'much' }],
  [{ '2026-12-20T10:00:00+00:00': 5 }],
  ['1.5'],
])('has no forecast in %j', (wh_hours) => {
  expect(forecastIn([sensor('sensor.roof', { wh_hours }), sensor('light.roof', {})], day)).toBeUndefined();
});

it('finds the share of fossil energy by its name and unit', () => {
  const unit_of_measurement = '%';
  const named = sensor('sensor.grid_fossil_fuel_percentage', { unit_of_measurement });
  expect(fossilSensor([sensor('sensor.fossil_power', { unit_of_measurement: 'W' }), named])).toBe(
    named.entity_id,
  );
  expect(fossilSensor([sensor('sensor.humidity', { unit_of_measurement })])).toBeUndefined();
});
