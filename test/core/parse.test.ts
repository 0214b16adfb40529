import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { listOf, parse, show } from '../../src/core/parse.ts';

describe('a value in a message', () => {
  it.each<[string, unknown]>([
    ['{"a":[1,"x",null,true],"b":{"c":1.5}}', { a: [1, 'x', null, true], b: { c: 1.5 } }],
    ['"12345678901234567890"', 12345678901234567890n],
    ['undefined', undefined],
    [`"${'x'.repeat(99)}…`, 'x'.repeat(500)],
    ['{"b":1}', { a: undefined, b: 1 }],
  ])('is its JSON, cut where it is long: %s', (text, value) => {
    expect(show(value)).toBe(text);
  });

  it('is the beginning of its JSON, however large it is', () => {
    const large = Array.from({ length: 300 }, (_, i) => ({ [`key${i}`]: [i, { deep: [[[]]] }] }));
    expect(show(large)).toBe(`${JSON.stringify(large).slice(0, 100)}…`);
  });

  it('is written no further than it is shown', () => {
    let written = 0;
    const item = {
      toJSON: () => {
        written += 1;
        return 1;
      },
    };
    show(Array.from({ length: 100_000 }, () => item));
    expect(written).toBeLessThan(200);
  });
});

describe('what is wrong with a value', () => {
  it('is reported for some dozens of places, and for the others their number', () => {
    const schema = z.array(z.number());
    const lines = (count: number): string[] => {
      try {
        parse(schema, new Array(count).fill('x'));
        return [];
      } catch (error) {
        return (error as Error).message.split('\n');
      }
    };
    expect(lines(50)).toHaveLength(50);
    expect(lines(100_000)).toHaveLength(51);
    expect(lines(100_000).at(-1)).toBe('99950 more problems');
  });

  it('names some dozens of unknown keys', () => {
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`k${i}`, 1]));
    expect(() => parse(z.strictObject({}), many)).toThrow(/'k49', 950 more/);
    expect(() => parse(z.strictObject({}), { a: 1, b: 2 })).toThrow("Unknown keys: 'a', 'b'");
  });
});

describe('a list with a bound', () => {
  it('is read like any list up to the bound', () => {
    expect(parse(listOf(z.string().toUpperCase(), 2), ['a', 'b'])).toEqual(['A', 'B']);
    expect(() => parse(listOf(z.string(), 2), ['a', 1])).toThrow('Expected text');
  });

  it('is refused beyond the bound without reading its items', () => {
    let looks = 0;
    const item = z.unknown().refine(() => {
      looks += 1;
      return true;
    });
    expect(() => parse(z.object({ list: listOf(item, 2) }), { list: [1, 2, 3] })).toThrow(
      "Expected at most 2 items at 'list'",
    );
    expect(looks).toBe(0);
  });
});
