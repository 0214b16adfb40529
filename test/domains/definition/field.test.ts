import { expect, test } from 'vitest';
import { parse } from '../../../src/core/parse.ts';
import {
  booleanSchema,
  durationSchema,
  floatSchema,
  integerSchema,
  textSchema,
} from '../../../src/domains/definition/field.ts';

test('integers take numeric text and cut floats, and refuse the rest', () => {
  expect(['50', 0.7, true, -3.9, ' 7 ', '1_000'].map((value) => parse(integerSchema(), value))).toEqual([
    50, 0, 1, -3, 7, 1000,
  ]);
  for (const value of ['0.7', 'x', '', null, [], {}, Number.NaN, '{{ 1 }}']) {
    expect(() => parse(integerSchema(), value), String(value)).toThrow('Expected a whole number');
  }
});

test('numbers outside their limits are rejected, or clamped if the service allows', () => {
  expect(parse(integerSchema({ min: 0, max: 255, clamp: true }), 900)).toBe(255);
  expect(() => parse(floatSchema({ min: 0, max: 1 }), 1.5)).toThrow('number from 0 to 1. Got 1.5');
});

test('text is printed as Python prints it', () => {
  const told = [5, 0.5, 1e-9, true, false, 'x'].map((value) => parse(textSchema, value));
  expect(told).toEqual(['5', '0.5', '1e-09', 'True', 'False', 'x']);
  expect(() => parse(textSchema, null)).toThrow('Expected text. Got null');
});

test('truth has a few words in any case, and every number', () => {
  expect(['Yes', 'ON', 1, 2, 'enable', true].map((value) => parse(booleanSchema, value))).toEqual(
    Array(6).fill(true),
  );
  expect(['no', 'Off', 0, 'disable', false].map((value) => parse(booleanSchema, value))).toEqual(
    Array(5).fill(false),
  );
  for (const value of ['maybe', null, []])
    expect(() => parse(booleanSchema, value)).toThrow('Expected true or false');
});

test('durations come as clock text, seconds or parts, and are milliseconds', () => {
  expect(
    ['1:30', '-0:00:02', '00:00:01.5', 2, '2.5', { minutes: 1, seconds: '5' }, true].map((value) =>
      parse(durationSchema, value),
    ),
  ).toEqual([5_400_000, -2000, 1500, 2000, 2500, 65_000, 1000]);
  for (const value of ['1:99', {}, { weeks: 1 }, null, 'x', 1e15, -1e300])
    expect(() => parse(durationSchema, value)).toThrow('Expected a duration');
});
