import { expect, test } from 'vitest';
import { chosen, liveRange, moved, SPANS, spanOf, zoomed } from '../../../web/parts/plot/plot-range.ts';

const NOW = 1_000_000_000;
const HOUR = SPANS.hour;

test('a live range ends now, and one of the past does not move on', () => {
  const live = liveRange(HOUR, NOW);
  expect(live).toEqual({ from: NOW - HOUR, to: NOW, isLive: true });
  const past = moved(live, -1, NOW);
  expect(past).toEqual({ from: NOW - 2 * HOUR, to: NOW - HOUR, isLive: false });
  expect(moved(past, 1, NOW)).toEqual(live);
  expect(moved(live, 1, NOW)).toEqual(live);
});

test('zooming keeps the time under the cursor where it is', () => {
  const past = { from: 0, to: 4 * HOUR, isLive: false };
  expect(zoomed(past, 0.5, HOUR, NOW)).toEqual({ from: HOUR / 2, to: 2.5 * HOUR, isLive: false });
  expect(zoomed(past, 1e-9, HOUR, NOW).to - zoomed(past, 1e-9, HOUR, NOW).from).toBe(10_000);
  expect(zoomed(liveRange(SPANS.year, NOW), 1000, NOW, NOW)).toMatchObject({ isLive: true });
});

test('a range that nearly ends now follows it', () => {
  expect(chosen(NOW - HOUR, NOW - 1000, NOW).isLive).toBe(true);
  expect(chosen(NOW - HOUR, NOW - HOUR / 2, NOW).isLive).toBe(false);
  expect(spanOf(liveRange(SPANS.week, NOW))).toBe('week');
  expect(spanOf({ from: 0, to: 12_345_678, isLive: false })).toBeUndefined();
});
