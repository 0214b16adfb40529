import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BucketBuilder, type BucketRange } from '../../../src/history/statistics/bucket-builder.ts';
import { envelope, envelopeOfRollUps } from '../../../src/history/statistics/envelope.ts';
import { rollUp, type StateAt } from '../../../src/history/statistics/roll-up.ts';

const HOUR = Date.parse('2026-09-01T10:00:00Z');
const MINUTES = 60_000;

const at = (minute: number, state: string | null): StateAt => ({ at: HOUR + minute * MINUTES, state });

/** Buckets the slow way: the state of each millisecond. */
function sampled(samples: readonly StateAt[], { from, to, width }: BucketRange) {
  return Array.from({ length: Math.ceil((to - from) / width) }, (_, i) => {
    const start = from + i * width;
    const end = Math.min(to, start + width);
    const held = Array.from({ length: end - start }, (_, j) =>
      samples.findLast((one) => one.at <= start + j),
    );
    const numbers = held.flatMap((one) =>
      one === undefined || one.state === 'unavailable' ? [] : Number(one.state),
    );
    const before = samples.findLast((one) => one.at < start);
    const carried = before === undefined || before.state === 'unavailable' ? [] : [Number(before.state)];
    const isReplaced = held[0]?.state !== 'unavailable';
    const seen = isReplaced ? [...carried, ...numbers] : numbers;
    return numbers.length === 0
      ? []
      : [
          {
            start,
            min: Math.min(...seen),
            mean: numbers.reduce((sum, value) => sum + value, 0) / numbers.length,
            max: Math.max(...seen),
            first: seen[0] ?? 0,
            last: numbers.at(-1) ?? 0,
            covered: numbers.length,
          },
        ];
  }).flat();
}

describe('a roll-up', () => {
  it('weights by time, from the state in force on', () => {
    const { short, long } = rollUp({
      inForce: at(-600, '10'),
      samples: [at(1, '20'), at(6, '30')],
      from: HOUR,
      to: HOUR + 10 * MINUTES,
    });
    expect(short).toEqual([
      { start: HOUR, min: 10, mean: 18, max: 20, first: 10, last: 20, covered: 5 * MINUTES },
      { start: HOUR + 5 * MINUTES, min: 20, mean: 28, max: 30, first: 20, last: 30, covered: 5 * MINUTES },
    ]);
    expect(long).toEqual([
      { start: HOUR, min: 10, mean: 23, max: 30, first: 10, last: 30, covered: 10 * MINUTES },
    ]);
  });

  it.each(['unavailable', 'unknown', 'on', '', 'nan', null])('has a gap while the state is %j', (gap) => {
    const { short, long } = rollUp({
      inForce: null,
      samples: [at(1, '20'), at(2, gap), at(16, '40')],
      from: HOUR,
      to: HOUR + 60 * MINUTES,
    });
    expect(short.map(({ start }) => (start - HOUR) / MINUTES)).toEqual([
      0, 15, 20, 25, 30, 35, 40, 45, 50, 55,
    ]);
    expect(short[0]).toMatchObject({ mean: 20, covered: MINUTES });
    expect(short[1]).toMatchObject({ mean: 40, covered: 4 * MINUTES });
    expect(long[0]?.covered).toBe(45 * MINUTES);
    expect(long[0]?.mean).toBeCloseTo((20 + 44 * 40) / 45, 9);
  });

  it('counts the value that another one replaces exactly at the start, but not one that ends there', () => {
    const range = { from: HOUR, to: HOUR + 5 * MINUTES };
    const replaced = rollUp({ inForce: at(-1, '10'), samples: [at(0, '20')], ...range });
    expect(replaced.short).toMatchObject([{ min: 10, mean: 20, max: 20, first: 10, last: 20 }]);
    expect(rollUp({ inForce: at(-1, '10'), samples: [at(0, 'unavailable')], ...range }).short).toEqual([]);
  });

  it('begins an hour of UTC in each zone', () => {
    const from = Date.parse('2026-09-01T10:30:00Z');
    const { long } = rollUp({ inForce: at(0, '1'), samples: [], from, to: from + 60 * MINUTES });
    expect(long.map(({ start, covered }) => [(start - HOUR) / MINUTES, covered / MINUTES])).toEqual([
      [0, 30],
      [60, 30],
    ]);
  });
});

describe('buckets', () => {
  const state = fc.oneof(fc.integer({ min: -50, max: 50 }).map(String), fc.constant('unavailable'));
  const samples = fc
    .uniqueArray(fc.record({ at: fc.integer({ min: -10, max: 130 }), state }), { selector: (one) => one.at })
    .map((all) => all.sort((one, other) => one.at - other.at));
  const points = fc.integer({ min: 1, max: 40 });

  it('are those of the state of each millisecond, at most as many as requested', () => {
    fc.assert(
      fc.property(samples, fc.integer({ min: 1, max: 120 }), points, (all, to, count) => {
        const buckets = envelope(all, 0, to, count);
        const expected = sampled(
          all.filter((one) => one.at < to),
          { from: 0, to, width: Math.ceil(to / count) },
        );
        expect(buckets.length).toBeLessThanOrEqual(count);
        expect(buckets).toEqual(expected.map((one) => ({ ...one, mean: expect.closeTo(one.mean, 9) })));
      }),
    );
  });

  it('are the same when samples arrive in chunks', () => {
    fc.assert(
      fc.property(samples, points, (all, width) => {
        const builder = new BucketBuilder({ from: 0, to: 120, width });
        const taken = all.flatMap((one) => {
          builder.add(one.at, one.state === 'unavailable' ? undefined : Number(one.state));
          return builder.take();
        });
        const expected = sampled(all, { from: 0, to: 120, width });
        expect([...taken, ...builder.finish()]).toEqual(
          expected.map((one) => ({ ...one, mean: expect.closeTo(one.mean, 9) })),
        );
      }),
    );
  });

  it('of roll-ups are those of their samples', () => {
    fc.assert(
      fc.property(samples, (all) => {
        const direct = envelope(all, 0, 120, 4);
        const combined = envelopeOfRollUps(envelope(all, 0, 120, 12), 0, 120, 4);
        expect(combined).toEqual(direct.map((one) => ({ ...one, mean: expect.closeTo(one.mean, 9) })));
      }),
    );
  });

  it('are none for an empty or reversed range or no points', () => {
    const one = [{ at: 0, state: '5' }];
    for (const [from, to, count] of [
      [5, 5, 3],
      [9, 5, 3],
      [0, 5, 0],
      [0, Number.NaN, 3],
    ] as const) {
      expect(envelope(one, from, to, count)).toEqual([]);
      expect(envelopeOfRollUps([], from, to, count)).toEqual([]);
    }
    expect(envelope(one, 0, 5, 1000)).toHaveLength(5);
    expect(envelope(one, 0, 5, 1.9)).toHaveLength(1);
  });

  it('skip a gap of a century at once', () => {
    const century = 100 * 365.25 * 86_400_000;
    const { short } = rollUp({
      inForce: null,
      samples: [{ at: century - 1, state: '5' }],
      from: 0,
      to: century,
    });
    expect(short).toMatchObject([{ start: century - 300_000, mean: 5, covered: 1 }]);
  });
});
