import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { isSameDay, momentOf, useTimeZone, wallDate, wallTime } from '../../web/state/home-zone.ts';
import { testData } from '../support/test-data.ts';

const cases = testData(import.meta.filename);

afterEach(() => useTimeZone('UTC'));

const zones = cases<string[]>('zones');

describe('the clocks of the home', () => {
  it.each([
    ['Europe/Amsterdam', '2026-11-21T07:59:00Z', '2026-11-21T08:59:00'],
    ['Asia/Kathmandu', '2026-11-21T20:00:00Z', '2026-11-22T01:45:00'],
    ['America/New_York', '2026-07-01T00:30:15Z', '2026-06-30T20:30:15'],
  ])('show in %s at %s the time %s', (zone, moment, wall) => {
    useTimeZone(zone);
    expect(wallTime(new Date(moment))).toBe(wall);
    expect(momentOf(wall)?.toISOString()).toBe(new Date(moment).toISOString());
    // Twice: the offset is remembered.
    for (const seconds of [0, 1]) {
      const local = wallDate(Date.parse(moment) + seconds * 1000);
      const parts = [local.getDate(), local.getHours(), local.getMinutes(), local.getSeconds()];
      const [, day, hour, minute, second] = /-(\d+)T(\d+):(\d+):(\d+)/.exec(wall) ?? [];
      expect(parts).toEqual([Number(day), Number(hour), Number(minute), Number(second) + seconds]);
    }
  });

  it.each([
    ['in the gap of spring, the time behind it', '2026-03-29T02:30', '2026-03-29T01:30:00.000Z'],
    ['in the doubled hour of autumn, its first time', '2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
    ['after the doubled hour, the only one', '2026-10-25T03:00', '2026-10-25T02:00:00.000Z'],
    ['for a day, its midnight', '2026-07-01', '2026-06-30T22:00:00.000Z'],
  ])('mean %s', (_what, wall, moment) => {
    useTimeZone('Europe/Amsterdam');
    expect(momentOf(wall)?.toISOString()).toBe(moment);
  });

  it('show any moment again that was read from them, but for the hour they show twice', () => {
    const moment = fc.date({ min: new Date('1990-01-01'), max: new Date('2060-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(fc.constantFrom(...zones), moment, (zone, at) => {
        useTimeZone(zone);
        const wall = wallTime(at);
        const back = momentOf(wall);
        expect(back === undefined ? '' : wallTime(back)).toBe(wall);
        expect(Math.abs(Number(back) - Math.floor(at.getTime() / 1000) * 1000)).toBeLessThanOrEqual(
          3_600_000,
        );
      }),
    );
  });

  it('give the date at home, not that of the browser', () => {
    useTimeZone('Asia/Kathmandu');
    expect(isSameDay(new Date('2026-11-21T20:00:00Z'), new Date('2026-11-22T10:00:00Z'))).toBe(true);
    expect(isSameDay(new Date('2026-11-21T10:00:00Z'), new Date('2026-11-21T20:00:00Z'))).toBe(false);
  });

  it('are not accepted if invalid, nor without a zone', () => {
    expect(momentOf('soon')).toBeUndefined();
    useTimeZone('Middle/Earth');
    expect(wallTime(new Date('2026-11-21T12:00:00Z'))).toMatch(/^2026-11-2/);
  });
});
