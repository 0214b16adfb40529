import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Float } from '../../../src/core/json.ts';
import { changeValue } from '../../../src/storage/yaml/change-value.ts';
import { pack, unpack } from '../../../src/storage/yaml/packed-value.ts';
import { changeText, readItemsText, readShown, readText } from '../../../src/storage/yaml/read-text.ts';
import { readOut, readOutItems } from '../../../src/storage/yaml/readout.ts';

/** Makes a text too long to be parsed in one step, without changing its meaning. */
const long = (text: string): string => `${text}${`# ${'.'.repeat(78)}\n`.repeat(60)}`;

const TEXT = `list: [1, 2.0, 12345678901234567890, .inf, .nan, on, ~, '1']
__proto__: 3.0
base: &base {x: 1.0, y: !secret why}
more:
  <<: *base
  z: !input zed
twice: 1
twice: 2
`;

describe('a text that is too long to be parsed at once', () => {
  it('gives the same result when it is parsed in the thread', async () => {
    const here = readOut(TEXT);
    const there = await readText(long(TEXT));
    expect(there.value).toEqual(here.value);
    expect((there.value as { readonly list: unknown[] }).list[1]).toEqual(new Float(2));
    expect(Object.keys(there.value as object)).toEqual(Object.keys(here.value as object));
    expect(there.doubled).toEqual(here.doubled);
    const facts = ({ tag, text, path, offset }: (typeof here.tagged)[number]) => ({
      tag,
      text,
      path,
      offset,
    });
    expect(there.tagged.map(facts)).toEqual(here.tagged.map(facts));
  });

  it('can be filled in where tags are', async () => {
    const { value, tagged } = await readText(long(TEXT));
    for (const { text, fill } of tagged) fill(`<${text}>`);
    expect(value).toMatchObject({ base: { x: new Float(1), y: '<why>' }, more: { y: '<why>', z: '<zed>' } });
    expect(await readShown(long('!include other.yaml\n'))).toBe(null);
    expect(await readShown(long('a: !include other.yaml\n'))).toEqual({ a: '!include other.yaml' });
  });

  it('is refused with the same words and place', async () => {
    for (const text of ['a: [1\nb: 2\n', 'a: *gone\n', 'a: {b: !!binary x}\n', `a: ${'['.repeat(500)}\n`]) {
      const here = readOut(long(text)).fault;
      expect(here).toBeDefined();
      expect((await readText(long(text))).fault).toEqual(here);
    }
  });

  it.each(['list', 'map'] as const)('holds the same items as a %s', async (kind) => {
    const text =
      kind === 'list'
        ? '- &a {x: 1.0}\n- y: *a\n- !include b.yaml\n- *b\n'
        : 'a: &a [1.0]\nb: *a\nc: !input d\n';
    const here = readOutItems(long(text), kind);
    const there = await readItemsText(long(text), kind);
    const facts = ({ entries, offset, fault, doubled }: typeof here) =>
      JSON.stringify({ entries, offset, fault, doubled });
    expect(here.entries).toHaveLength(kind === 'list' ? 4 : 3);
    expect(facts(there)).toBe(facts(here));
  });

  it('is changed in the same way', async () => {
    const change = { at: ['more', 'w'].slice(0, 1), value: { z: 5, w: new Float(2) } };
    const text = long('more: # why\n  z: 4\n');
    expect(await changeText(text, change)).toBe(changeValue(text, change));
    await expect(changeText(long('a: [\n'), change)).rejects.toThrow();
  });

  it('may be refused for more values than its reader takes', async () => {
    const text = long(`- a: 1\n${'- x\n'.repeat(7)}`);
    expect((await readText(text, 10)).value).toHaveLength(8);
    expect(await readText(text, 9)).toMatchObject({
      value: null,
      fault: { reason: { key: 'yaml_too_many_values', parameters: { max: 9 } }, offset: 0 },
    });
  });

  it('does not keep the next from being read when the thread ends over it', async () => {
    const bomb = readText(`- ${'[a, b], '.repeat(600_000)}`);
    const next = readText(long('a: 1\n'));
    await Promise.allSettled([bomb]);
    expect((await next).value).toEqual({ a: 1 });
  });
});

describe('values between threads', () => {
  it('come out as they went in', () => {
    const leaf = fc.oneof(
      fc.string(),
      fc.boolean(),
      fc.constant(null),
      fc.double().map((number) => new Float(number)),
      fc.integer(),
      fc.bigInt(),
    );
    const key = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', '0'));
    const { value } = fc.letrec<{ readonly value: unknown }>((tie) => ({
      value: fc.oneof({ depthSize: 'small' }, leaf, fc.array(tie('value')), fc.dictionary(key, tie('value'))),
    }));
    fc.assert(
      fc.property(value, (one) => {
        const back = unpack(structuredClone(pack(one)));
        expect(isDeepStrictEqual(back, structuredCopy(one))).toBe(true);
      }),
    );
  });
});

/** Dictionaries of fast-check may have no prototype; values of YAML have one. */
function structuredCopy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(structuredCopy);
  if (typeof value !== 'object' || value === null || value instanceof Float) return value;
  const copy = {};
  for (const [key, item] of Object.entries(value))
    Object.defineProperty(copy, key, {
      value: structuredCopy(item),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  return copy;
}
