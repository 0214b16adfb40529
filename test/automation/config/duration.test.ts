import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lengthOf, parseDuration, timedeltaOf } from '../../../src/automation/config/duration.ts';
import { str } from '../../../src/jinja/values/printing.ts';
import { automationSetting, parseHelp } from '../../support/automation-setting.ts';
import { testData } from '../../support/test-data.ts';

const cases = testData(import.meta.filename);

const parse = (value: unknown, signed = false) => parseDuration(value, ['for'], parseHelp(), { signed });

describe('a duration', () => {
  it.each(cases<[string | number | object, number][]>('durations'))(
    'of %j is %d ms',
    (value, milliseconds) => {
      expect(parse(value).fixed).toBe(milliseconds);
    },
  );

  it.each([
    ...cases<[unknown][]>('invalid durations'),
    [Number.POSITIVE_INFINITY],
    [{ __proto__: null, constructor: 1 }],
  ])('refuses %j and names it', (value) => {
    expect(() => parse(value)).toThrow("at 'for'");
  });

  it('may be negative only where that has a meaning', () => {
    expect(parse('-00:05', true).fixed).toBe(-300_000);
  });

  it('comes from templates, whole or in parts', () => {
    const { setting } = automationSetting();
    const resolve = (value: unknown) => parse(value).resolve(setting.rendering, { n: 7 });
    expect(resolve('{{ n }}')).toBe(7000);
    expect(resolve('00:00:{{ n }}')).toBe(7000);
    expect(resolve("{{ {'minutes': n} }}")).toBe(420_000);
    expect(resolve({ seconds: '{{ n }}', minutes: 1 })).toBe(67_000);
    expect(() => resolve('{{ "soon" }}')).toThrow('soon');
    expect(() => resolve('{{ -1 }}')).toThrow('-1');
  });

  it('is the same however it is written', () => {
    const whole = fc.integer({ min: 0, max: 59 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 500 }), whole, whole, (hours, minutes, seconds) => {
        const length = (hours * 3600 + minutes * 60 + seconds) * 1000;
        expect(parse(`${hours}:${minutes}:${seconds}`).fixed).toBe(length);
        expect(parse({ hours, minutes, seconds }).fixed).toBe(length);
        expect(parse(length / 1000).fixed).toBe(length);
        expect(lengthOf(timedeltaOf(length))).toBe(length);
        expect(parse(str(timedeltaOf(length % 86_400_000))).fixed).toBe(length % 86_400_000);
      }),
    );
  });

  it('of any value is a length or refused, never anything else', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        let length: number | undefined;
        try {
          length = parse(value).fixed;
        } catch (error) {
          expect(error).toMatchObject({ name: 'HubError', code: 'invalid_format' });
          return;
        }
        if (length !== undefined) expect(length).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
