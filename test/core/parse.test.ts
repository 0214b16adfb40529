import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { issuesMessage, listOf, parse, show } from '../../src/core/parse.ts';
import { schemaError } from '../../src/core/schema-error.ts';

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

describe('what a schema expects', () => {
  it.each<[z.ZodType, unknown, string]>([
    [z.string(), 5, 'Expected text. Got 5'],
    [z.int(), 0.5, 'Expected a whole number. Got 0.5'],
    [z.strictObject({ a: z.number() }), { a: 'x' }, 'Expected a number at \'a\'. Got "x"'],
    [z.enum(['on', 'off']), 'x', 'Expected one of on, off. Got "x"'],
    [z.string().max(1), 'xx', 'Expected at most 1 character. Got "xx"'],
    [z.array(z.unknown()).min(2), [], 'Expected at least 2 items. Got []'],
    [z.number().positive(), 0, 'Expected a number above 0. Got 0'],
    [z.union([z.string(), z.boolean()]), 5, 'Expected text or true or false. Got 5'],
    [z.union([z.string(), z.null()]), 5, 'Expected text or null. Got 5'],
    [z.union([z.string(), z.array(z.string())]), [5], "Expected text at '[0]'. Got 5"],
    [z.number().refine((value) => value > 5), 1, 'Expected another value. Got 1'],
    [z.string(schemaError('expects_one_of', { words: 'a, b' })), 5, 'Expected one of a, b. Got 5'],
  ])('is a message of the catalog: %#', (schema, value, text) => {
    expect(() => parse(schema, value)).toThrow(text);
  });

  it('and what causes it are messages that clients can translate', () => {
    const { error } = z.strictObject({ a: z.int(), b: z.string() }).safeParse({ a: 'x', b: 5, c: 1 });
    const at = (key: string, path: string, value: string) => ({
      key: 'wrong_value_at',
      parameters: { expected: { key, parameters: {} }, path, value },
    });
    expect(issuesMessage(error?.issues ?? [], { a: 'x', b: 5, c: 1 })).toEqual({
      key: 'problem_and_others',
      parameters: {
        problem: at('expects_number', 'a', '"x"'),
        others: {
          key: 'problem_and_others',
          parameters: {
            problem: at('expects_text', 'b', '5'),
            others: { key: 'unknown_keys', parameters: { count: 1, keys: "'c'" } },
          },
        },
      },
    });
  });
});
