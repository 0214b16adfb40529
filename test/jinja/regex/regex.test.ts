import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compile } from '../../../src/jinja/template.ts';
import { testData } from '../../support/test-data.ts';
import { seeds } from '../../support/thoroughness.ts';

const cases = testData(import.meta.filename);

const findAll = (text: string, find: string): string =>
  compile('{{ t | regex_findall(f) }}').render({ t: text, f: find });
const replace = (text: string, find: string, by: string): string =>
  compile('{{ t | regex_replace(f, b) }}').render({ t: text, f: find, b: by });

describe('a pattern', () => {
  it.each(cases<[string, string, string][]>('matches'))('finds in %j all %j', (text, find, all) => {
    expect(findAll(text, find)).toBe(all);
  });

  it.each(cases<[string, string, string, string][]>('replacements'))(
    'replaces in %j all %j by %j',
    (text, find, by, result) => {
      expect(replace(text, find, by).trim()).toBe(result.trim());
    },
  );

  it.each(cases<string[]>('invalid'))('is refused: %j', (find) => {
    expect(() => findAll('a', find)).toThrow('PatternError');
  });

  it('agrees with the engine’s regular expressions on common patterns', () => {
    const atom = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\d', '(a)', '(?:ab)', '(a|b)', 'x');
    const piece = fc
      .tuple(atom, fc.constantFrom('', '*', '+', '?', '{2}', '*?', '+?', '{1,2}'))
      .map((parts) => parts.join(''));
    const pattern = fc.array(piece, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''));
    const text = fc
      .array(fc.constantFrom('a', 'b', 'x', '1'), { maxLength: 8 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(pattern, text, (find, subject) => {
        const ours = compile('{{ t | regex_search(f) }}').render({ t: subject, f: find });
        expect(ours).toBe(new RegExp(find, 'su').test(subject) ? 'True' : 'False');
        const start = compile('{{ (t | regex_findall("(?:" ~ f ~ ")"))[0] | default("none") | string }}');
        if (!find.includes('(a')) {
          const first = new RegExp(find, 'su').exec(subject);
          expect(start.render({ t: subject, f: find })).toBe(first === null ? 'none' : first[0]);
        }
      }),
      { numRuns: seeds(400, 2000) },
    );
  });
});
