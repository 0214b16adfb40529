import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Point, planMap, roundLength, wayTo } from '../../web/controls/map-plan.ts';
import { testData } from '../support/test-data.ts';

const cases = testData(import.meta.filename);

const amsterdam: Point = { latitude: 52.37, longitude: 4.89, radius: 100 };
const spot: fc.Arbitrary<Point> = fc.record({
  latitude: fc.double({ min: -70, max: 70, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  radius: fc.double({ min: 0, max: 5000, noNaN: true }),
});

describe('a drawing to scale', () => {
  it('contains all points, with a margin', () => {
    fc.assert(
      fc.property(spot, fc.double({ min: -0.2, max: 0.2, noNaN: true }), spot, (one, step, other) => {
        const near = { ...other, latitude: one.latitude + step, longitude: one.longitude - step };
        const plan = planMap([one, near], 320, 190);
        for (const { x, y, radius } of [plan.place(one), plan.place(near)]) {
          expect(Math.min(x - radius, y - radius)).toBeGreaterThan(10);
          expect(x + radius).toBeLessThan(310);
          expect(y + radius).toBeLessThan(180);
        }
      }),
    );
  });

  it('has north above and east at the right', () => {
    const there = { latitude: 52.38, longitude: 4.91, radius: 0 };
    const plan = planMap([amsterdam, there], 320, 190);
    const [home, other] = [plan.place(amsterdam), plan.place(there)];
    expect(other.x).toBeGreaterThan(home.x);
    expect(other.y).toBeLessThan(home.y);
  });

  it('does not draw a single garden larger than the window', () => {
    expect(planMap([{ ...amsterdam, radius: 1 }], 320, 190).place(amsterdam).radius).toBeLessThan(120);
  });
});

describe('the way to a point', () => {
  it.each(cases<[number, number, number, number][]>('to is about metres in direction'))(
    'to %d, %d is about %d metres, in direction %d',
    (latitude, longitude, metres, direction) => {
      const way = wayTo(amsterdam, { latitude, longitude, radius: 0 });
      expect(Math.abs(way.metres - metres)).toBeLessThan(150);
      expect(way.direction).toBe(direction);
    },
  );

  it('is the short one across the date line', () => {
    const [west, east] = [-179.99, 179.99].map((longitude) => ({ latitude: 0, longitude, radius: 0 }));
    if (west === undefined || east === undefined) throw new Error('two spots');
    expect(wayTo(east, west)).toMatchObject({ direction: 2 });
    expect(wayTo(east, west).metres).toBeLessThan(3000);
  });
});

it.each([
  [80, 50],
  [199, 100],
  [2000, 2000],
  [0.9, 0.5],
])('a scale bar of at most %d is %d long', (longest, length) => {
  expect(roundLength(longest)).toBe(length);
});
