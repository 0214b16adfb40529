import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLoosely } from '../../../../src/integrations/mqtt/schema/loose-time.ts';
import { isoText } from '../../../../src/integrations/mqtt/schema/time-text.ts';
import { testData } from '../../../support/test-data.ts';

const cases = testData(import.meta.filename);

const TODAY = Date.UTC(2026, 10, 21);

function read(text: string): string | undefined {
  const moment = readLoosely(text, TODAY);
  return moment === undefined ? undefined : isoText(moment.fields, moment.offset);
}

describe('a date or time as devices write them', () => {
  it.each([
    ...cases<[string, string][]>('moments'),
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
