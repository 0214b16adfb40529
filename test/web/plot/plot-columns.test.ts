import { expect, test } from 'vitest';
import type { NumbersPlot } from '../../../web/parts/plot/plot-answer.ts';
import { columnsOf, nearest, PIXELS_A_POINT } from '../../../web/parts/plot/plot-columns.ts';
import { plotCsv } from '../../../web/parts/plot/plot-csv.ts';
import { rowsOf } from '../../../web/parts/plot/plot-rows.ts';

const plot: NumbersPlot = {
  kind: 'numbers',
  width: 1000,
  start: [0, 1000, 4000],
  min: [1, 2, 3],
  mean: [2, 3, 4],
  max: [3, 4, 5],
  last: [2.5, 3.5, 4.5],
};

test('points are in the middle of buckets, gaps have none, and the curve ends with the last value', () => {
  const [times, mean, max, min] = columnsOf(plot, { from: 0, to: 4600, isLive: true });
  expect(times).toEqual([0, 0.5, 1.5, 2, 4, 4.3, 4.6]);
  expect(mean).toEqual([2, 2, 3, null, 4, 4, 4.5]);
  expect(max).toEqual([3, 3, 4, null, 5, 5, 4.5]);
  expect(min).toEqual([1, 1, 2, null, 3, 3, 4.5]);
});

test('there are at most four points for a pixel, whatever is missing', () => {
  const pixels = 400;
  const buckets = Math.round(pixels / PIXELS_A_POINT);
  for (const present of [(_: number) => true, (i: number) => i % 2 === 0, (i: number) => i % 3 > 0]) {
    const start = Array.from({ length: buckets }, (_, i) => i).filter(present);
    const own = start.map(() => 1);
    const dense = { ...plot, width: 1, start, min: own, mean: own, max: own, last: own };
    const [times] = columnsOf(dense, { from: 0, to: buckets, isLive: true });
    expect(times.length).toBeGreaterThan(buckets / 2);
    expect(times.length).toBeLessThanOrEqual(4 * pixels);
  }
});

test('the nearest point is found', () => {
  expect([-1, 0.2, 0.9, 5].map((at) => nearest([0, 1, 2], at))).toEqual([0, 0, 1, 2]);
  expect(nearest([], 1)).toBeUndefined();
});

test('the table has every number that is drawn, and no other', () => {
  const [, ...columns] = columnsOf(plot, { from: 0, to: 4600, isLive: true });
  const drawn = columns.map((column) => new Set(column.filter((one) => one !== null)));
  const table = [0, 2, 1].map((at) => new Set(rowsOf(plot).map(({ values }) => values[at])));
  // The curve ends with the newest number instead of a mean.
  for (const set of drawn) set.delete(plot.last.at(-1) ?? 0);
  expect(drawn).toEqual(table);
});

test('the table and the CSV have the values of the plot', () => {
  expect(rowsOf(plot)[1]).toEqual({ at: 1000, values: [3, 2, 4] });
  const states = {
    ...({ kind: 'states', thinned: false, start: [0, 1000] } as const),
    state: ['=HYPERLINK("x")', null],
  };
  expect(plotCsv('text.a', ['state'], states)).toBe(
    'entity_id,time,state\r\ntext.a,1970-01-01T00:00:00.000Z,"\'=HYPERLINK(""x"")"\r\ntext.a,1970-01-01T00:00:01.000Z,\r\n',
  );
  const numbers = { ...plot, start: [0], mean: [-1.5], min: [-2], max: [0], last: [-1] };
  expect(plotCsv('sensor.a', ['mean', 'min', 'max'], numbers)).toContain(',-1.5,-2,0\r\n');
});
