import { expect, it } from 'vitest';
import { renderPeriod } from '../../../src/helpers/history-stats/stats-period.ts';

const HOUR = 3_600_000;
/** Templates are their own results. */
const same = (template: string) => template;

function period(start: string | undefined, end: string | undefined, duration = 0) {
  const { start: first, end: last } = renderPeriod({ start, end, duration }, same, 'Europe/Berlin');
  return [first, last].map((at) => new Date(at).toISOString());
}

it.each([
  ['with an offset', '2026-11-23 01:30:00.999+01:00', '2026-11-23T00:30:00.000Z'],
  ['in UTC', '2026-11-23T00:30:00Z', '2026-11-23T00:30:00.000Z'],
  ['in the time zone of the home', '2026-11-23 01:30:00', '2026-11-23T00:30:00.000Z'],
  ['of a day', '2026-07-01', '2026-06-30T22:00:00.000Z'],
  ['in seconds', '1782864000.9', '2026-07-01T00:00:00.000Z'],
  ['that begins 1970', ' 0 ', '1970-01-01T00:00:00.000Z'],
])('takes a time %s', (_name, text, expected) => {
  expect(period(text, '2027-01-01T00:00:00Z')[0]).toBe(expected);
});

it('has a duration before its end or after its start', () => {
  expect(period(undefined, '2026-11-23T12:00:00Z', HOUR)[0]).toBe('2026-11-23T11:00:00.000Z');
  expect(period('2026-11-23T12:00:00Z', undefined, HOUR)[1]).toBe('2026-11-23T13:00:00.000Z');
});

it.each([
  ['spring', '2026-03-29', '2026-03-30', 23],
  ['autumn', '2026-10-25', '2026-10-26', 25],
])('is as long as the day on which the clocks change in %s', (_season, start, end, hours) => {
  const { start: first, end: last } = renderPeriod({ start, end, duration: 0 }, same, 'Europe/Berlin');
  expect((last - first) / HOUR).toBe(hours);
});

it.each(['', 'None', 'soon', '2026-13-01', '12:00', '1e300', 'unknown'])('refuses %j', (text) => {
  expect(() => period(text, '2026-11-23T12:00:00Z')).toThrow();
});
