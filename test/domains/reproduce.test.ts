import { expect, test } from 'vitest';
import { domainsByName } from '../../src/domains/index.ts';

/** The services that bring an entity from one state to another; undefined if there are none. */
const steps = (domain: string, present: readonly [string, object?], wished: readonly [string, object?]) =>
  domainsByName
    .get(domain)
    ?.reproduce?.(
      { state: present[0], attributes: { ...present[1] } },
      { state: wished[0], attributes: { ...wished[1] } },
    )
    ?.map(({ service, fields }) => [service, fields]);

test('an input number is not changed to an invalid value', () => {
  const present = ['5.0', { min: 0, max: 100 }] as const;
  expect(steps('input_number', present, ['7.5'])).toEqual([['set_value', { value: 7.5 }]]);
  expect(steps('input_number', present, ['5'])).toEqual([]);
  expect(steps('input_number', present, ['500'])).toBeUndefined();
  expect(steps('input_number', present, ['x'])).toBeUndefined();
});

test('an input datetime takes what it has: a date, a time or both', () => {
  const both = ['2026-01-01 00:00:00', { has_date: true, has_time: true }] as const;
  const date = ['2026-01-01', { has_date: true, has_time: false }] as const;
  const time = ['00:00:00', { has_date: false, has_time: true }] as const;
  expect(steps('input_datetime', both, ['2026-05-06 07:08:09'])).toEqual([
    ['set_datetime', { datetime: '2026-05-06 07:08:09' }],
  ]);
  expect(steps('input_datetime', date, ['2026-05-06'])).toEqual([['set_datetime', { date: '2026-05-06' }]]);
  expect(steps('input_datetime', time, ['07:00:00'])).toEqual([['set_datetime', { time: '07:00:00' }]]);
  expect(steps('input_datetime', both, ['07:00:00'])).toBeUndefined();
  expect(steps('input_datetime', date, ['07:00:00'])).toBeUndefined();
  expect(steps('input_datetime', time, ['2026-02-30'])).toBeUndefined();
});

test('a running timer is restarted unless its duration is the same', () => {
  const running = ['active', { duration: '1:00:00' }] as const;
  expect(steps('timer', running, ['active'])).toEqual([['start', {}]]);
  expect(steps('timer', running, ['active', { duration: '1:00:00' }])).toEqual([]);
  expect(steps('timer', running, ['active', { duration: '0:10:00' }])).toEqual([
    ['start', { duration: '0:10:00' }],
  ]);
  expect(steps('timer', running, ['idle'])).toEqual([['cancel', {}]]);
});
