import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeLabels, ringsAround, spreadMarks } from '../../web/controls/map-marks.ts';
import {
  draggedView,
  fitView,
  type Point,
  planMap,
  planOf,
  roundLength,
  wayTo,
  zoomedView,
} from '../../web/controls/map-plan.ts';
import { pastPlaces } from '../../web/controls/past-places.ts';
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

describe('a map that is moved', () => {
  const size = [320, 190] as const;

  it('begins with the drawing of all points', () => {
    const points = [amsterdam, { latitude: 52.4, longitude: 4.95, radius: 20 }];
    const plan = planOf(fitView(points, ...size), ...size);
    for (const point of points) {
      const [drawn, expected] = [plan.place(point), planMap(points, ...size).place(point)];
      expect(drawn.x).toBeCloseTo(expected.x, 0);
      expect(drawn.y).toBeCloseTo(expected.y, 0);
    }
  });

  it('follows the finger, and zooms around the place below it', () => {
    fc.assert(
      fc.property(
        spot,
        fc.integer({ min: -150, max: 150 }),
        fc.integer({ min: -90, max: 90 }),
        (center, x, y) => {
          const view = { center: { ...center, radius: 0 }, scale: 2 };
          const dragged = planOf(draggedView(view, x, y), ...size).place(center);
          expect(dragged.x).toBeCloseTo(160 + x, 1);
          expect(dragged.y).toBeCloseTo(95 + y, 1);
          const zoomed = planOf(zoomedView(draggedView(view, x, y), 0.5, { x, y }), ...size);
          expect(zoomed.scale).toBe(1);
          expect(zoomed.place(center).x).toBeCloseTo(160 + x, 1);
          expect(zoomed.place(center).y).toBeCloseTo(95 + y, 1);
        },
      ),
    );
  });

  it('does not leave the earth, or become infinitely small or large', () => {
    let view = { center: amsterdam, scale: 1 };
    for (let turn = 0; turn < 200; turn++) view = zoomedView(draggedView(view, 0, 300), 3, { x: 5, y: 5 });
    expect(view.scale).toBeLessThan(100_000);
    expect(Math.abs(view.center.latitude)).toBeLessThan(90);
    for (let turn = 0; turn < 200; turn++) view = zoomedView(view, 0.1, { x: 0, y: 0 });
    expect(view.scale).toBeGreaterThan(0.001);
  });

  it('has rings that cross it, and marks beside each other', () => {
    expect(ringsAround({ x: 160, y: 95 }, 50, { width: 320, height: 190 })).toEqual([50, 100, 150]);
    expect(ringsAround({ x: -1000, y: 95 }, 50, { width: 320, height: 190 }).length).toBeLessThanOrEqual(8);
    const marks = spreadMarks(Array.from({ length: 5 }, () => ({ x: 10, y: 10, radius: 3 })));
    for (const [i, one] of marks.entries())
      for (const other of marks.slice(i + 1))
        expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(15);
  });
});

describe('labels', () => {
  it('never cover each other, and stay where they are if they can', () => {
    const label = fc.record({
      x: fc.integer({ min: 0, max: 320 }),
      y: fc.integer({ min: 0, max: 240 }),
      text: fc.string({ minLength: 1, maxLength: 24 }),
    });
    fc.assert(
      fc.property(fc.array(label, { maxLength: 20 }), (labels) => {
        const placed = placeLabels(labels).flatMap((one) => one ?? []);
        expect(placed[0]).toEqual(labels[0]);
        for (const [at, one] of placed.entries())
          for (const other of placed.slice(at + 1))
            expect(
              Math.abs(one.y - other.y) >= 15 ||
                Math.abs(one.x - other.x) >= (one.text.length + other.text.length) * 3.5,
            ).toBe(true);
      }),
    );
  });
});

describe('a trail', () => {
  it('has each place once, in order, and ends where the entity is', () => {
    const at = (latitude: unknown) => ({ a: { latitude, longitude: 4 } });
    const trail = pastPlaces([at(1), at(1), {}, at('north'), at(2), at(1)]);
    expect(trail.map(({ latitude }) => latitude)).toEqual([1, 2, 1]);
    const long = pastPlaces(Array.from({ length: 2101 }, (_one, i) => at(i)));
    expect(long.length).toBeLessThanOrEqual(500);
    expect(long.at(-1)?.latitude).toBe(2100);
  });
});
