import { expect, it } from 'vitest';
import { type CalendarPeriod, calendarPeriod } from '../../src/api/statistic-periods.ts';

const NOW = Date.parse('2026-03-31T10:20:30Z');

it.each<[CalendarPeriod, string, string]>([
  [{ period: 'hour' }, '2026-03-31T10:00:00Z', '2026-03-31T11:00:00Z'],
  [{ period: 'hour', offset: -1 }, '2026-03-31T09:00:00Z', '2026-03-31T10:00:00Z'],
  [{ period: 'day' }, '2026-03-30T22:00:00Z', '2026-03-31T22:00:00Z'],
  [{ period: 'day', offset: -2 }, '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
  [{ period: 'week' }, '2026-03-29T22:00:00Z', '2026-04-05T22:00:00Z'],
  [{ period: 'week', first_weekday: 'sun' }, '2026-03-28T23:00:00Z', '2026-04-04T22:00:00Z'],
  [{ period: 'week', offset: -1 }, '2026-03-22T23:00:00Z', '2026-03-29T22:00:00Z'],
  [{ period: 'month' }, '2026-02-28T23:00:00Z', '2026-03-31T22:00:00Z'],
  [{ period: 'month', offset: -1 }, '2026-01-31T23:00:00Z', '2026-02-28T23:00:00Z'],
  [{ period: 'month', offset: -100 }, '2017-10-31T23:00:00Z', '2017-11-30T23:00:00Z'],
  [{ period: 'year', offset: 1 }, '2026-12-31T23:00:00Z', '2027-12-31T23:00:00Z'],
])('%j is a period by real instants', (calendar, start, end) => {
  expect(calendarPeriod(calendar, NOW, 'Europe/Amsterdam')).toEqual({
    start: Date.parse(start),
    end: Date.parse(end),
  });
});

it('an hour that the clocks show twice is the one that contains now', () => {
  const at = (time: string) => calendarPeriod({ period: 'hour' }, Date.parse(time), 'Europe/Amsterdam');
  const from = (time: string) => ({ start: Date.parse(time), end: Date.parse(time) + 3_600_000 });
  expect(at('2026-10-25T00:30:00.500Z')).toEqual(from('2026-10-25T00:00:00Z'));
  expect(at('2026-10-25T01:30:00.500Z')).toEqual(from('2026-10-25T01:00:00Z'));
});
