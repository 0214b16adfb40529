import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { HubError } from '../../../src/core/errors.ts';
import { loadRecurrences, type MakeRecurrence } from '../../../src/helpers/calendar/recurrence.ts';
import { partsOf, readRule, ruleText } from '../../../src/helpers/calendar/recurrence-rule.ts';
import { testData } from '../../support/test-data.ts';

const cases = testData(import.meta.filename);

let make: MakeRecurrence;
beforeAll(async () => {
  make = await loadRecurrences();
});
const DAY = 86_400_000;
const at = (day: string): number => Date.parse(`${day}T09:00:00Z`);
const days = (times: readonly number[]): string[] =>
  times.map((time) => new Date(time).toISOString().slice(0, 10));
const read = (text: string, allDay = false): string =>
  ruleText(readRule(text, allDay, (utc) => new Date(utc + 3_600_000).toISOString().slice(0, 19)));

describe('the times of a rule', () => {
  test.each([
    ...cases<[string, string, string[]][]>('rules'),
    [
      'every other week, on Tuesday and Thursday',
      'FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH',
      ['1997-09-02', '1997-09-04', '1997-09-16', '1997-09-18', '1997-09-30'].concat([
        ...['1997-10-02', '1997-10-14', '1997-10-16'],
      ]),
    ],
  ])('%s', (_name, rule, expected) => {
    const times = make(read(rule), at('1997-09-02'));
    expect(days([...times.between(0, at('2010-01-01'))].slice(0, 100))).toEqual(expected);
  });

  test('are the same whether requested far ahead or one after another', () => {
    const rule = fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY');
    fc.assert(
      fc.property(
        rule,
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 0, max: 4000 }),
        (freq, step, ahead) => {
          const start = at('2001-01-31');
          const times = make(`FREQ=${freq};INTERVAL=${step}`, start);
          const all = [...times.between(start, start + 6000 * DAY)];
          const from = start + ahead * DAY;
          expect(times.next(from)).toBe(all.find((time) => time >= from) ?? times.next(from));
          expect(times.lastBefore(from)).toBe(all.findLast((time) => time < from) ?? null);
          expect([...times.between(from, from + 900 * DAY)]).toEqual(
            all.filter((time) => time >= from && time <= from + 900 * DAY),
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  test('of every step of days are those days', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 300 }), (step, count) => {
        const start = at('2020-02-28');
        const times = make(`FREQ=DAILY;COUNT=${count};INTERVAL=${step}`, start);
        expect([...times.between(start, start + 200_000 * DAY)]).toEqual(
          [...Array(count).keys()].map((i) => start + i * step * DAY),
        );
      }),
      { numRuns: 20 },
    );
  });

  test('of what never happens are none', () => {
    const never = make('FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30', at('2000-01-01'));
    expect(never.next(at('2000-01-01'))).toBeNull();
    expect(never.lastBefore(at('2026-01-01'))).toBeNull();
    expect([...never.between(at('2000-01-01'), at('2030-01-01'))]).toEqual([]);
  });

  test('of a rule that counts its most come all, also far ahead', () => {
    const times = make('FREQ=WEEKLY;COUNT=10000', at('2026-11-20'));
    const all = [...times.between(at('2026-01-01'), at('9999-01-01'))];
    expect(all).toHaveLength(10_000);
    expect([...times.between(at('2200-01-01'), at('2200-01-31'))]).toEqual(
      all.filter((time) => time >= at('2200-01-01') && time <= at('2200-01-31')),
    );
  });
});

describe('a rule', () => {
  test('is written in a fixed order and read back unchanged', () => {
    expect(read('WKST=SU;BYDAY=MO,-1FR;COUNT=2;FREQ=MONTHLY')).toBe(
      'FREQ=MONTHLY;COUNT=2;BYDAY=MO,-1FR;WKST=SU',
    );
    expect(ruleText(partsOf('FREQ=DAILY;COUNT=2'))).toBe('FREQ=DAILY;COUNT=2');
  });

  test('has its end in the form of its start: a local time or a date', () => {
    expect(read('FREQ=DAILY;UNTIL=20261127T230000Z')).toBe('FREQ=DAILY;UNTIL=20261128T000000');
    expect(read('FREQ=DAILY;UNTIL=20261127T230000')).toBe('FREQ=DAILY;UNTIL=20261127T230000');
    expect(read('FREQ=DAILY;UNTIL=20261127T230000Z', true)).toBe('FREQ=DAILY;UNTIL=20261127');
  });

  test('is refused as a wrong format, whatever it holds', () => {
    const value = fc.oneof(fc.string(), fc.integer().map(String), fc.constantFrom('MO', 'DAILY', '20261127'));
    const name = fc.constantFrom('FREQ', 'COUNT', 'UNTIL', 'BYDAY', 'BYMONTH', 'BYSETPOS', 'X', '__proto__');
    const text = fc
      .array(fc.tuple(name, value))
      .map((parts) => parts.map((part) => part.join('=')).join(';'));
    fc.assert(
      fc.property(text, fc.boolean(), (rule, allDay) => {
        try {
          expect(read(rule, allDay)).toContain('FREQ=DAILY');
        } catch (error) {
          expect(error).toBeInstanceOf(HubError);
        }
      }),
    );
  });
});
