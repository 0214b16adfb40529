import fc from 'fast-check';
import { expect, test } from 'vitest';
import { every, isoTime, pointOfIsoTime, SystemClock } from '../../src/core/clock.ts';

test('a time has six digits and an offset, at a whole second too', () => {
  const point = Date.parse('2026-11-20T05:45:08.123Z');
  expect(isoTime(point + 0.456)).toBe('2026-11-20T05:45:08.123456+00:00');
  expect(isoTime(Date.parse('2026-11-20T05:45:08Z'))).toBe('2026-11-20T05:45:08.000000+00:00');
  expect(isoTime(Date.parse('2026-11-20T05:45:08.999Z') + 0.9999)).toBe('2026-11-20T05:45:09.000000+00:00');
  expect(isoTime(-0.001)).toBe('1969-12-31T23:59:59.999999+00:00');
});

test('any times in any order read back to the microsecond', () => {
  const micros = fc.integer({ min: 0, max: 4_000_000_000_000_000 });
  fc.assert(
    fc.property(fc.array(micros), (points) => {
      for (const point of points) {
        const text = isoTime(point / 1000);
        const whole = Date.parse(`${text.slice(0, 19)}Z`) * 1000;
        expect(whole + Number(text.slice(20, 26))).toBe(point);
      }
    }),
  );
});

test('a task that throws is logged, and affects neither its series nor others', async () => {
  const failures: unknown[] = [];
  const clock = new SystemClock((error) => failures.push(error));
  const fault = new Error('fault');
  const heard: string[] = [];
  const fail = (): void => {
    heard.push('failed');
    throw fault;
  };
  clock.soon(fail);
  clock.after(0, fail);
  const undo = every(clock, 1, fail);
  await expect.poll(() => heard.length).toBeGreaterThan(4);
  undo();
  await new Promise<void>((resolve) => clock.after(0, resolve));
  expect(new Set(failures)).toEqual(new Set([fault]));
  expect(failures).toHaveLength(heard.length);
});

test('a time is read back to the microsecond', () => {
  for (let micros = 0; micros < 1000; micros += 7) {
    const point = (Date.parse('2026-11-20T05:45:08.123Z') * 1000 + micros) / 1000;
    expect(pointOfIsoTime(isoTime(point))).toBe(point);
  }
  expect(pointOfIsoTime('2026-11-20T06:45:08+01:00')).toBe(Date.parse('2026-11-20T05:45:08Z'));
  expect(pointOfIsoTime('yesterday')).toBeNaN();
});
