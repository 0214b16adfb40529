import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readItems } from '../../../src/storage/yaml/items.ts';
import { YamlReading } from '../../../src/storage/yaml/resolve-tags.ts';
import { meaningOf, readTree } from '../../../src/storage/yaml/tree.ts';
import { isMapping } from '../../../src/storage/yaml/write-value.ts';
import { testData } from '../../support/test-data.ts';
import { seeds } from '../../support/thoroughness.ts';

const cases = testData(import.meta.filename);

const reading = new YamlReading('/nowhere');

/** The full reader's result for a whole file; undefined for errors and for anything but a list or map. */
function whole(text: string): unknown {
  const { document, fault } = readTree(text);
  try {
    return fault === undefined ? meaningOf(document, document.contents) : undefined;
  } catch {
    return undefined;
  }
}

async function itemsOf(text: string, kind: 'list' | 'map') {
  const file = { path: '/nowhere/x.yaml', name: 'x.yaml', text };
  return readItems(reading, { file, from: 0, to: text.length }, { kind });
}

const word = fc.constantFrom(...cases<string[]>('words'), ...cases<string[]>('words 2'));
const line = fc
  .tuple(
    fc.constantFrom(0, 0, 0, 1, 2, 2, 4),
    fc.constantFrom('', '- ', '- k: ', 'k: ', 'l: ', '- &a k: '),
    word,
  )
  .map(([indent, lead, rest]) => `${' '.repeat(indent)}${lead}${rest}`);
const file = fc
  .tuple(
    fc.constantFrom('- k: v', 'k: v', '# head', '- a'),
    fc.array(line, { maxLength: 9 }),
    fc.constantFrom('\n', ''),
  )
  .map(([first, lines, end]) => [first, ...lines].join('\n') + end);

test('items found line by line are those the whole file has, wherever the whole file is good', async () => {
  let lists = 0;
  let maps = 0;
  await fc.assert(
    fc.asyncProperty(file, async (text) => {
      const wished = whole(text);
      if (Array.isArray(wished)) {
        lists += 1;
        const { items, problems } = await itemsOf(text, 'list');
        expect({ text, items: items.map(({ value }) => value), problems }).toEqual({
          text,
          items: wished,
          problems: [],
        });
      } else if (isMapping(wished)) {
        maps += 1;
        const { items } = await itemsOf(text, 'map');
        const found = Object.fromEntries(items.map(({ key, value }) => [key, value]));
        expect({ text, found }).toEqual({ text, found: wished });
      }
    }),
    { numRuns: seeds(2000, 20_000), examples: [["- k: v\n  ? x\n  - &a k: a\n    'open\n- a\n"]] },
  );
  expect(lists).toBeGreaterThan(seeds(60, 600));
  expect(maps).toBeGreaterThan(seeds(60, 600));
});

test('a list right below "? key" is a problem of its own item, and nothing in it is lost silently', async () => {
  const { items, problems } = await itemsOf('- a\n- k: v\n  ? x\n  - lost\n- b\n', 'list');
  expect(items.map(({ value }) => value)).toEqual(['a', 'b']);
  expect(problems.map(({ message }) => message)).toEqual([
    expect.stringMatching(/x\.yaml:4: .*needs a : before/),
  ]);
});

test('an explicit key with its value behind a : is read', async () => {
  const { items, problems } = await itemsOf('- ? x\n  : - a\n  ? y\n  :\n  - z\n  ? n\n', 'list');
  expect({ values: items.map(({ value }) => value), problems }).toEqual({
    values: [{ x: ['a'], y: ['z'], n: null }],
    problems: [],
  });
});
