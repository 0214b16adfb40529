import { expect, test } from 'vitest';
import { lastResetTime } from '../../../src/history/statistics/last-reset.ts';
import { numberOfState, readingsOf } from '../../../src/history/statistics/reading.ts';

test.each([
  [' 1_000 ', 1000],
  ['1e3', 1000],
  ['+5', 5],
  ['.5', 0.5],
  ['5.', 5],
  ['٣.٥', 3.5],
  ['-0', -0],
])('%j is a number', (text, number) => {
  expect(numberOfState(text)).toBe(number);
});

test.each([
  '',
  '1,5',
  '0x10',
  'nan',
  'inf',
  '-Infinity',
  '1e999',
  '1__0',
  '_1',
  '1 2',
  'on',
  'unavailable',
  null,
])('%j is no number', (text) => {
  expect(numberOfState(text)).toBeUndefined();
});

test('attributes are parsed from the text of each sample', () => {
  const sample = (attributes: string) => ({ at: 1, changedAt: 1, state: '5', context: null, attributes });
  const text = '{"state_class":"total","device_class":"gas","unit_of_measurement":7,"last_reset":false}';
  const readings = readingsOf([sample(text), sample(text), sample('{}'), sample('[]')]);
  const parsed = { stateClass: 'total', deviceClass: 'gas', unit: '7', lastReset: false };
  const none = { stateClass: null, deviceClass: null, unit: null, lastReset: null };
  expect(readings.map(({ attributes }) => attributes)).toEqual([parsed, parsed, none, none]);
});

test.each([
  ['2026-01-01T00:00:00+00:00', '2026-01-01T00:00:00Z'],
  ['2026-01-01T02:30:00+02:30', '2026-01-01T00:00:00Z'],
  ['2026-01-01 00:00:00.123456Z', '2026-01-01T00:00:00.123Z'],
  // Local time of the home: in winter, in summer, the first of two, and one that is skipped.
  ['2026-01-01T00:00:00', '2025-12-31T23:00:00Z'],
  ['2026-07-01', '2026-06-30T22:00:00Z'],
  ['2026-10-25T02:30:00', '2026-10-25T00:30:00Z'],
  ['2026-03-29T02:30:00', '2026-03-29T01:30:00Z'],
])('the last reset %s is %s', (text, instant) => {
  expect(lastResetTime(text, 'Europe/Amsterdam')).toBe(Date.parse(instant));
});

test.each(['', 'yesterday', '2026-13-01', '2026-01-01T25:00:00', 5, null, {}])(
  '%j is no last reset',
  (value) => {
    expect(lastResetTime(value, 'Europe/Amsterdam')).toBeUndefined();
  },
);
