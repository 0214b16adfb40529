import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Float } from '../../../src/core/json.ts';
import { binarySensorDomain } from '../../../src/domains/binary-sensor/binary-sensor.ts';
import { sensorDeviceClasses } from '../../../src/domains/sensor/device-classes.ts';
import { sensorDomain } from '../../../src/domains/sensor/sensor.ts';
import { DomainEntity } from '../../support/domain-entity.ts';

function shown(value: unknown, made: { deviceClass?: string; capabilities?: object } = {}): string {
  const { deviceClass, capabilities = {} } = made;
  return new DomainEntity(sensorDomain, {
    values: { value },
    capabilities: { ...capabilities },
    ...(deviceClass === undefined ? {} : { deviceClass }),
  }).state;
}

test('numbers are shown with their digits and no more', () => {
  expect([21, 21.5, 0.1 + 0.2, -0, 1e-7, 123456789.125].map((value) => shown(value))).toEqual([
    '21',
    '21.5',
    '0.3',
    '0',
    '1e-7',
    '123456789.125',
  ]);
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(Math.abs(Number(shown(value)) - value)).toBeLessThanOrEqual(Math.abs(value) * 1e-14);
    }),
  );
});

test('floats are shown as such', () => {
  expect([21, 21.5, Number.NaN].map((value) => shown(new Float(value)))).toEqual(['21.0', '21.5', 'unknown']);
});

test('what is no reading of the sensor is unknown', () => {
  expect([true, { a: 1 }, [1]].map((value) => shown(value))).toEqual(Array(3).fill('unknown'));
  expect([null, Number.NaN, Number.POSITIVE_INFINITY].map((value) => shown(value))).toEqual(
    Array(3).fill('unknown'),
  );
  expect(shown('warm', { deviceClass: 'temperature' })).toBe('unknown');
  expect(shown('warm', { capabilities: { state_class: 'measurement' } })).toBe('unknown');
  expect(shown('wash', { deviceClass: 'enum', capabilities: { options: ['rinse'] } })).toBe('unknown');
  expect(shown('soon', { deviceClass: 'timestamp' })).toBe('unknown');
  expect(shown('2026-11-20T05:45:08', { deviceClass: 'timestamp' })).toBe('unknown');
  expect(shown('yesterday', { deviceClass: 'date' })).toBe('unknown');
});

test('text is shown as the source wrote it', () => {
  expect(shown('21.50', { deviceClass: 'temperature' })).toBe('21.50');
  expect(shown('anything')).toBe('anything');
  expect(shown('rinse', { deviceClass: 'enum', capabilities: { options: ['rinse'] } })).toBe('rinse');
  expect(shown('2026-11-20T06:45:08.5+01:00', { deviceClass: 'timestamp' })).toBe(
    '2026-11-20T05:45:08+00:00',
  );
  expect(shown('2026-11-20T00:00', { deviceClass: 'date' })).toBe('2026-11-20');
});

test('only a total reports its last reset', () => {
  const attributes = (state_class: string) =>
    new DomainEntity(sensorDomain, {
      capabilities: { state_class },
      values: { value: 3, last_reset: '2026-11-20T00:00:00+00:00' },
    }).attributes;
  expect(attributes('total')).toEqual({ state_class: 'total', last_reset: '2026-11-20T00:00:00+00:00' });
  expect(attributes('measurement')).toEqual({ state_class: 'measurement' });
});

test('each kind of reading has its units and classes', () => {
  expect([sensorDeviceClasses.size, sensorDomain.deviceClasses.length]).toEqual([62, 62]);
  expect(sensorDeviceClasses.get('energy')).toEqual({
    numeric: true,
    precision: { unit: 'Wh', decimals: 0 },
    quantity: 'energy',
    stateClasses: ['total', 'total_increasing'],
    units: 'J kJ MJ GJ mWh Wh kWh MWh GWh TWh cal kcal Mcal Gcal thm'.split(' '),
  });
  for (const [name, { units }] of sensorDeviceClasses) expect(new Set(units).size, name).toBe(units.length);
});

test('binary sensors are on, off, or unknown', () => {
  const states = [true, false, null].map(
    (on) => new DomainEntity(binarySensorDomain, { values: { on } }).state,
  );
  expect(states).toEqual(['on', 'off', 'unknown']);
  expect(binarySensorDomain.deviceClasses).toHaveLength(29);
});
