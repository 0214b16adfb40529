import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compile } from '../../../src/jinja/template.ts';
import { seeds } from '../../support/thoroughness.ts';

const findAll = (text: string, find: string): string =>
  compile('{{ t | regex_findall(f) }}').render({ t: text, f: find });
const replace = (text: string, find: string, by: string): string =>
  compile('{{ t | regex_replace(f, b) }}').render({ t: text, f: find, b: by });

describe('a pattern', () => {
  it.each([
    ['a1b22', '\\d+', "['1', '22']"],
    ['abxd', 'x*', "['', '', 'x', '', '']"],
    ['aaa', 'a+?', "['a', 'a', 'a']"],
    ['aaaa', 'a{2,3}', "['aaa']"],
    ['a.b', '[.]', "['.']"],
    ['foobar', '(?<=foo)bar', "['bar']"],
    ['xbar', '(?<!foo)bar', "['bar']"],
    ['foobar', 'foo(?!x)', "['foo']"],
    ['abab', '(ab)\\1', "['ab']"],
    ['<b>x</b>', '<(?P<t>\\w+)>(.*?)</(?P=t)>', "[('b', 'x')]"],
    ['AbC', '(?i)abc', "['AbC']"],
    ['AbC', '(?i:a)bC', "['AbC']"],
    ['a b', '(?x) a \\s b # blank', "['a b']"],
    ['é١ß', '\\w', "['é', '١', 'ß']"],
    ['🎉a', '.', "['🎉', 'a']"],
    ['a\n', 'a$', "['a']"],
    ['a\n', 'a\\Z', '[]'],
    ['ab\ncd', '(?m)^.', "['a', 'c']"],
    ['(x)', '(\\()?x(?(1)\\))', "['(']"],
    ['aaab', '(?>a+)ab', '[]'],
    ['aaab', 'a++b', "['aaab']"],
    ['a-b', '[\\w-]+', "['a-b']"],
    ['a]b', '[]]', "[']']"],
    ['a^b', '[b^]', "['^', 'b']"],
    ['tel 12', '\\btel\\b', "['tel']"],
    ['a{b}', '{b}', "['{b}']"],
    ['ab', 'a|b|', "['a', 'b', '']"],
    ['xay', '(x(a)?|y)', "[('xa', 'a'), ('y', '')]"],
  ])('finds in %j all %j', (text, find, all) => {
    expect(findAll(text, find)).toBe(all);
  });

  it.each([
    ['abxd', 'x*', '-', '-a-b--d-'],
    ['John Smith', '(\\w+) (\\w+)', '\\2 \\1', 'Smith John'],
    ['a1', '(?P<n>\\d)', '<\\g<n>\\g<1>>', 'a<11>'],
    ['abc', '', '-', '-a-b-c-'],
    ['a', '(b)?a', '[\\1]', '[]'],
    ['a', 'a', '\\n\\\\', '\\'],
  ])('replaces in %j all %j by %j', (text, find, by, result) => {
    expect(replace(text, find, by).trim()).toBe(result.trim());
  });

  it.each([
    '(',
    '[',
    'a)',
    '*a',
    'a**',
    '(?P<n>',
    '\\',
    '(?<=a+)b',
    'a{2,1}',
    '(?P=x)',
    '\\2',
    '[z-a]',
    '(?z)',
    'a(?i)',
  ])('is refused: %j', (find) => {
    expect(() => findAll('a', find)).toThrow('PatternError');
  });

  it('agrees with the machine on patterns both know', () => {
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
