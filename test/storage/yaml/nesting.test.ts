import { describe, expect, it } from 'vitest';
import { englishText } from '../../../src/core/messages.ts';
import { readOut } from '../../../src/storage/yaml/readout.ts';
import { readTree } from '../../../src/storage/yaml/tree.ts';

const DEEP = 'The text is nested more than 200 levels deep';
const block = (depth: number): string =>
  Array.from({ length: depth }, (_, i) => `${' '.repeat(i)}a:\n`).join('');

describe('nesting is counted before a text is parsed by recursion', () => {
  it.each([
    ['brackets that open', '['.repeat(100_000)],
    ['brackets that close', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['braces', '{a: '.repeat(50_000)],
    ['dashes', '- '.repeat(20_000)],
    ['keys of keys', '? '.repeat(5000)],
    ['keys in brackets', `${'[? '.repeat(1000)}`],
    ['lines further and further in', block(300)],
    ['a list in a value', `a: ${'['.repeat(300)}${']'.repeat(300)}`],
    ['a second document', `a: 1\n---\n${'['.repeat(100_000)}`],
  ])('of %s', (_what, text) => {
    const { document, fault } = readTree(text);
    expect(fault && englishText(fault.reason)).toBe(DEEP);
    expect(document.contents).toBe(null);
  });

  it.each([
    ['brackets', '['.repeat(200) + ']'.repeat(200)],
    ['lines', block(200)],
  ])('and may be two hundred deep: %s', (_what, text) => {
    expect(readOut(text).fault).toBeUndefined();
  });

  it('is not counted in texts and comments', () => {
    const text = `a: |\n  ${'['.repeat(1000)}\nb: "${'{'.repeat(1000)}" # ${'['.repeat(1000)}\nc: x${'['.repeat(1000)}\n`;
    const { value, fault } = readOut(text);
    expect(fault).toBeUndefined();
    expect(Object.keys(value as object)).toEqual(['a', 'b', 'c']);
  });
});

it('an integer of more digits than can be read in no time stays text', () => {
  expect(readOut('9'.repeat(4300)).value).toBe(BigInt('9'.repeat(4300)));
  expect(readOut('9'.repeat(4301)).value).toBe('9'.repeat(4301));
});
