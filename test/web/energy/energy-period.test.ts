import { afterEach, expect, it } from 'vitest';
import { barAt, firstWeekdayOf, periodAt, periodBeside } from '../../../web/pages/energy/energy-period.ts';
import { useTimeZone } from '../../../web/state/home-zone.ts';

const STARTS = { firstWeekday: 1, billingDay: 1 };

afterEach(() => useTimeZone('UTC'));

const daysOf = ({ from, to }: { from: Date; to: Date }): string[] =>
  [from, to].map((one) => one.toISOString().slice(0, 10));

it.each([
  ['2026-03-29T10:00:00Z', 23],
  ['2026-03-30T10:00:00Z', 24],
  ['2026-10-25T10:00:00Z', 25],
])('has a bar for each hour of the day of %s: %i', (moment, hours) => {
  useTimeZone('Europe/Amsterdam');
  const day = periodAt('day', new Date(moment), STARTS);
  expect(day.bounds).toHaveLength(hours + 1);
  expect(day.bounds.at(-1)).toBe(day.to.getTime());
  expect(barAt(day, day.to.getTime() - 1)).toBe(hours - 1);
  expect([barAt(day, day.from.getTime() - 1), barAt(day, day.to.getTime())]).toEqual([-1, -1]);
});

it('begins weeks on the first weekday of the home', () => {
  const wednesday = new Date('2026-11-25T12:00:00Z');
  expect(daysOf(periodAt('week', wednesday, STARTS))).toEqual(['2026-11-23', '2026-11-30']);
  expect(daysOf(periodAt('week', wednesday, { ...STARTS, firstWeekday: 7 }))).toEqual([
    '2026-11-22',
    '2026-11-29',
  ]);
  expect([firstWeekdayOf('en', 'US'), firstWeekdayOf('en', 'DE'), firstWeekdayOf('no such', null)]).toEqual([
    7, 1, 1,
  ]);
});

it('begins months on the billing day', () => {
  const starts = { ...STARTS, billingDay: 15 };
  const month = periodAt('month', new Date('2026-01-14T12:00:00Z'), starts);
  expect(daysOf(month)).toEqual(['2025-12-15', '2026-01-15']);
  expect(daysOf(periodAt('month', new Date('2026-01-15T12:00:00Z'), starts))).toEqual([
    '2026-01-15',
    '2026-02-15',
  ]);
  expect(daysOf(periodBeside(month, 2))).toEqual(['2026-02-15', '2026-03-15']);
  expect(daysOf(periodBeside(month, -1))).toEqual(['2025-11-15', '2025-12-15']);
});

it('has twelve months in a year, across both changes of the clocks', () => {
  useTimeZone('America/New_York');
  const year = periodAt('year', new Date('2026-07-01T12:00:00Z'), { ...STARTS, billingDay: 15 });
  expect(year.bounds).toHaveLength(13);
  expect(year.from.toISOString()).toBe('2026-01-01T05:00:00.000Z');
  expect(periodBeside(year, 1).from.getTime()).toBe(year.to.getTime());
});
