import { expect, test } from 'vitest';
import { pointOf, secondsOf } from '../../src/import/stored-fields.ts';

test('times keep their microseconds, as numbers and as texts', () => {
  // As floats, a thousand times a thousandth of each differs from it.
  for (let micros = 6000; micros < 6100; micros += 1) {
    const time = (1_795_176_001_000_000 + micros) / 1_000_000;
    const text = `2026-11-20T12:00:01.${String(micros).padStart(6, '0')}+00:00`;
    expect([secondsOf(time), secondsOf(text)]).toEqual([time, time]);
  }
  expect([secondsOf('soon'), secondsOf(null), secondsOf(-1)]).toEqual([0, 0, 0]);
  expect(pointOf('2026-11-20T12:00:01.5+00:00')).toBe(1_795_176_001_500);
});
