import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Float } from '../../../src/core/json.ts';
import { readBlocks } from '../../../src/storage/yaml/block-reader.ts';
import { resolvePlain } from '../../../src/storage/yaml/scalar.ts';
import { meaningOf, readTree } from '../../../src/storage/yaml/tree.ts';
import { testData, testText } from '../../support/test-data.ts';
import { seeds } from '../../support/thoroughness.ts';

const cases = testData(import.meta.filename);

/** The result of the full reader; undefined for errors. */
function fully(text: string): { readonly value: unknown } | undefined {
  const { document, fault } = readTree(text);
  return fault === undefined ? { value: meaningOf(document, document.contents) } : undefined;
}

test.each<[string, unknown]>([
  ...cases<[string, unknown][]>('plain scalars'),
  ['21.0', new Float(21)],
  ['1.e+2', new Float(100)],
  ['.inf', Infinity],
])('a plain %s means %j', (text, value) => {
  expect(resolvePlain(text)).toEqual(value);
});

test('an integer too large for a number keeps its digits', () => {
  expect(resolvePlain('123456789012345678')).toBe(123456789012345678n);
});

test('an automation as people write it is read quickly and as the full reader reads it', () => {
  const text = testText(import.meta.filename, 'text.yaml');
  const quick = readBlocks(text);
  expect(quick).toEqual(fully(text));
  expect(quick?.value).toMatchObject([
    { alias: "It's dark", actions: [{}, { variables: { message: 'One line and another\nof a text' } }] },
  ]);
});

const word = fc.constantFrom(...cases<string[]>('words'), ...cases<string[]>('words 2'));
const line = fc
  .tuple(
    fc.integer({ min: 0, max: 6 }),
    fc.constantFrom('', '- ', 'k: ', 'l: ', 'on: ', '- k: ', '- - ', '<<: '),
    word,
  )
  .map(([indent, lead, rest]) => `${' '.repeat(indent)}${lead}${rest}`);

test('the quick reader returns what the full one does, or nothing', () => {
  let answers = 0;
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), fc.constantFrom('\n', ''), (lines, end) => {
      const text = lines.join('\n') + end;
      const quick = readBlocks(text);
      if (quick === undefined) return;
      answers += 1;
      expect({ text, found: fully(text) }).toEqual({ text, found: quick });
    }),
    { numRuns: seeds(4000, 20_000) },
  );
  expect(answers).toBeGreaterThan(100);
});

test('structures of any shape written in lines are read as the full reader reads them', () => {
  const key = fc.constantFrom('a', 'b', 'on', 'c d', '5');
  const { value } = fc.letrec<{ value: (indent: string) => string }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      word.map((text) => () => ` ${text}\n`),
      fc
        .array(fc.tuple(key, tie('value')), { minLength: 1, maxLength: 3 })
        .map(
          (pairs) => (indent: string) =>
            `\n${pairs.map(([name, inner]) => `${indent}${name}:${inner(`${indent}  `)}`).join('')}`,
        ),
      fc
        .array(tie('value'), { minLength: 1, maxLength: 3 })
        .map(
          (items) => (indent: string) =>
            `\n${items.map((inner) => `${indent}-${inner(`${indent}  `)}`).join('')}`,
        ),
      fc
        .tuple(
          fc.constantFrom('|', '>', '|-', '>+', '|+'),
          fc.array(fc.constantFrom('x', 'y z', '', '# no', '- a'), { minLength: 1 }),
        )
        .map(
          ([head, lines]) =>
            (indent: string) =>
              ` ${head}\n${lines.map((one) => (one === '' ? '\n' : `${indent}${one}\n`)).join('')}`,
        ),
    ),
  }));
  let answers = 0;
  fc.assert(
    fc.property(value, (write) => {
      const text = `root:${write('  ')}`;
      const quick = readBlocks(text);
      if (quick === undefined) return;
      answers += 1;
      expect({ text, found: fully(text) }).toEqual({ text, found: quick });
    }),
    { numRuns: seeds(900, 3000) },
  );
  expect(answers).toBeGreaterThan(300);
});
