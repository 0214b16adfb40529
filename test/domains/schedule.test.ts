import { expect, it } from 'vitest';
import { type Block, WEEKDAYS, type Week } from '../../src/domains/schedule/schedule.ts';
import { scheduleStateAt } from '../../src/domains/schedule/schedule-times.ts';

const BERLIN = 'Europe/Berlin';
const QUARTER = 900;

/** A week with a block on Sunday from 02:15 to 02:30. */
const week = Object.fromEntries(
  WEEKDAYS.map((day): [string, Block[]] => [
    day,
    day === 'sunday' ? [{ from: 7200 + QUARTER, to: 7200 + 2 * QUARTER }] : [],
  ]),
) as unknown as Week;

const nextOf = (at: string): string | null => {
  const { next } = scheduleStateAt(week, Date.parse(at), BERLIN);
  return next === null ? null : new Date(next).toISOString();
};

it('changes at each time the clocks show the edge of a block', () => {
  expect(nextOf('2026-10-25T00:00:00Z')).toBe('2026-10-25T00:15:00.000Z');
  expect(nextOf('2026-10-25T00:20:00Z')).toBe('2026-10-25T00:30:00.000Z');
  expect(nextOf('2026-10-25T00:40:00Z')).toBe('2026-10-25T01:15:00.000Z');
  expect(nextOf('2026-10-25T01:05:00Z')).toBe('2026-10-25T01:15:00.000Z');
  expect(nextOf('2026-10-25T01:15:00Z')).toBe('2026-10-25T01:30:00.000Z');
  expect(nextOf('2026-10-25T01:30:00Z')).toBe('2026-11-01T01:15:00.000Z');
});

it('changes after the gap for an edge that the clocks skip, and never later', () => {
  expect(nextOf('2026-03-29T00:30:00Z')).toBe('2026-03-29T01:15:00.000Z');
  expect(nextOf('2026-03-29T01:15:00Z')).toBe('2026-03-29T01:30:00.000Z');
  expect(nextOf('2026-03-29T01:30:00Z')).toBe('2026-04-05T00:15:00.000Z');
});

it('never changes without blocks', () => {
  const none = Object.fromEntries(WEEKDAYS.map((day) => [day, []])) as unknown as Week;
  expect(scheduleStateAt(none, 0, BERLIN).next).toBeNull();
});
