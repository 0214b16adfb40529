import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkStatisticsRow, readStatisticsRows } from '../../scripts/statistics-rows.js';
import { compilePeriod } from '../../src/history/statistics/compile-five-minutes.ts';
import { compileHour } from '../../src/history/statistics/compile-hour.ts';
import { readingsOf } from '../../src/history/statistics/reading.ts';

const rows = readStatisticsRows(join(import.meta.dirname, 'statistics-compile.jsonl'));
const compiler = { compilePeriod, compileHour, readingsOf };

describe('statistics-compile.jsonl', () => {
  test.each(rows)('$id', (row) => {
    expect(checkStatisticsRow(row, compiler)).toEqual([]);
  });

  test('names what differs', () => {
    const [row] = rows;
    if (row === undefined) throw new Error('no rows');
    const warmer = { ...row, samples: [[-600, '21'] as const] };
    expect(checkStatisticsRow(warmer, compiler)).toEqual([
      'short: expected [[0,{"mean":20,"min":20,"max":20}]], got [[0,{"mean":21,"min":21,"max":21}]]',
    ]);
    expect(checkStatisticsRow({ ...row, samples: [] }, compiler)).toHaveLength(2);
  });
});
