import { describe, expect, it } from 'vitest';
import { State } from '../../src/core/state.ts';
import {
  type CostValues,
  NOTHING_COUNTED,
  nextCost,
  type PricedSource,
} from '../../src/energy/cost-meter.ts';

const NOW = '2026-01-05T12:00:00.000000+00:00';
const ELECTRICITY: PricedSource = { kind: 'grid', price: 0.5 };

function state(entity_id: string, text: string, attributes: Record<string, unknown>): State {
  const context = { id: 'x', parent_id: null, user_id: null };
  const at = { last_changed: 0, last_reported: 0, last_updated: 0 };
  return new State({ entity_id, state: text, attributes, ...at, context, source: undefined });
}

const meter = (text: string, attributes: Record<string, unknown> = {}): State =>
  state('sensor.meter', text, {
    state_class: 'total_increasing',
    device_class: 'energy',
    unit_of_measurement: 'kWh',
    ...attributes,
  });
const price = (text: string, unit?: string): State =>
  state('sensor.price', text, unit === undefined ? {} : { unit_of_measurement: unit });

/** The values after some readings, one after the other. */
function costAfter(
  source: PricedSource,
  readings: readonly (readonly [State | undefined, State?])[],
): CostValues {
  return readings.reduce<CostValues>(
    (values, [shown, priced]) => nextCost(source, values, { meter: shown, price: priced, now: NOW }),
    NOTHING_COUNTED,
  );
}

describe('the cost of a meter', () => {
  it('begins with 0 at the first reading', () => {
    expect(costAfter(ELECTRICITY, [[meter('100')]])).toEqual({
      ...{ value: 0, last_reset: NOW, counted: 100, meter_reset: null, before_zero: null },
    });
  });

  it('is what was used times the price', () => {
    expect(costAfter(ELECTRICITY, [[meter('100')], [meter('104')], [meter('105')]]).value).toBe(2.5);
  });

  it('counts nothing while the meter shows no number', () => {
    expect(
      costAfter(ELECTRICITY, [[meter('100')], [meter('unavailable')], [undefined], [meter('102')]]).value,
    ).toBe(1);
  });

  it('begins again when the meter was reset, with what it shows since', () => {
    expect(costAfter(ELECTRICITY, [[meter('100')], [meter('110')], [meter('3')]])).toMatchObject({
      value: 1.5,
      counted: 3,
    });
  });

  it('does not count the whole reading of a meter that showed 0 for a moment', () => {
    const readings = [
      [meter('100')],
      [meter('110')],
      [meter('0')],
      [meter('0.0')],
      [meter('112')],
      [meter('113')],
    ];
    expect(costAfter(ELECTRICITY, readings as [State][]).value).toBe(1.5);
  });

  it('counts from 0 after a reset that showed 0', () => {
    const readings = [[meter('100')], [meter('110')], [meter('0')], [meter('2')], [meter('111')]];
    expect(costAfter(ELECTRICITY, readings as [State][]).value).toBe(55.5);
  });

  it('goes down with a meter that goes back a little', () => {
    expect(costAfter(ELECTRICITY, [[meter('100')], [meter('110')], [meter('109')]]).value).toBe(4.5);
  });

  it('ignores a negative reading of a meter that only increases', () => {
    expect(costAfter(ELECTRICITY, [[meter('100')], [meter('-5')], [meter('102')]]).value).toBe(1);
  });

  it('begins again when the last_reset of a total has changed', () => {
    const total = (text: string, reset: string): State =>
      meter(text, { state_class: 'total', last_reset: reset });
    const readings = [[total('100', 'a')], [total('90', 'a')], [total('4', 'b')]] as const;
    expect(costAfter(ELECTRICITY, readings)).toMatchObject({ value: 2, counted: 4, meter_reset: 'b' });
  });

  it('needs last_reset for a measurement, and a state class', () => {
    expect(costAfter(ELECTRICITY, [[meter('100', { state_class: 'measurement' })]])).toBe(NOTHING_COUNTED);
    expect(costAfter(ELECTRICITY, [[meter('100', { state_class: undefined })]])).toBe(NOTHING_COUNTED);
  });

  it('converts the unit of the meter to that of the price', () => {
    const inWattHours = (text: string): State => meter(text, { unit_of_measurement: 'Wh' });
    expect(costAfter(ELECTRICITY, [[inWattHours('1000')], [inWattHours('3000')]]).value).toBeCloseTo(1, 12);
  });

  it('counts nothing in a unit that has no price', () => {
    const inLiters = (text: string): State => meter(text, { unit_of_measurement: 'L' });
    expect(costAfter(ELECTRICITY, [[inLiters('1')], [inLiters('9')]]).value).toBe(0);
  });

  it('catches up with the first price after a time without one', () => {
    const source = { ...ELECTRICITY, price: 'sensor.price' };
    const readings = [
      [meter('100'), price('0.2', 'EUR/kWh')],
      [meter('110'), price('unavailable')],
      [meter('120'), price('0.4', 'EUR/kWh')],
    ] as const;
    expect(costAfter(source, readings).value).toBeCloseTo(8, 12);
  });

  it('waits for the price entity to exist', () => {
    expect(costAfter({ ...ELECTRICITY, price: 'sensor.price' }, [[meter('100')]])).toBe(NOTHING_COUNTED);
  });

  it.each([
    ['EUR/MWh', '200', 2],
    ['EUR', '0.2', 2],
    ['EUR/Wh', '0.0002', 2],
  ])('takes a price in %s', (unit, amount, expected) => {
    const source = { ...ELECTRICITY, price: 'sensor.price' };
    const readings = [
      [meter('100'), price(amount, unit)],
      [meter('110'), price(amount, unit)],
    ] as const;
    expect(costAfter(source, readings).value).toBeCloseTo(expected, 9);
  });

  it('does not price gas by volume with a price of energy', () => {
    const source: PricedSource = { kind: 'gas', price: 'sensor.price' };
    const gas = (text: string): State => meter(text, { device_class: 'gas', unit_of_measurement: 'm³' });
    const readings = [
      [gas('10'), price('1', 'EUR/kWh')],
      [gas('12'), price('1', 'EUR/kWh')],
    ] as const;
    expect(costAfter(source, readings).value).toBe(0);
  });
});
