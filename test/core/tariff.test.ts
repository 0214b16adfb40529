import { expect, it } from 'vitest';
import type { DatedPrice } from '../../src/core/energy-settings.ts';
import { priceAt, priceSteps } from '../../src/core/tariff.ts';

const ZONE = 'Europe/Amsterdam';
const at = (text: string): number => Date.parse(text);
const NIGHT = { start: '22:00', end: '06:00', price: 0.1 };
const PRICES: readonly DatedPrice[] = [
  { from: '2026-03-01', price: 0.4, hours: [NIGHT] },
  { from: '2026-01-01', price: 0.3, hours: [] },
];

it('has no price before the first day', () => {
  expect(priceAt(PRICES, at('2025-12-31T22:59:59Z'), ZONE)).toBeUndefined();
  expect(priceAt(PRICES, at('2025-12-31T23:00:00Z'), ZONE)).toBe(0.3);
});

it('takes the newest price, in whatever order they are listed', () => {
  expect(priceAt(PRICES, at('2026-02-28T22:59:59Z'), ZONE)).toBe(0.3);
  expect(priceAt(PRICES, at('2026-03-01T12:00:00Z'), ZONE)).toBe(0.4);
});

it('takes the price of the hours that contain the time, also across midnight', () => {
  expect(priceAt(PRICES, at('2026-03-10T21:00:00Z'), ZONE)).toBe(0.1);
  expect(priceAt(PRICES, at('2026-03-11T04:59:00Z'), ZONE)).toBe(0.1);
  expect(priceAt(PRICES, at('2026-03-11T05:00:00Z'), ZONE)).toBe(0.4);
});

it('counts hours after midnight to the day on which they began', () => {
  const prices: DatedPrice[] = [{ from: '2026-01-01', price: 1, hours: [{ ...NIGHT, days: ['sat'] }] }];
  // A Saturday in winter: 1 AM local time is the night of Friday.
  expect(priceAt(prices, at('2026-01-10T00:00:00Z'), ZONE)).toBe(1);
  expect(priceAt(prices, at('2026-01-10T21:30:00Z'), ZONE)).toBe(0.1);
  expect(priceAt(prices, at('2026-01-11T00:00:00Z'), ZONE)).toBe(0.1);
});

it.each([
  ['2026-03-29', 23],
  ['2026-03-30', 24],
  ['2026-10-25', 25],
])('steps through %s, a day of %i hours, as the clocks do', (day, length) => {
  const prices: DatedPrice[] = [
    { from: '2026-01-01', price: 1, hours: [{ start: '02:30', end: '04:00', price: 2 }] },
  ];
  const begin = at(`${day}T00:00:00${day > '2026-03-29' && day < '2026-10-26' ? '+02:00' : '+01:00'}`);
  const end = begin + length * 3_600_000;
  const steps = priceSteps(prices, { from: begin, to: end }, ZONE);
  for (let minute = begin; minute < end; minute += 60_000) {
    const index = steps.at.findLastIndex((one) => one <= minute);
    expect([new Date(minute), steps.price[index]]).toEqual([new Date(minute), priceAt(prices, minute, ZONE)]);
  }
});
