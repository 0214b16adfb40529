import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLoosely } from '../../../../src/integrations/mqtt/schema/loose-time.ts';
import { isoText } from '../../../../src/integrations/mqtt/schema/time-text.ts';

const TODAY = Date.UTC(2026, 10, 21);

function read(text: string): string | undefined {
  const moment = readLoosely(text, TODAY);
  return moment === undefined ? undefined : isoText(moment.fields, moment.offset);
}

describe('a date or time as devices write them', () => {
  it.each([
    ['2026-11-20', '2026-11-20T00:00:00'],
    ['20261120T102030', '2026-11-20T10:20:30'],
    ['2026-11-20T10:20:30.5Z', '2026-11-20T10:20:30.500000+00:00'],
    ['2026-11-20 10:20 +0230', '2026-11-20T10:20:00+02:30'],
    ['2026-11-20T10:20-05:00', '2026-11-20T10:20:00-05:00'],
    ['21.11.2026', '2026-11-21T00:00:00'],
    ['11/12/2026', '2026-11-12T00:00:00'],
    ['13/12/2026', '2026-12-13T00:00:00'],
    ['2026/11/12', '2026-11-12T00:00:00'],
    ['Nov 20 2026', '2026-11-20T00:00:00'],
    ['20 November 26, 10:20 pm', '2026-11-20T22:20:00'],
    ['Fri, 20 Nov 2026 10:20:30 GMT', '2026-11-20T10:20:30+00:00'],
    ['10:20 CET', '2026-11-21T10:20:00'],
    ['10pm', '2026-11-21T22:00:00'],
    ['12am', '2026-11-21T00:00:00'],
    ['10h20m', '2026-11-21T10:20:00'],
    ['5', '2026-11-05T00:00:00'],
    ['2026-11-20 10:20 +23:59', '2026-11-20T10:20:00+23:59'],
    ['2026-11-20 10:20 +24:00', undefined],
    ['2026-11-20 10:20 -1:99999999999999999999', undefined],
    ['2026-02-30', undefined],
    ['25:00', undefined],
    ['123456789', undefined],
    ['tomorrow', undefined],
    ['', undefined],
    [' ', undefined],
    ['{"a":1}', undefined],
  ])('%s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it('is a moment that can be written, or none', () => {
    const part = fc.constantFrom(
      '1',
      '31',
      '2026',
      '99999',
      ':',
      '-',
      '/',
      '.',
      ' ',
      'T',
      'am',
      'nov',
      '+',
      'h',
    );
    const made = fc.array(part, { maxLength: 12 }).map((all) => all.join(''));
    fc.assert(
      fc.property(fc.oneof(fc.string(), made), (text) => {
        const shown = read(text);
        expect(shown === undefined || /^\d{4}-\d\d-\d\dT/.test(shown)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});
